import { expect, it } from "vitest";
import { useTestService } from "../../support/service/use-test-service.ts";
import { keepRecord } from "./keep-record.ts";

const used = useTestService();

it("odds are corrected at a place with half a year of outcomes, and nowhere else", async () => {
  const { service } = used();
  const { accountId, key } = await service.createCaller();
  await keepRecord(service.store, { place: "55.95,-3.19", accountId, days: 180 });
  const basisAt = async (place: string) => {
    const session = "start_time=2026-11-22T14:00:00Z&duration_minutes=60&sport=padel&odds=true";
    const response = await service.get(`/v1/booking-confidence?${place}&${session}`, { key });
    const { odds } = (await response.json()) as { readonly odds: { readonly basis: string } };
    return odds.basis;
  };
  expect(await basisAt("lat=55.95&lng=-3.19")).toMatch(/\+track-record$/);
  expect(await basisAt("lat=40.42&lng=-3.7")).not.toContain("+");
});
