// ReviewBookings, at every door: what became of bookings, who should hear of it, and what is wrong with one of them alone.
import type { JsonObject } from "@bufbuild/protobuf";
import { afterAll, describe, expect, it } from "vitest";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { createLogLines } from "../support/log-lines.ts";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoAnywhere } from "../weather/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { answerOf } from "./answer-of.ts";
import { faultOf, faultsOf } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, reviewBookings: method } = METHODS;

const RAIN = "2026-11-24T14:00:00Z";
const STORM = "2026-11-23T14:00:00Z";
const FINE = "2026-11-22T12:00:00Z";

/** Mild and dry, but for an hour of heavy rain and one of thunder. */
function payload() {
  const made = openMeteoPayload({ nowMs: NOW_MS });
  const { time = [] } = made.hourly;
  const isAt = (hour: string) => (seconds: unknown) => Number(seconds) * 1000 === Date.parse(hour);
  // What Open-Meteo tells of 15:00 fell between 14:00 and 15:00.
  const rainAt = time.findIndex(isAt("2026-11-24T15:00:00Z"));
  const stormAt = time.findIndex(isAt("2026-11-23T15:00:00Z"));
  const constant = (value: number) => time.map(() => value);
  Object.assign(made.hourly, {
    temperature_2m: constant(18),
    apparent_temperature: constant(18),
    precipitation: time.map((_, i) => (i === rainAt ? 8 : 0)),
    precipitation_probability: time.map((_, i) => (i === rainAt ? 95 : 0)),
    weather_code: time.map((_, i) => (i === stormAt ? 95 : i === rainAt ? 65 : 1)),
    cloud_cover: constant(10),
    wind_speed_10m: constant(5),
    wind_gusts_10m: constant(8),
  });
  return made;
}

const { upstream, settings } = await startProvider(openMeteoAnywhere(payload()), afterAll);
const { lines, destination } = createLogLines();
const service = await useDoors({ ...settings, logLevel: "error" }, { destination });
const { doors } = service;
const { key } = await service.createCaller({ plan: "growth", monthlyQuota: 100_000 });

type Review = JsonObject & {
  readonly ref: string;
  readonly booking_confidence?: { readonly playability_score: number; readonly forecast_at: string };
  readonly error?: JsonObject;
  readonly message?: string;
};

const booking = (ref: string, change: JsonObject = {}): JsonObject => ({
  ref,
  ...LONDON,
  start_time: FINE,
  duration_minutes: 60,
  sport: "tennis",
  ...change,
});

/** Tuesday the 17th. */
const told = (recommendation: string, playability_score: number, change: JsonObject = {}) => ({
  told: {
    recommendation: `RECOMMENDATION_${recommendation.toUpperCase()}`,
    playability_score,
    forecast_at: "2026-11-17T06:00:00Z",
    ...change,
  },
});

async function review(bookings: readonly JsonObject[], { door = doors[0], as = key } = {}) {
  const { body, headers } = await answerOf(door, { method, request: { bookings: [...bookings] }, key: as });
  return { reviews: (body as { reviews: readonly Review[] }).reviews, headers };
}

const BOOKINGS = [
  booking("worse", {
    start_time: "2026-11-24T13:00:00Z",
    duration_minutes: 120,
    ...told("safe_to_book", 92),
  }),
  booking("better", { lang: "de", ...told("not_recommended", 30) }),
  booking("unchanged", told("safe_to_book", 81)),
  booking("untold", { time_zone: "Europe/London" }),
  booking("past", { start_time: "2026-11-20T12:00:00Z" }),
];

