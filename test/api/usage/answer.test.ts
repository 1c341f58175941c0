// GetUsage returns the figures that decide about the quota, and spends none of it.
import type { JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CALLERS_CACHED_MS } from "../../../src/accounts/serving-store.ts";
import { BUILT_IN_PLANS, INTERNAL_PLAN } from "../../../src/accounts/plans/built-in-plans.ts";
import { withConcurrentCalls } from "../../../src/app/settings/concurrent-calls.ts";
import { builtInProfile } from "../../../src/scoring/sports/custom-profile.ts";
import type { CurvePoint } from "../../../src/scoring/sports/profile.ts";
import { issueKey } from "../../accounts/issue-key.ts";
import { spendingOf } from "../../accounts/spending-of.ts";
import { answerOf } from "../../doors/answer-of.ts";
import { faultsOf } from "../../doors/faults-of.ts";
import { METHODS } from "../../doors/methods.ts";
import { useDoors } from "../../doors/start-with-doors.ts";
import { accountWithUsage } from "../../support/service/account-with-usage.ts";

const method = METHODS.getUsage;

const service = await useDoors();
const { store, clock, createCaller, rpcDoors: doors } = service;

/** An account's usage as one door returns it. The first test checks that all doors return the same. */
const usageOf = (key: string, request: JsonObject = {}, door = doors[0]) =>
  answerOf(door, { method, request, key });

