// UsageService at every door: the figures the quota is decided by, without spending any of it.
import type { JsonObject } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it } from "vitest";
import { CALLERS_CACHED_MS } from "../../src/accounts/cached-callers.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { answerOf } from "../doors/answer-of.ts";
import type { Door } from "../doors/door.ts";
import { faultsOf } from "../doors/faults-of.ts";
import { METHODS } from "../doors/methods.ts";
import { startDoors, startWithDoors, type ServiceWithDoors } from "../doors/start-with-doors.ts";
import { accountWithUsage } from "./account-with-usage.ts";

const call = { method: METHODS.getUsage, request: {} as JsonObject };

/** GetUsage has no google.api.http rule, and so is not served at /v1. */
const withUsage = (doors: readonly Door[]) => doors.filter(({ name }) => !name.startsWith("rest"));

describe("GetUsage", () => {
  let service: ServiceWithDoors;
  let doors: readonly Door[];

  beforeAll(async () => {
    service = await startDoors();
    doors = withUsage(service.doors);
    return service.stop;
  });

  it("answers the same at every door: plan, quota, the month by day and by method, the last months", async () => {
    const { key } = await accountWithUsage(service);
    const names = doors.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual(["connect json", "connect binary, by GET", "grpc-web", "grpc"]);
    for (const door of doors) {
      const { body } = await answerOf(door, { ...call, key });
      expect(body, door.name).toEqual({
        account_name: "Test",
        plan: "starter",
        plan_title: "Starter",
        quota: {
          as_of: "2026-11-21T12:20:00Z",
          monthly_quota: 25_000,
          used: 56,
          left: 24_944,
          resets_at: "2026-12-01T00:00:00Z",
        },
        usage: {
          month: "2026-11",
          calls: 56,
          methods: [
            { method: "GetBookingConfidence", calls: 21 },
            { method: "GetForecast", calls: 18 },
            { method: "RankSafeSlots", calls: 17 },
          ],
          days: [
            { day: "2026-11-01", methods: [{ method: "GetForecast", calls: 7 }] },
            {
              day: "2026-11-03",
              methods: [
                { method: "GetBookingConfidence", calls: 21 },
                { method: "GetForecast", calls: 11 },
                { method: "RankSafeSlots", calls: 4 },
              ],
            },
            { day: "2026-11-20", methods: [{ method: "RankSafeSlots", calls: 13 }] },
          ],
        },
        months: [
          { month: "2026-11", calls: 56 },
          { month: "2026-09", calls: 3 },
        ],
      });
    }
  });

  it("is not counted, and carries the quota headers of a call that was", async () => {
    const { key, accountId } = await service.createCaller({ plan: "starter", monthlyQuota: 10 });
    const request = { lat: 51.5, lng: 0, days: 1 };
    const counted = await answerOf(doors[0], { method: METHODS.getForecast, request, key });
    for (const door of doors) {
      const { headers } = await answerOf(door, { ...call, key });
      for (const name of ["ratelimit", "ratelimit-policy"]) {
        expect(headers.get(name), door.name).toBe(counted.headers.get(name));
      }
    }
    expect(await service.store.usage(accountId, "2026-11")).toMatchObject([{ calls: 1 }]);
  });

  it("agrees with itself about calls that another replica has just counted", async () => {
    const { key, accountId } = await service.createCaller({ plan: "starter", monthlyQuota: 10 });
    // From here on the caller is cached.
    await answerOf(doors[0], { ...call, key });
    for (const [i, door] of doors.entries()) {
      await service.store.spend({ accountId, month: "2026-11", day: 21, method: "GetForecast", quota: 10 });
      const { body, headers } = await answerOf(door, { ...call, key });
      const calls = i + 1;
      expect(body, door.name).toMatchObject({
        quota: { used: calls, left: 10 - calls },
        usage: { calls },
        months: [{ month: "2026-11", calls }],
      });
      expect(headers.get("ratelimit"), door.name).toMatch(new RegExp(`^"month";r=${10 - calls};`));
    }
  });

  it("is answered when the quota is used up, and when it was lowered below what was used", async () => {
    const { key, accountId } = await accountWithUsage(service, { monthlyQuota: 59 });
    for (const monthlyQuota of [56, 20]) {
      await service.store.updateAccount(accountId, { monthlyQuota });
      service.clock.advance(CALLERS_CACHED_MS);
      for (const door of doors) {
        const { body, headers } = await answerOf(door, { ...call, key });
        expect(body, door.name).toMatchObject({ quota: { monthly_quota: monthlyQuota, used: 56, left: 0 } });
        expect(headers.get("ratelimit"), door.name).toMatch(/^"month";r=0;/);
      }
    }
  });

  it("of another month is that month's use, with the quota's present state", async () => {
    const { key } = await accountWithUsage(service);
    const { body } = await answerOf(doors[0], { ...call, request: { month: "2026-09" }, key });
    expect(body).toMatchObject({
      quota: { used: 56 },
      usage: { month: "2026-09", calls: 3, methods: [{ method: "GetForecast", calls: 3 }] },
    });
  });

  it("of a month without calls is empty", async () => {
    const { key } = await service.createCaller({ plan: "starter" });
    const { body } = await answerOf(doors[0], { ...call, request: { month: "2026-10" }, key });
    expect(body).toMatchObject({ usage: { month: "2026-10", calls: 0, methods: [], days: [] }, months: [] });
  });

  it("keeps a quota beyond 32 bits exact", async () => {
    const monthlyQuota = Number.MAX_SAFE_INTEGER;
    const { key } = await service.createCaller({ plan: "enterprise", monthlyQuota });
    for (const door of doors) {
      const { body } = await answerOf(door, { ...call, key });
      expect(body, door.name).toMatchObject({ quota: { monthly_quota: monthlyQuota, left: monthlyQuota } });
    }
  });

  it.each(["", "2026", "2026-13", "2026-11-01", "11/2026", "x".repeat(1000)])(
    "refuses the month %j at every door",
    async (month) => {
      const { key } = await service.createCaller({ plan: "starter" });
      for (const { door, fault } of await faultsOf(doors, { ...call, request: { month }, key })) {
        expect(fault.code, door).toBe("invalid_argument");
        expect(fault.violations, door).toEqual([
          {
            field: "month",
            description: "must be a year and a month, such as 2026-11, or be left out.",
            reason: "INVALID_PARAMETER",
          },
        ]);
      }
    },
  );

  it("refuses a plan without the dashboard, and names the first that has it", async () => {
    const { key } = await service.createCaller({ plan: "free", monthlyQuota: 500 });
    for (const { door, fault } of await faultsOf(doors, { ...call, key })) {
      expect(fault.code, door).toBe("permission_denied");
      expect(fault.sentence, door).toContain("not part of the Free plan: it comes with the Starter plan");
    }
  });

  it("passes the checks that bound how much one account asks at once", async () => {
    const limits = { ...configFromEnvironment({}).concurrentCalls, starter: 0 };
    const busy = await startWithDoors({ concurrentCalls: limits });
    const { key } = await busy.createCaller({ plan: "starter" });
    for (const { door, fault } of await faultsOf(withUsage(busy.doors), { ...call, key })) {
      expect(fault.code, door).toBe("resource_exhausted");
    }
  });

  it("refuses a call without a key", async () => {
    for (const { door, fault } of await faultsOf(doors, { ...call, key: undefined })) {
      expect(fault.code, door).toBe("unauthenticated");
    }
  });
});
