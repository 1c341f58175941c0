// The count is exact: whatever the doors and however many callers at once.
import { beforeAll, describe, expect, it } from "vitest";
import { METHODS } from "./methods.ts";
import { startDoors, startWithDoors, type ServiceWithDoors } from "./start-with-doors.ts";

const method = METHODS.getForecast;
const request = { lat: 59.91, lng: 10.75, days: 1 };

describe("the monthly quota", () => {
  let service: ServiceWithDoors;

  beforeAll(async () => {
    service = await startDoors();
    return service.stop;
  });

  it("16 callers racing through all doors for the last 5 calls of a month get exactly 5 answers", async () => {
    const { key, keyId, accountId } = await service.createCaller({ plan: "free", monthlyQuota: 5 });
    const { doors } = service;
    const racing = Array.from({ length: 16 }, (_, i) =>
      doors[i % doors.length]?.call({ method, request, key }),
    );
    const outcomes = await Promise.all(racing);

    const codes = outcomes.map((outcome) => (outcome?.kind === "fault" ? outcome.code : outcome?.kind));
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "answer"),
      ...Array.from({ length: 11 }, () => "resource_exhausted"),
    ]);
    const rows = await service.store.usage(accountId, "2026-11");
    expect(rows).toEqual([{ day: "2026-11-21", method: "GetForecast", keyId, calls: 5 }]);
    const left = outcomes.flatMap((outcome) => outcome?.headers.get("ratelimit")?.split(";")[1] ?? []);
    expect(new Set(left)).toEqual(new Set(["r=4", "r=3", "r=2", "r=1", "r=0"]));
  });

  it("starts afresh with the first millisecond of the next month, and not before", async () => {
    const { clock, createCaller, doors } = await startWithDoors();
    const { key } = await createCaller({ plan: "free", monthlyQuota: 1 });
    const ask = async () => {
      const outcome = await doors[0]?.call({ method, request, key });
      return outcome?.kind === "fault" ? outcome.code : outcome?.kind;
    };
    expect(await ask()).toBe("answer");
    clock.advance(Date.parse("2026-11-30T23:59:59.999Z") - clock.nowMs());
    expect(await ask()).toBe("resource_exhausted");
    clock.advance(1);
    expect(await ask()).toBe("answer");
  });
});
