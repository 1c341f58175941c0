// Good calls: every door gives the same answer, in the requested language, and counts the call once, by key and verdict.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CALLERS_CACHED_MS } from "../../src/accounts/serving-store.ts";
import { VERDICTS, type Verdict } from "../../src/scoring/verdicts.ts";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { issueKey } from "../accounts/issue-key.ts";
import { answerOf } from "./answer-of.ts";
import type { Answer, Door } from "./door.ts";
import { LONDON, METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, getForecast, rankSafeSlots } = METHODS;
const tomorrow = "2026-11-22T14:00:00Z";

const VERDICT_FIELDS = [
  "playability_score",
  "recommendation",
  "rain_risk",
  "wind_risk",
  "temp_c",
  "summary",
  "forecast_at",
];

const slot = { ...LONDON, start_time: tomorrow, duration_minutes: 90 };
const candidates = ["2026-11-22T10:00:00Z", "2026-11-23T14:00:00Z", "2027-01-01T00:00:00Z"];
const slots = [tomorrow, "2026-11-22T09:00Z", "2026-11-23T18:30:00+01:00"];

type Call = readonly [name: string, method: DescMethodUnary, request: JsonObject, fields: readonly string[]];

const CALLS: readonly Call[] = [
  [
    "the verdict for a slot, with everything optional",
    getBookingConfidence,
    { ...slot, sport: "tennis", explain: true, odds: true, alternatives: 5, candidates },
    [...VERDICT_FIELDS, "explanation", "odds", "alternatives", "skipped"],
  ],
  [
    "hours and sessions",
    getForecast,
    { ...LONDON, sport: "tennis", duration_minutes: 90 },
    ["location", "hours", "sessions"],
  ],
  [
    "explained hours",
    getForecast,
    { ...LONDON, days: 1, sport: "padel", explain: true },
    ["location", "hours", "explanation", "days"],
  ],
  [
    "an explained ranking with odds",
    rankSafeSlots,
    { ...LONDON, slots, explain: true, odds: true },
    ["slots", "explanation"],
  ],
];

const service = await useDoors();
const caller = await service.createCaller();

describe("a good call", () => {
  const ask = (door: Door | undefined, method: DescMethodUnary, request: JsonObject): Promise<Answer> =>
    answerOf(door, { method, request, key: caller.key });

  describe.each(CALLS)("%s", (_name, method, request, fields) => {
    it("has exactly the contract's fields", async () => {
      const { body } = await ask(service.doors[0], method, request);
      expect(Object.keys(body as object)).toEqual(fields);
    });

    it("gets the same answer at every door", async () => {
      const { body: rest } = await ask(service.doors[0], method, request);
      for (const door of service.doors) {
        expect((await ask(door, method, request)).body, door.name).toEqual(rest);
      }
    });

    it("is counted once at every door, as its quota headers say", async () => {
      for (const door of service.doors) {
        const used = (await service.callsOf(caller.accountId)) + 1;
        const { headers } = await ask(door, method, request);
        expect(headers.get("ratelimit-policy"), door.name).toBe('"month";q=100000;w=2592000');
        expect(headers.get("ratelimit"), door.name).toBe(`"month";r=${100_000 - used};t=819600`);
      }
    });

    it("gets an id and the version of the scores with its answer at every door", async () => {
      for (const door of service.doors) {
        const { headers } = await ask(door, method, request);
        expect(headers.get("x-request-id"), door.name).toMatch(/^[0-9a-f-]{36}$/);
        expect(headers.get("scoring-model-version"), door.name).toBe(MODEL_VERSION);
        expect(headers.get("content-language"), door.name).toBeNull();
      }
    });
  });
});

it.each<readonly [string, DescMethodUnary, JsonObject]>([
  ["a verdict", getBookingConfidence, slot],
  ["a forecast", getForecast, {}],
  ["a ranking", rankSafeSlots, { slots: [tomorrow] }],
])(
  "%s names the place of the weather at every door, so that swapped coordinates show",
  async (_what, method, asked) => {
    const request = { ...asked, lat: -3.7038, lng: 40.4168 };
    for (const door of service.doors) {
      const { headers } = await answerOf(door, { method, request, key: caller.key });
      expect(headers.get("weather-location"), door.name).toBe("-3.70,40.42");
    }
  },
);