describe("reviews", () => {
  it.each(doors)(
    "$name: are in the order of the bookings, one with its own error among them",
    async (door) => {
      const { reviews, headers } = await review(BOOKINGS, { door });
      expect(reviews.map(({ booking_confidence: _verdict, ...rest }) => rest)).toEqual([
        {
          ref: "worse",
          change: "worse",
          worth_telling: true,
          message: "On Tuesday it looked good. Now it looks poor: heavy rain expected in the last hour.",
        },
        {
          ref: "better",
          change: "better",
          worth_telling: true,
          message:
            "Am Dienstag sah es noch schlecht aus. Jetzt sieht es gut aus: trocken und sonnig, schwacher Wind.",
        },
        { ref: "unchanged", change: "unchanged", worth_telling: false },
        { ref: "untold", worth_telling: false },
        {
          ref: "past",
          error: {
            status: 400,
            code: "invalid_argument",
            reason: "START_IN_PAST",
            detail:
              "start_time is in the past. The earliest start is the current hour, 2026-11-21T12:00:00Z.",
            violations: [
              {
                field: "start_time",
                description: "is in the past. The earliest start is the current hour, 2026-11-21T12:00:00Z.",
                reason: "START_IN_PAST",
              },
            ],
          },
        },
      ]);
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-store",
        "weather-source": "open-meteo",
        "scoring-model-version": MODEL_VERSION,
      });
      expect(headers.has("etag")).toBe(false);
    },
  );

  it("have what booking-confidence says of the same session", async () => {
    const facts = { covered: true, surface: "hard", temp_shift_c: -2, lang: "fr", sport: "padel" };
    const asked = { ...LONDON, start_time: RAIN, duration_minutes: 90, ...facts };
    const alone = await answerOf(doors[0], { method: getBookingConfidence, request: asked, key });
    const { reviews } = await review([{ ref: "a", ...asked }]);
    expect(reviews[0]?.["booking_confidence"]).toEqual(alone.body);
  });

  it("count 1 however many there are, under no verdict", async () => {
    const { accountId, key: as } = await service.createCaller();
    await review(BOOKINGS, { as });
    expect(await service.callsOf(accountId)).toBe(1);
    const [total] = await service.store.monthlyTotals(accountId);
    expect(total).toMatchObject({
      calls: 1,
      verdicts: { safe_to_book: 0, proceed_with_caution: 0, not_recommended: 0 },
    });
  });

  it("of 20 bookings fit, each with the longest texts", async () => {
    const long = {
      surface: "x".repeat(64),
      sport: "é".repeat(64),
      lang: "x".repeat(64),
      time_zone: "x".repeat(64),
    };
    const bookings = Array.from({ length: 19 }, (_, i) => booking(`${i}${"é".repeat(60)}`, long));
    // A URL has room for a few.
    for (const door of doors.filter(({ name }) => !name.includes("by GET"))) {
      const { reviews } = await review([...bookings, booking("good")], { door });
      expect(reviews, door.name).toHaveLength(20);
    }
  });
});

