// Good calls: every door gives the same answer, in the language that is asked for, and counts it once, by its key and its verdict.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CALLERS_CACHED_MS } from "../../src/accounts/serving-store.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { VERDICTS, type Verdict } from "../../src/accounts/usage.ts";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
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
const slots = [tomorrow, "2026-11-22T09:00Z", "2026-11-23T18:30:00+01:00"];
const grid = { earliest_start: "2026-11-22T00:00:00Z", latest_start: "2026-11-23T23:00:00Z" };
const candidates = [
  "2026-11-22T10:00:00Z",
  "2026-11-23T14:00:00Z",
  "2026-11-25T12:00:00Z",
  "2027-01-01T00:00:00Z",
];

type Call = readonly [name: string, method: DescMethodUnary, request: JsonObject, fields: readonly string[]];

/** The verdict for a slot with this change; `more` fields than those of every verdict. */
const verdict = (name: string, change: JsonObject, ...more: readonly string[]): Call => [
  name,
  getBookingConfidence,
  { ...slot, ...change },
  [...VERDICT_FIELDS, ...more],
];

const CALLS: readonly Call[] = [
  verdict("the verdict for a slot", {}),
  verdict("a session that has begun", { start_time: "2026-11-21T10:00:00Z", ongoing: true }),
  verdict(
    "an explained verdict with odds",
    { sport: "golf", explain: true, odds: true },
    "explanation",
    "odds",
  ),
  verdict(
    "better starts, and why some are none",
    { sport: "tennis", alternatives: 5, candidates },
    "alternatives",
    "skipped",
  ),
  verdict("better starts of a grid", { sport: "tennis", alternatives: 5, ...grid }, "alternatives"),
  ["three days of hours", getForecast, LONDON, ["location", "hours"]],
  [
    "hours and sessions",
    getForecast,
    { ...LONDON, sport: "tennis", duration_minutes: 90 },
    ["location", "hours", "sessions"],
  ],
  ["a ranking with odds", rankSafeSlots, { ...LONDON, slots, odds: true }, ["slots"]],
  ["an explained ranking", rankSafeSlots, { ...LONDON, slots, explain: true }, ["slots", "explanation"]],
  [
    "explained hours",
    getForecast,
    { ...LONDON, days: 1, sport: "padel", explain: true },
    ["location", "hours", "explanation", "days"],
  ],
];

const service = await useDoors();
const caller = await service.createCaller();

describe("a good call", () => {
  const ask = (door: Door | undefined, method: DescMethodUnary, request: JsonObject): Promise<Answer> =>
    answerOf(door, { method, request, key: caller.key });

  describe.each(CALLS)("%s", (_name, method, request, fields) => {
    it("is the same at every door, with exactly the contract's fields, is counted once, and says what is left", async () => {
      const { body: rest } = await ask(service.doors[0], method, request);
      expect(Object.keys(rest as object)).toEqual(fields);
      for (const door of service.doors) {
        const used = (await service.callsOf(caller.accountId)) + 1;
        const { body, headers } = await ask(door, method, request);
        expect(body, door.name).toEqual(rest);
        expect(headers.get("ratelimit-policy"), door.name).toBe('"month";q=100000;w=2592000');
        expect(headers.get("ratelimit"), door.name).toBe(`"month";r=${100_000 - used};t=819600`);
        expect(headers.get("x-request-id"), door.name).toMatch(/^[0-9a-f-]{36}$/);
        expect(headers.get("scoring-model-version"), door.name).toBe(MODEL_VERSION);
        expect(headers.get("content-language"), door.name).toBeNull();
      }
    });
  });
});

