// Good calls: every door gives the same answer, and counts it once.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
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
const lastMinute = { start_time: "2026-11-28T12:20:00Z", duration_minutes: 1440 };
const otherOffset = { start_time: "2026-11-22T16:00:00+02:00", sport: "Five-a-side" };
const corner = { lat: -90, lng: 180, days: 7, sport: "skiing" };
const slots = [tomorrow, "2026-11-22T09:00Z", "2026-11-23T18:30:00+01:00"];
const grid = { earliest_start: "2026-11-22T00:00:00Z", latest_start: "2026-11-23T23:00:00Z" };
const candidates = [
  "2026-11-22T10:00:00Z",
  "2026-11-23T14:00:00Z",
  "2026-11-25T12:00:00Z",
  "2027-01-01T00:00:00Z",
];
const unjudged = ["2026-11-21T11:00:00Z", tomorrow, "2026-12-24T09:00:00Z"];

const VERDICTS: readonly (readonly [name: string, change: JsonObject, ...more: readonly string[]])[] = [
  ["the verdict for a slot", {}],
  [
    "a session in the current hour, in the past by minutes",
    { start_time: "2026-11-21T12:00:00Z", duration_minutes: 1 },
  ],
  ["a session that has begun", { start_time: "2026-11-21T10:00:00Z", ongoing: true }],
  ["the last minute of the horizon, for the longest session", lastMinute],
  ["a time with another offset, a sport by an alias", otherOffset],
  ["an explanation when it is asked for", { sport: "beach", explain: true }, "explanation"],
  ["odds when they are asked for", { sport: "golf", odds: true }, "odds"],
  [
    "better starts when they are asked for, and why some are none",
    { sport: "tennis", alternatives: 5, candidates },
    "alternatives",
    "skipped",
  ],
  ["better starts of a grid", { sport: "tennis", alternatives: 5, ...grid }, "alternatives"],
];

type Call = readonly [name: string, method: DescMethodUnary, request: JsonObject, fields: readonly string[]];

const CALLS: readonly Call[] = [
  ...VERDICTS.map(([name, change, ...more]): Call => {
    return [name, getBookingConfidence, { ...slot, ...change }, [...VERDICT_FIELDS, ...more]];
  }),
  ["three days of hours", getForecast, LONDON, ["location", "hours"]],
  ["seven days at the corner of the map", getForecast, corner, ["location", "hours"]],
  [
    "hours and sessions",
    getForecast,
    { ...LONDON, sport: "tennis", duration_minutes: 90 },
    ["location", "hours", "sessions"],
  ],
  ["a ranking", rankSafeSlots, { ...LONDON, slots }, ["slots"]],
  ["a ranking with odds", rankSafeSlots, { ...LONDON, slots, odds: true }, ["slots"]],
  ["an explained ranking", rankSafeSlots, { ...LONDON, slots, explain: true }, ["slots", "explanation"]],
  [
    "explained hours",
    getForecast,
    { ...LONDON, days: 1, sport: "padel", explain: true },
    ["location", "hours", "explanation", "days"],
  ],
  [
    "one with slots that cannot be judged",
    rankSafeSlots,
    { ...LONDON, slots: unjudged, sport: "golf" },
    ["slots", "skipped"],
  ],
];

const service = await useDoors();
const caller = await service.createCaller();

describe("good calls", () => {
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
      }
    });
  });

  it("a caller's own request id comes back at every door", async () => {
    for (const door of service.doors) {
      const headers = { "x-request-id": "order-4711" };
      const outcome = await door.call({ method: getForecast, request: LONDON, key: caller.key, headers });
      expect(outcome.headers.get("x-request-id"), door.name).toBe("order-4711");
    }
  });

  it("the hours of a forecast start with the current one and have no gaps", async () => {
    const { body } = await ask(service.doors[0], getForecast, { ...LONDON, days: 2 });
    const { hours } = body as { hours: { time: string }[] };
    expect(hours).toHaveLength(48);
    expect(hours[0]?.time).toBe("2026-11-21T12:00:00Z");
    expect(hours[47]?.time).toBe("2026-11-23T11:00:00Z");
  });

  it("a slot that is an hour has the score of that hour, whichever operation says so", async () => {
    const [door] = service.doors;
    const { body: forecast } = await ask(door, getForecast, { ...LONDON, days: 2, sport: "tennis" });
    const { hours } = forecast as { hours: { time: string; playability_score: number; temp_c: number }[] };
    for (const hour of hours.slice(0, 24)) {
      const slot = { ...LONDON, start_time: hour.time, duration_minutes: 60, sport: "tennis" };
      const { body: single } = await ask(door, getBookingConfidence, slot);
      const { body: ranking } = await ask(door, rankSafeSlots, {
        ...LONDON,
        slots: [hour.time],
        sport: "tennis",
      });
      expect(single).toMatchObject({ playability_score: hour.playability_score, temp_c: hour.temp_c });
      expect(ranking).toMatchObject({ slots: [{ playability_score: hour.playability_score, rank: 1 }] });
    }
  });

  it("the start times of a ranking come back exactly as they were passed in", async () => {
    const slots = ["2026-11-22T09:00Z", "2026-11-22T11:00:00.000+02:00", "2026-11-21T09:00:00Z"];
    const { body } = await ask(service.doors[0], rankSafeSlots, { ...LONDON, slots });
    const ranking = body as Record<"slots" | "skipped", { start_time: string }[]>;
    const startTimes = [...ranking.slots, ...ranking.skipped].map(({ start_time }) => start_time);
    expect(startTimes).toEqual(slots);
  });
});