describe("what is worth telling", () => {
  const only = async (change: JsonObject) => (await review([booking("a", change)])).reviews[0];

  it("is a small step for the worse on the day, and none days ahead", async () => {
    // Of bathers some find it just too cold.
    const shifts = Array.from({ length: 20 }, (_, i) => ({ sport: "beach", temp_shift_c: i - 10 }));
    const { reviews } = await review(shifts.map((shift, i) => booking(`${i}`, shift)));
    const scores = reviews.map((each) => each.booking_confidence?.playability_score ?? 0);
    const cold = shifts[scores.findIndex((score) => score > 68 && score <= 75)];
    expect(cold, String(scores)).toBeDefined();
    const fine = told("safe_to_book", 92);
    expect(await only({ ...cold, ...fine })).toMatchObject({ change: "worse", worth_telling: true });
    expect(await only({ ...cold, ...fine, start_time: "2026-11-25T12:00:00Z" })).toMatchObject({
      change: "worse",
      worth_telling: false,
    });
  });

  it("is a new thunderstorm, whatever the word did", async () => {
    const storm = await only({ start_time: STORM, ...told("not_recommended", 45) });
    expect(storm).toMatchObject({
      change: "unchanged",
      worth_telling: true,
      message: "On Tuesday it looked poor. Thunderstorms expected: not safe for tennis.",
    });
  });

  it("is nothing that was told from the same forecast, or a newer one", async () => {
    const { reviews } = await review([booking("now")]);
    const forecast_at = reviews[0]?.booking_confidence?.forecast_at ?? "";
    const known = await only(told("not_recommended", 10, { forecast_at }));
    expect(known).toMatchObject({ change: "better", worth_telling: false });
    expect(known).not.toHaveProperty("message");
  });

  it("is told on the clock of the venue", async () => {
    const at = told("not_recommended", 10, { forecast_at: "2026-11-20T23:30:00Z" });
    expect((await only({ ...at, time_zone: "Europe/London" }))?.message).toMatch(/^Yesterday it looked poor/);
    expect((await only({ ...at, time_zone: "Asia/Tokyo" }))?.message).toMatch(
      /^Earlier today it looked poor/,
    );
  });

  it("goes by words alone where the score was another model's or source's", async () => {
    const start_time = "2026-11-26T12:00:00Z";
    const score = (await only({ start_time }))?.booking_confidence?.playability_score ?? 0;
    const step = (change: JsonObject) => only({ start_time, ...told("proceed_with_caution", 79, change) });
    expect(score).toBeGreaterThanOrEqual(80);
    expect(await step({ source: "met-norway" })).toMatchObject({ worth_telling: true });
    expect(await step({ model_version: "1" })).toMatchObject({ worth_telling: true });
    expect(await step({ source: "open-meteo", model_version: MODEL_VERSION })).toMatchObject({
      worth_telling: score >= 98,
    });
  });
});

describe("a booking's own error", () => {
  it.each<[string, JsonObject, string, readonly string[]]>([
    ["nothing but its name", { lat: null, start_time: null }, "INVALID_PARAMETER", ["lat", "start_time"]],
    ["a start too far ahead", { start_time: "2026-12-24T12:00:00Z" }, "START_BEYOND_HORIZON", ["start_time"]],
    ["a sport that is none", { sport: "quidditch" }, "UNKNOWN_SPORT", ["sport"]],
    [
      "half of what was told",
      told("safe_to_book", 88, { forecast_at: null }),
      "INVALID_PARAMETER",
      ["told.forecast_at"],
    ],
    ["a verdict that is none", told("unspecified", 88), "INVALID_PARAMETER", ["told.recommendation"]],
    ["a score out of range", told("safe_to_book", 101), "INVALID_PARAMETER", ["told.playability_score"]],
    [
      "several things at once",
      { lng: 200, lang: "xx", time_zone: "x" },
      "INVALID_PARAMETER",
      ["lng", "time_zone", "lang"],
    ],
  ])("tells of %s, and spoils no other", async (_name, change, reason, fields) => {
    const wrong = Object.entries({ ...booking("wrong"), ...change }).flatMap(([name, value]) =>
      value === null ? [] : [[name, withoutNulls(value)]],
    );
    // By Connect, whose JSON can say what is left out by null, and names no verdict.
    const { reviews } = await review([Object.fromEntries(wrong) as JsonObject, booking("good")], {
      door: doors[1],
    });
    const { error } = reviews[0] ?? {};
    expect(error).toMatchObject({ status: 400, code: "invalid_argument", reason });
    const violations = error?.["violations"] as { field: string }[];
    expect(violations.map(({ field }) => field)).toEqual(fields);
    expect(reviews[1]).toMatchObject({ ref: "good", worth_telling: false });
  });

  it("says that the plan lacks own sports, as a 403", async () => {
    const { accountId, key: as } = await service.createOwner({ ours: { base: "tennis" } });
    await service.store.updateAccount(accountId, { plan: "free" });
    const { reviews } = await review([booking("own", { sport: "ours" }), booking("good")], { as });
    expect(reviews[0]?.error).toMatchObject({ status: 403, reason: "FEATURE_NOT_IN_PLAN" });
  });

  it("is INTERNAL for a bug of ours, whose cause is logged and not sent", async () => {
    const { accountId, key: as } = await service.createCaller({ plan: "growth", monthlyQuota: 100_000 });
    await service.store.setSport(accountId, {
      id: "broken",
      definition: '{"id": "broken", "base": "quidditch"}',
    });
    const { reviews } = await review([booking("own", { sport: "broken" }), booking("good")], { as });
    expect(reviews[0]?.error).toMatchObject({ status: 500, code: "internal", reason: "INTERNAL" });
    expect(JSON.stringify(reviews)).not.toContain("quidditch");
    expect(reviews[1]).toMatchObject({ ref: "good", worth_telling: false });
    expect(JSON.stringify(lines)).toContain(
      `sport broken of account ${accountId} is not valid in this version`,
    );
  });
});