describe("GetUsage", () => {
  it("returns the plan, the quota, the month in all its parts and the earlier months, at every door alike and uncounted", async () => {
    const { key, keyId } = await accountWithUsage(service);
    const names = doors.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual(["connect json", "connect binary, by GET", "grpc-web", "grpc"]);
    for (const door of doors) {
      const { body } = await usageOf(key, {}, door);
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
          keys: [{ key_id: keyId, label: "", starts_with: key.slice(0, 8), is_revoked: false, calls: 56 }],
          verdicts: [
            { verdict: "safe_to_book", calls: 11 },
            { verdict: "proceed_with_caution", calls: 10 },
            { verdict: "not_recommended", calls: 0 },
          ],
        },
        months: [
          { month: "2026-11", calls: 56 },
          { month: "2026-09", calls: 3 },
        ],
        // 56 calls in 20 full days. Today is the 21st of 30 days.
        projection: { calls: 84, full_days: 20, is_rough: false },
        sports: [],
        usage_from_plan: "",
        plan_price: "GBP 49 a month",
      });
    }
  });

  it("has the same number of calls in all fields when another replica has just counted a call", async () => {
    const { key, accountId } = await createCaller({ plan: "starter", monthlyQuota: 10 });
    // From here on the caller is cached.
    await usageOf(key);
    await store.spend(spendingOf(accountId, { quota: 10 }));
    const { body, headers } = await usageOf(key);
    expect(body).toMatchObject({
      quota: { used: 1, left: 9 },
      usage: { calls: 1 },
      months: [{ month: "2026-11", calls: 1 }],
    });
    expect(headers.get("ratelimit")).toMatch(/^"month";r=9;/);
  });

  it.each([
    ["the quota is used up", 56],
    ["the quota was lowered below the number of calls", 20],
  ])("is answered when %s", async (_what, monthlyQuota) => {
    const { key, accountId } = await accountWithUsage(service, { monthlyQuota: 59 });
    await store.updateAccount(accountId, { monthlyQuota });
    clock.advance(CALLERS_CACHED_MS);
    const { body, headers } = await usageOf(key);
    expect(body).toMatchObject({ quota: { monthly_quota: monthlyQuota, used: 56, left: 0 } });
    expect(headers.get("ratelimit")).toMatch(/^"month";r=0;/);
  });

  it("for another month has that month's usage, beside the quota's present state", async () => {
    const { key } = await accountWithUsage(service);
    const { body } = await usageOf(key, { month: "2026-09" });
    expect(body).toMatchObject({
      quota: { used: 56 },
      usage: { month: "2026-09", calls: 3, methods: [{ method: "GetForecast", calls: 3 }] },
    });
  });

  it("has the day on which the quota will be used up, whichever month is asked for", async () => {
    const { key } = await accountWithUsage(service, { monthlyQuota: 70 });
    const { body } = await usageOf(key, { month: "2026-09" });
    expect(body).toMatchObject({
      // 2.8 calls a day: 58.8 at the end of today, and 70 on the fourth day after today.
      projection: { calls: 84, used_up_on: "2026-11-25" },
    });
  });

  it("has a quota that is exact beyond 32 bits", async () => {
    const monthlyQuota = Number.MAX_SAFE_INTEGER;
    const { key } = await createCaller({ plan: "enterprise", monthlyQuota });
    expect((await usageOf(key)).body).toMatchObject({
      quota: { monthly_quota: monthlyQuota, left: monthlyQuota },
    });
  });

  it("is empty for an account without calls", async () => {
    const { key } = await createCaller({ plan: "starter" });
    const { body } = await usageOf(key, { month: "2026-10" });
    expect(body).toMatchObject({
      usage: { month: "2026-10", calls: 0, methods: [], days: [], keys: [{ calls: 0 }] },
      months: [],
    });
    expect(body).not.toHaveProperty("projection");
  });

  it("refuses a month that does not exist", async () => {
    const { key } = await createCaller({ plan: "starter" });
    const [refused] = await faultsOf(doors.slice(0, 1), { method, request: { month: "2026-13" }, key });
    expect(refused?.fault.code).toBe("invalid_argument");
    const description = "must be a year and a month, such as 2026-11, or be left out.";
    expect(refused?.fault.violations).toEqual([{ field: "month", description, reason: "INVALID_PARAMETER" }]);
  });

  it("has, on a plan without the dashboard, the state of the quota and the plan that includes the rest", async () => {
    const { key, accountId } = await createCaller({ plan: "free", monthlyQuota: 500 });
    for (const day of [1, 20]) await store.spend(spendingOf(accountId, { day }));
    const { body } = await usageOf(key);
    expect(body).toMatchObject({
      quota: { monthly_quota: 500, used: 2, left: 498 },
      projection: { calls: 3, full_days: 20, is_rough: false },
      months: [],
      sports: [],
      usage_from_plan: "Starter",
      plan_price: "GBP 0 a month",
    });
    expect(body).not.toHaveProperty("usage");
  });

  it("lists keys with their labels: used ones, revoked ones that were used, and unused ones", async () => {
    const { key, keyId, accountId } = await createCaller({ plan: "starter" });
    const used = await issueKey(store, accountId, { label: "App" });
    const unused = await issueKey(store, accountId, { label: "Old site" });
    const revoked = await issueKey(store, accountId, { label: "Never used" });
    for (const spent of [used, used, undefined]) {
      await store.spend(spendingOf(accountId, { keyId: spent?.key.id }));
    }
    for (const gone of [used, revoked]) await store.revokeKey(gone.key.id);
    expect((await usageOf(key)).body).toMatchObject({
      usage: {
        keys: [
          { key_id: used.key.id, label: "App", is_revoked: true, calls: 2 },
          { key_id: "", label: "", starts_with: "", is_revoked: false, calls: 1 },
          { key_id: keyId, label: "", is_revoked: false, calls: 0 },
          { key_id: unused.key.id, label: "Old site", is_revoked: false, calls: 0 },
        ],
      },
    });
  });

  it("has a publishable key's origins, and how much of the key's day is used, whichever month is asked for", async () => {
    const { key, accountId } = await createCaller({ plan: "starter" });
    const restrictions = {
      origins: ["https://club.example"],
      places: ["55.95,-3.19"],
      operations: ["forecast" as const],
      callsADay: 400,
    };
    const issued = await issueKey(store, accountId, { label: "Club", restrictions });
    for (const day of [20, 21, 21]) await store.spend(spendingOf(accountId, { keyId: issued.key.id, day }));
    const publishable = { origins: ["https://club.example"], daily_quota: 400, used_today: 2 };
    for (const [month, calls] of [
      ["2026-11", 3],
      ["2026-10", 0],
    ] as const) {
      const { body } = await usageOf(key, { month });
      const { keys } = (body as { usage: { keys: { label: string }[] } }).usage;
      expect(keys.find(({ label }) => label === "Club")).toMatchObject({ calls, publishable });
      expect(keys.find(({ label }) => label === "")).not.toHaveProperty("publishable");
    }
  });

  it("has the account's own sports with their curves", async () => {
    const { key, accountId } = await createCaller({ plan: "growth" });
    const definition = { id: "hall", base: "padel", label: "indoor padel", covered: true, wind_tolerance: 2 };
    await store.setSport(accountId, { id: "hall", definition: JSON.stringify(definition) });
    await store.setSport(accountId, { id: "old", definition: '{"id":"old","base":"golfing"}' });
    clock.advance(CALLERS_CACHED_MS);
    const { body } = await usageOf(key);
    const { rain, wind, weight } = builtInProfile("padel");
    const scores = (points: readonly CurvePoint[], of: number) =>
      points.map(([value, y]) => ({ value, score: expect.closeTo(100 * (1 - of * (1 - y)), 9) }));
    const stretched = wind.map(([value, y]) => [value * 2, y] as const);
    const [hall, old] = (body as { sports: { curves: unknown[] }[] }).sports;
    expect(hall).toMatchObject({ id: "hall", label: "indoor padel", base: "padel", problems: [] });
    expect(hall?.curves).toMatchObject([
      { factor: "rain", unit: "mm/h", points: scores(rain, weight.rain * 0.1) },
      { factor: "wind", unit: "km/h", points: scores(stretched, weight.wind) },
      { factor: "temperature", unit: "°C" },
    ]);
    expect(old).toMatchObject({ id: "old", curves: [], problems: [expect.stringContaining("base: ")] });
  });

  it("has no sports if the plan does not include own sports any more", async () => {
    const { key, accountId } = await createCaller({ plan: "growth" });
    await store.setSport(accountId, { id: "hall", definition: '{"id":"hall","base":"padel"}' });
    await store.updateAccount(accountId, { plan: "starter" });
    clock.advance(CALLERS_CACHED_MS);
    expect((await usageOf(key)).body).toMatchObject({ sports: [] });
  });

  it("has no price if another price may have been agreed on", async () => {
    for (const [plan, monthlyQuota] of [
      ["starter", 26_000],
      ["enterprise", 100_000],
      ["internal", 10_000_000],
    ] as const) {
      const { key } = await createCaller({ plan, monthlyQuota });
      expect((await usageOf(key)).body).toMatchObject({ plan, plan_price: "" });
    }
  });
});