describe("the language of an answer", () => {
  const tennis = { ...slot, sport: "tennis" };

  it.each([
    ["DE-at", "de", / für Tennis/],
    ["en", "en", / for tennis.*°C/],
    ["fr", "fr", / pour le tennis\u00a0: .*°C/],
    ["en-us", "en-US", / for tennis.*°F/],
    ["de-ch", "de-CH", / für Tennis/],
  ])("is %s, as asked for, at every door: %s", async (lang, contentLanguage, words) => {
    const call = { method: getBookingConfidence, request: { ...tennis, lang }, key: caller.key };
    for (const door of service.doors) {
      const { body, headers } = await answerOf(door, call);
      expect((body as JsonObject)["summary"], door.name).toMatch(words);
      expect(headers.get("content-language"), door.name).toBe(contentLanguage);
    }
  });

  it("says of a session many days ahead that it is early, at every door, and in safe-slots as well", async () => {
    const [soon, late] = ["2026-11-22T09:00:00Z", "2026-11-27T09:00:00Z"];
    const said = async (method: DescMethodUnary, request: JsonObject) => {
      const bodies = await Promise.all(
        service.doors.map((door) => answerOf(door, { method, request, key: caller.key })),
      );
      return bodies.map(({ body }) => JSON.stringify(body).match(/still uncertain/g)?.length ?? 0);
    };
    const ofDoors = (count: number) => service.doors.map(() => count);
    expect(await said(getBookingConfidence, { ...tennis, start_time: soon })).toEqual(ofDoors(0));
    expect(await said(getBookingConfidence, { ...tennis, start_time: late })).toEqual(ofDoors(1));
    const ranked = { ...LONDON, slots: [soon, late], sport: "tennis", explain: true };
    expect(await said(rankSafeSlots, ranked)).toEqual(ofDoors(1));
  });

  it("knows an alias by its own name, also where facts of its venue are given", async () => {
    const request = { ...slot, sport: "horse riding", sheltered: true, lang: "de" };
    const call = { method: getBookingConfidence, request, key: caller.key };
    const { body } = await answerOf(service.doors[0], call);
    expect((body as JsonObject)["summary"]).toMatch(/ zum Reiten/);
  });
});

it("a call is counted by its key, and by its verdict or that of the best slot; a forecast has none", async () => {
  const { doors, store, createCaller } = service;
  const { accountId, key, keyId } = await createCaller();
  const second = await issueApiKey({ store, accountId });
  // Six days: the simulated weather is good, fair and bad in them.
  const starts = Array.from(
    { length: 12 },
    (_, i) => `2026-11-${22 + (i >> 1)}T${i % 2 === 0 ? "04" : "13"}:00:00Z`,
  );
  const told: (Verdict | undefined)[] = [];
  for (const [i, door] of doors.entries()) {
    for (const start_time of starts) {
      const request = { ...slot, start_time, duration_minutes: 60, sport: "tennis" };
      const { body } = await answerOf(door, { method: getBookingConfidence, request, key });
      told.push((body as { recommendation?: Verdict }).recommendation);
    }
    const request = { ...LONDON, slots: starts.slice(i % 6, (i % 6) + 3) };
    const { body } = await answerOf(door, { method: rankSafeSlots, request, key });
    told.push((body as { slots: { recommendation: Verdict }[] }).slots[0]?.recommendation);
    await answerOf(door, { method: getForecast, request: { ...LONDON, days: 1 }, key: second?.apiKey });
  }
  const counts = VERDICTS.map((verdict) => [verdict, told.filter((each) => each === verdict).length]);
  // Each of them has to be there, or nothing is proved.
  expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  const [total] = await store.monthlyTotals(accountId);
  const { length } = doors;
  expect(total).toEqual({
    month: "2026-11",
    calls: told.length + length,
    verdicts: Object.fromEntries(counts),
  });
  const rows = await store.usage(accountId, "2026-11");
  expect(rows.map((row) => [row.method, row.keyId, row.calls]).toSorted()).toEqual([
    ["GetBookingConfidence", keyId, starts.length * length],
    ["GetForecast", second?.key.id, length],
    ["RankSafeSlots", keyId, length],
  ]);
});

// A command with another PLANS_FILE can give an account a plan that a running service does not have.
it("an account whose plan is not in force is answered at every door, counted, and refused once its own quota is used up", async () => {
  const { doors, store, clock, createCaller } = service;
  const { key, accountId } = await createCaller({ plan: "growth" });
  await store.updateAccount(accountId, { plan: "gold", monthlyQuota: doors.length });
  clock.advance(CALLERS_CACHED_MS);
  const call = { method: getForecast, request: { lat: 59.91, lng: 10.75, days: 1 }, key };
  for (const door of doors) expect((await door.call(call)).kind, door.name).toBe("answer");
  for (const door of doors) {
    expect(await door.call(call), door.name).toMatchObject({ reason: "MONTHLY_QUOTA_EXHAUSTED" });
  }
  expect(await service.callsOf(accountId)).toBe(doors.length);
  const metrics = await service.metrics();
  expect(metrics).toContain(`suitability_quota_refusals_total{plan="unknown"} ${doors.length}`);
  expect(metrics).not.toContain("gold");
});
