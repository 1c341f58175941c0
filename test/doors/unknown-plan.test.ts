// A command with another PLANS_FILE can give an account a plan that a running service does not have.
import { describe, expect, it } from "vitest";
import { CALLERS_CACHED_MS } from "../../src/accounts/cached-callers.ts";
import { METHODS } from "./methods.ts";
import { startWithDoors } from "./start-with-doors.ts";

const request = { lat: 59.91, lng: 10.75, days: 1 };

describe("an account whose plan is not in force", () => {
  it("is answered through every door, counted, and refused once its own quota is used up", async () => {
    const service = await startWithDoors();
    const { doors } = service;
    const { key, accountId } = await service.createCaller({ plan: "growth" });
    await service.store.updateAccount(accountId, { plan: "gold", monthlyQuota: doors.length });
    service.clock.advance(CALLERS_CACHED_MS);
    for (const door of doors) {
      const outcome = await door.call({ method: METHODS.getForecast, request, key });
      expect(outcome.kind, door.name).toBe("answer");
    }
    for (const door of doors) {
      const outcome = await door.call({ method: METHODS.getForecast, request, key });
      expect(outcome, door.name).toMatchObject({ reason: "MONTHLY_QUOTA_EXHAUSTED" });
    }
    expect(await service.callsOf(accountId)).toBe(doors.length);
    const metrics = await service.metrics();
    expect(metrics).toContain(`suitability_quota_refusals_total{plan="unknown"} ${doors.length}`);
    expect(metrics).not.toContain("gold");
  });
});
