// GET /v1/track-record and its method: what is reported about past forecasts, and to whom.
import { beforeAll, describe, expect, it } from "vitest";
import { useTestService } from "../../support/service/use-test-service.ts";
import { keepRecord } from "./keep-record.ts";

interface Told {
  readonly leads: readonly { readonly safe_to_book: { readonly said: number } }[];
}

describe("GET /v1/track-record", () => {
  const used = useTestService();
  let asker: { readonly accountId: string; readonly key: string };
  let stranger: typeof asker;

  beforeAll(async () => {
    const { service } = used();
    [asker, stranger] = [await service.createCaller(), await service.createCaller()];
    const { accountId } = asker;
    await keepRecord(service.store, { place: "55.95,-3.19", accountId });
    await keepRecord(service.store, { place: "40.42,-3.70", accountId, days: 12 });
  });

  const ask = async (sport: string, key: string) => {
    const response = await used().service.get(`/v1/track-record?lat=55.95&lng=-3.19&sport=${sport}`, { key });
    return (await response.json()) as { readonly place?: Told; readonly fleet: Told };
  };

  it("gives the record of the place and of all places to an account that has asked about the place", async () => {
    const { place, fleet } = await ask("padel", asker.key);
    expect(place).toMatchObject({ since: "2026-10-10", days: 41, left_out: 0 });
    expect(place?.leads[1]?.safe_to_book.said).toBe(738);
    expect(fleet.leads[1]?.safe_to_book.said).toBe(738 + 12 * 18);
  });

  it("gives only the record of all places to others", async () => {
    expect(Object.keys(await ask("padel", stranger.key))).toEqual(["fleet", "basis"]);
  });

  it("gives only the record of all places to an account whose last call there is more than 30 days ago", async () => {
    const { clock } = used().service;
    clock.advance(30 * 86_400_000);
    expect(await ask("padel", asker.key)).toHaveProperty("place");
    clock.advance(86_400_000);
    expect(await ask("padel", asker.key)).not.toHaveProperty("place");
    clock.moveWall(-31 * 86_400_000);
  });

  it("gives an account's own sport the record of its base", async () => {
    const { service } = used();
    const { accountId, key } = await service.createOwner({
      indoor_padel: { base: "padel", rain_tolerance: 2 },
    });
    await keepRecord(service.store, { place: "55.95,-3.19", accountId, days: 0 });
    expect(await ask("indoor_padel", key)).toMatchObject({ place: { days: 41 } });
  });
});