function withoutNulls(value: unknown) {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

describe("a call that judges none", () => {
  it("is refused for all that is wrong with them, and does not count", async () => {
    const { accountId, key: as } = await service.createCaller();
    const bookings = [
      booking("a", { start_time: "2026-11-20T12:00:00Z" }),
      booking("b", { start_time: "2026-11-21T11:00:00Z" }),
    ];
    expect(await faultOf(doors, { method, request: { bookings }, key: as })).toMatchObject({
      code: "invalid_argument",
      reason: "START_IN_PAST",
      violations: [{ field: "bookings[0].start_time" }, { field: "bookings[1].start_time" }],
    });
    expect(await service.callsOf(accountId)).toBe(0);
  });

  it("fails where all failed for reasons of ours, and says when to try again", async () => {
    const { accountId, key: as } = await service.createCaller();
    upstream.behave({ kind: "answer", status: 500, body: "down" });
    try {
      const elsewhere = { lat: 10, lng: 10 };
      const bookings = [booking("a", elsewhere)];
      for (const { door, fault } of await faultsOf(doors, { method, request: { bookings }, key: as })) {
        expect(fault, door).toMatchObject({ code: "unavailable", reason: "FORECAST_UNAVAILABLE" });
        expect(fault.retryAfterSeconds, door).toBeGreaterThan(0);
      }
      expect(await service.callsOf(accountId)).toBe(0);
      const { reviews } = await review([booking("a", elsewhere), booking("cached")], { as });
      expect(reviews[0]?.error).toMatchObject({
        status: 503,
        reason: "FORECAST_UNAVAILABLE",
        retry_after_seconds: expect.any(Number),
      });
      expect(reviews[1]).toMatchObject({ ref: "cached", worth_telling: false });
      expect(await service.callsOf(accountId)).toBe(1);
    } finally {
      upstream.behave(openMeteoAnywhere(payload()));
    }
  });
});

describe("what is wrong with the whole call", () => {
  it.each<[string, readonly JsonObject[], readonly string[]]>([
    ["no booking", [], ["bookings"]],
    ["21 of them", Array.from({ length: 21 }, (_, i) => booking(`${i}`)), ["bookings"]],
    ["a booking without a name", [booking("a"), { ...LONDON }], ["bookings[1].ref"]],
    ["a name of 65 characters", [booking("x".repeat(65))], ["bookings[0].ref"]],
    ["a name twice", [booking("a"), booking("b"), booking("a")], ["bookings[2].ref"]],
  ])("is told at every door: %s", async (_name, bookings, fields) => {
    const { accountId, key: as } = await service.createCaller();
    const request = { bookings: [...bookings] };
    const fault = await faultOf(doors, { method, request, key: as });
    expect(fault).toMatchObject({ code: "invalid_argument", reason: "INVALID_PARAMETER" });
    expect(fault.violations.map(({ field }) => field)).toEqual(fields);
    expect(await service.callsOf(accountId)).toBe(0);
  });
});