const [smallest] = BUILT_IN_PLANS;
const club = Object.assign({}, smallest, { name: "club", title: "Club", price: "19", currency: "EUR" });
const busy = Object.assign({}, smallest, { name: "busy", isForSale: false });
const own = await useDoors({ plans: withConcurrentCalls([club, busy, INTERNAL_PLAN], { busy: 0 }) });
const [door] = own.rpcDoors;

describe("GetUsage with plans of the operator's own", () => {
  it("names those plans, and no plan with the dashboard if none has it", async () => {
    const { key } = await own.createCaller({ plan: "club", monthlyQuota: 500 });
    const { body } = await usageOf(key, {}, door);
    const plan = { plan_title: "Club", plan_price: "EUR 19 a month", usage_from_plan: "" };
    expect(body).toMatchObject(plan);
    expect(body).not.toHaveProperty("usage");
    const page = await (await own.get("/", { port: own.ports.sidecar })).text();
    expect(page).toContain("<li>Club, EUR 19 a month: 500 requests</li>");
    expect(page).toContain("--plan club<");
  });

  it("is subject to the limit on an account's concurrent calls", async () => {
    const { key } = await own.createCaller({ plan: "busy" });
    const [refused] = await faultsOf(own.rpcDoors.slice(0, 1), { method, request: {}, key });
    expect(refused?.fault.code).toBe("resource_exhausted");
  });
});