describe("the summary of an answer", () => {
  const tennis = { ...slot, sport: "tennis" };

  it("is in the requested language with its region's units at every door, as a header says", async () => {
    const call = { method: getBookingConfidence, request: { ...tennis, lang: "en-us" }, key: caller.key };
    for (const door of service.doors) {
      const { body, headers } = await answerOf(door, call);
      expect((body as JsonObject)["summary"], door.name).toMatch(/ for tennis.*°F/);
      expect(headers.get("content-language"), door.name).toBe("en-US");
    }
  });

  it("calls a session many days ahead uncertain, in safe-slots as well", async () => {
    const [soon, late] = ["2026-11-22T09:00:00Z", "2026-11-27T09:00:00Z"];
    const said = async (method: DescMethodUnary, request: JsonObject) => {
      const { body } = await answerOf(service.doors[0], { method, request, key: caller.key });
      return JSON.stringify(body).match(/uncertain/g)?.length ?? 0;
    };
    expect(await said(getBookingConfidence, { ...tennis, start_time: soon })).toBe(0);
    expect(await said(getBookingConfidence, { ...tennis, start_time: late })).toBe(1);
    const ranked = { ...LONDON, slots: [soon, late], sport: "tennis", explain: true };
    expect(await said(rankSafeSlots, ranked)).toBe(1);
  });

  it("uses an alias's own name for its sport, also if facts of the venue are given", async () => {
    const request = { ...slot, sport: "horse riding", sheltered: true, lang: "de" };
    const call = { method: getBookingConfidence, request, key: caller.key };
    const { body } = await answerOf(service.doors[0], call);
    expect((body as JsonObject)["summary"]).toMatch(/ zum Reiten/);
  });
});

it("a call is counted by its key and its verdict, a ranking by its best slot's verdict, a forecast without a verdict", async () => {
  const { store, createCaller } = service;
  const { accountId, key, keyId } = await createCaller();
  const second = await issueKey(store, accountId);
  const ask = async (method: DescMethodUnary, request: JsonObject, as = key) =>
    (await answerOf(service.doors[0], { method, request: { ...LONDON, ...request }, key: as })).body;
  // Six days in which the simulated weather is good, fair and bad.
  const starts = Array.from(
    { length: 12 },
    (_, i) => `2026-11-${22 + (i >> 1)}T${i % 2 === 0 ? "04" : "13"}:00:00Z`,
  );
  const told: (Verdict | undefined)[] = [];
  for (const [i, start_time] of starts.entries()) {
    const booked = await ask(getBookingConfidence, { start_time, duration_minutes: 60, sport: "tennis" });
    told.push((booked as { recommendation?: Verdict }).recommendation);
    const ranked = await ask(rankSafeSlots, { slots: starts.slice(i, i + 3) });
    told.push((ranked as { slots: { recommendation: Verdict }[] }).slots[0]?.recommendation);
  }
  await ask(getForecast, { days: 1 }, second.apiKey);
  const counts = VERDICTS.map((verdict) => [verdict, told.filter((each) => each === verdict).length]);
  // Every verdict must occur, or this test proves nothing.
  expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  const verdicts = Object.fromEntries(counts);
  expect(await store.monthlyTotals(accountId)).toEqual([{ month: "2026-11", calls: 25, verdicts }]);
  const rows = await store.usage(accountId, "2026-11");
  expect(rows.map((row) => [row.method, row.keyId, row.calls]).toSorted()).toEqual([
    ["GetBookingConfidence", keyId, 12],
    ["GetForecast", second.key.id, 1],
    ["RankSafeSlots", keyId, 12],
  ]);
});

// A command with another PLANS_FILE can give an account a plan that a running service does not have.
it("an account whose plan the service does not know is answered until its quota is used up", async () => {
  const { store, clock, createCaller } = service;
  const { key, accountId } = await createCaller({ plan: "growth" });
  await store.updateAccount(accountId, { plan: "gold", monthlyQuota: 1 });
  clock.advance(CALLERS_CACHED_MS);
  const call = { method: getForecast, request: { ...LONDON, days: 1 }, key };
  const [door] = service.doors;
  expect(await door.call(call)).toMatchObject({ kind: "answer" });
  expect(await door.call(call)).toMatchObject({ reason: "MONTHLY_QUOTA_EXHAUSTED" });
  const metrics = await service.metrics();
  expect(metrics).toContain('suitability_quota_refusals_total{plan="unknown"} 1');
  expect(metrics).not.toContain("gold");
});
