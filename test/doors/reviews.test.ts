// ReviewBookings at every door: how verdicts changed, which changes are worth telling, and errors of single bookings.
import type { JsonObject } from "@bufbuild/protobuf";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { createLogLines } from "../support/fakes/log-lines.ts";
import { NOW_MS } from "../support/service/test-service.ts";
import { openMeteoAnywhere } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";
import { answerOf } from "./answer-of.ts";
import { faultOf } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, reviewBookings: method } = METHODS;

const RAIN = "2026-11-24T14:00:00Z";
const STORM = "2026-11-23T14:00:00Z";
const FINE = "2026-11-22T12:00:00Z";

/** Mild and dry, except for an hour of heavy rain and an hour of thunder. */
function payload() {
  const made = openMeteoPayload({ nowMs: NOW_MS });
  const { time = [] } = made.hourly;
  const isAt = (hour: string) => (seconds: unknown) => Number(seconds) * 1000 === Date.parse(hour);
  // Open-Meteo's rain of 15:00 fell between 14:00 and 15:00.
  const rainAt = time.findIndex(isAt("2026-11-24T15:00:00Z"));
  const stormAt = time.findIndex(isAt("2026-11-23T15:00:00Z"));
  const constant = (value: number) => time.map(() => value);
  Object.assign(made.hourly, {
    temperature_2m: constant(18),
    apparent_temperature: constant(18),
    precipitation: time.map((_, i) => (i === rainAt ? 8 : 0)),
    // Without a chance, the thunder would not count.
    precipitation_probability: time.map((_, i) => (i === rainAt ? 95 : i === stormAt ? 50 : 0)),
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

/** The verdict that the customer was told on Tuesday the 17th. */
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
    "$name: are in the order of the bookings, one of them an error, and count as one call without a verdict",
    async (door) => {
      const { accountId, key: as } = await service.createCaller();
      const { reviews, headers } = await review(BOOKINGS, { door, as });
      const reason = "START_IN_PAST";
      const detail: unknown = expect.any(String);
      const violations = [{ field: "start_time", description: expect.any(String) as unknown, reason }];
      expect(reviews.map(({ booking_confidence: _verdict, ...rest }) => rest)).toEqual([
        {
          ref: "worse",
          change: "worse",
          worth_telling: true,
          message: expect.stringMatching(/^On Tuesday /),
        },
        {
          ref: "better",
          change: "better",
          worth_telling: true,
          message: expect.stringMatching(/^Letzten Dienstag /),
        },
        { ref: "unchanged", change: "unchanged", worth_telling: false },
        { ref: "untold", worth_telling: false },
        { ref: "past", error: { status: 400, code: "invalid_argument", reason, detail, violations } },
      ]);
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-store",
        "weather-source": "open-meteo",
        "scoring-model-version": MODEL_VERSION,
      });
      expect(headers.has("etag")).toBe(false);
      const verdicts = { safe_to_book: 0, proceed_with_caution: 0, not_recommended: 0 };
      expect(await service.store.monthlyTotals(accountId)).toMatchObject([{ calls: 1, verdicts }]);
    },
  );

  it("have what booking-confidence says of the same session", async () => {
    const facts = { covered: true, surface: "hard", temp_shift_c: -2, lang: "fr", sport: "padel" };
    const asked = { ...LONDON, start_time: RAIN, duration_minutes: 90, ...facts };
    const alone = await answerOf(doors[0], { method: getBookingConfidence, request: asked, key });
    const { reviews } = await review([{ ref: "a", ...asked }]);
    expect(reviews[0]?.["booking_confidence"]).toEqual(alone.body);
  });

  it("of 20 bookings fit into a call, each with the longest texts", async () => {
    const text = "x".repeat(64);
    const long = { surface: text, sport: "é".repeat(64), lang: text, time_zone: text };
    const bookings = Array.from({ length: 19 }, (_, i) => booking(`${i}${"é".repeat(60)}`, long));
    // A URL has room for only a few bookings.
    for (const door of doors.filter(({ name }) => !name.includes("by GET"))) {
      const { reviews } = await review([...bookings, booking("good")], { door });
      expect(reviews, door.name).toHaveLength(20);
    }
  });
});

describe("what is worth telling", () => {
  const only = async (change: JsonObject) => (await review([booking("a", change)])).reviews[0];

  describe("for a small change for the worse", () => {
    // This session has 70 points.
    const beach = { sport: "beach", temp_shift_c: -5 };
    const cool = (change: JsonObject = {}) => ({ ...beach, ...told("safe_to_book", 92, change) });
    const worse = (worth_telling: boolean) => ({ change: "worse", worth_telling });
    const ahead = { start_time: "2026-11-25T12:00:00Z" };

    it("is one within a day of the start", async () => {
      expect(await only(cool())).toMatchObject(worse(true));
    });

    it("is none earlier from the same source and model", async () => {
      const same = { source: "open-meteo", model_version: MODEL_VERSION };
      expect(await only({ ...cool(same), ...ahead })).toMatchObject(worse(false));
    });

    it("is one earlier if another source or model made the told verdict", async () => {
      expect(await only({ ...cool({ source: "met-norway" }), ...ahead })).toMatchObject(worse(true));
      expect(await only({ ...cool({ model_version: "1" }), ...ahead })).toMatchObject(worse(true));
    });
  });

  it("is a new thunderstorm, even if the verdict is unchanged", async () => {
    const storm = await only({ start_time: STORM, ...told("not_recommended", 45) });
    expect(storm).toMatchObject({
      change: "unchanged",
      worth_telling: true,
      message: expect.stringMatching(/^On Tuesday .*thunderstorms/),
    });
  });

  it("is no change from a told verdict that was made from the same forecast", async () => {
    const { forecast_at = "" } = (await only({}))?.booking_confidence ?? {};
    const known = await only(told("not_recommended", 10, { forecast_at }));
    expect(known).toMatchObject({ change: "better", worth_telling: false });
    expect(known).not.toHaveProperty("message");
  });

  it("is dated by the clock of the venue", async () => {
    const at = told("not_recommended", 10, { forecast_at: "2026-11-20T23:30:00Z" });
    expect(await only({ ...at, time_zone: "Europe/London" })).toMatchObject({
      message: expect.stringMatching(/^Yesterday it looked poor/),
    });
    expect(await only({ ...at, time_zone: "Asia/Tokyo" })).toMatchObject({
      message: expect.stringMatching(/^Earlier today it looked poor/),
    });
  });
});

describe("a booking's own error", () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ["missing parameters", { lat: null, start_time: null }, ["lat", "start_time"]],
    ["an incomplete verdict", told("safe_to_book", 88, { forecast_at: null }), ["told.forecast_at"]],
    ["an unspecified verdict", told("unspecified", 88), ["told.recommendation"]],
    ["a score out of range", told("safe_to_book", 101), ["told.playability_score"]],
    ["several things at once", { lng: 200, lang: "xx", time_zone: "x" }, ["lng", "time_zone", "lang"]],
  ])("reports %s, and does not affect another booking", async (_name, change, fields) => {
    const wrong = Object.entries({ ...booking("wrong"), ...change }).flatMap(([name, value]) =>
      value === null ? [] : [[name, withoutNulls(value)]],
    );
    // Sent through Connect, whose JSON can carry an unspecified verdict.
    const { reviews } = await review([Object.fromEntries(wrong) as JsonObject, booking("good")], {
      door: doors[1],
    });
    const { error } = reviews[0] ?? {};
    expect(error).toMatchObject({ status: 400, code: "invalid_argument", reason: "INVALID_PARAMETER" });
    const violations = error?.["violations"] as { field: string }[];
    expect(violations.map(({ field }) => field)).toEqual(fields);
    expect(reviews[1]).toMatchObject({ ref: "good", worth_telling: false });
  });

  it("says with a 403 that the plan lacks own sports, and does not affect another booking", async () => {
    const { accountId, key: as } = await service.createOwner({ ours: { base: "tennis" } });
    await service.store.updateAccount(accountId, { plan: "free" });
    const { reviews } = await review([booking("own", { sport: "ours" }), booking("good")], { as });
    expect(reviews[0]?.error).toMatchObject({ status: 403, reason: "FEATURE_NOT_IN_PLAN" });
    expect(reviews[1]).toMatchObject({ ref: "good", worth_telling: false });
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

const urlOf = ({ name }: { readonly name: string }) =>
  `http://127.0.0.1:${name === "rest" ? service.ports.http : service.ports.sidecar}`;
const JSON_DOORS = doors.filter(({ name }) => name.startsWith("rest"));

describe.each(JSON_DOORS)("a value of the wrong form, $name,", (door) => {
  it.each<[string, JsonObject, string, string]>([
    [
      "a number as text",
      { duration_minutes: "90" },
      "duration_minutes",
      "must be a whole number such as 60.",
    ],
    ["text for a number", { lat: "x" }, "lat", "must be a number such as 51.5."],
    ["a time without an offset", { start_time: "2026-11-22T12:00" }, "start_time", "is ambiguous"],
    ["null", { sport: null }, "sport", "must not be null: leave it out."],
    ["a fact that may be left out", { covered: "yes" }, "covered", "must be true or false."],
    ["a part that is no object", { told: "safe_to_book" }, "told", "must be an object: {…}."],
    ["a value of a part", { told: { playability_score: "92" } }, "told.playability_score", "whole number"],
  ])("fails its booking alone: %s", async (_name, change, field, sentence) => {
    const { reviews } = await review([booking("good"), booking("wrong", change)], { door });
    expect(reviews[0]).toMatchObject({ ref: "good", worth_telling: false });
    const violation = { field, description: expect.stringContaining(sentence), reason: "INVALID_PARAMETER" };
    expect(reviews[1]).toEqual({
      ref: "wrong",
      error: {
        status: 400,
        code: "invalid_argument",
        reason: "INVALID_PARAMETER",
        detail: expect.stringContaining(`${field} `),
        violations: [violation],
      },
    });
  });

  it("fails nineteen bookings, in each of their fields, and not the twentieth", async () => {
    const { ref: _ref, ...fields } = booking("");
    const names = [
      ...Object.keys(fields),
      ..."covered sheltered floodlit surface temp_shift_c lang time_zone".split(" "),
    ];
    const ofTold = "recommendation playability_score forecast_at source model_version".split(" ");
    const allWrong = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, []]));
    const wrong = { ...allWrong(names), told: allWrong(ofTold) };
    const bookings = Array.from({ length: 19 }, (_, i) => booking(`${i}${"é".repeat(60)}`, wrong));
    const { reviews } = await review([...bookings, booking("good")], { door });
    const violations = reviews.map(
      ({ error }) => (error?.["violations"] as JsonObject[] | undefined)?.length,
    );
    const all = names.length + ofTold.length;
    expect(violations).toEqual([...bookings.map(() => all), undefined]);
  });

  it("fails its booking alone that has a name twice", async () => {
    const twice = JSON.stringify(booking("wrong")).replace("{", '{"covered":true,"covered":false,');
    const response = await fetch(`${urlOf(door)}/v1/bookings:review`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: `{"bookings": [${JSON.stringify(booking("good"))}, ${twice}]}`,
    });
    const description = "is given twice: give it once.";
    const error = { violations: [{ field: "covered", description }] };
    expect(await response.json()).toMatchObject({ reviews: [{ ref: "good" }, { ref: "wrong", error }] });
  });

  it("fails each booking that has a name twice, however often others have one", async () => {
    const often = JSON.stringify(booking("often")).replace("{", `{${'"covered":true,'.repeat(25)}`);
    const others = Array.from({ length: 18 }, (_, i) =>
      JSON.stringify(booking(`${i}`)).replace("{", '{"covered":true,"covered":false,"lat":1,'),
    );
    const response = await fetch(`${urlOf(door)}/v1/bookings:review`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: `{"bookings": [${[often, ...others, JSON.stringify(booking("good"))].join()}]}`,
    });
    const { reviews } = (await response.json()) as { reviews: readonly Review[] };
    const fields = reviews.map(({ error }) =>
      (error?.["violations"] as JsonObject[] | undefined)?.map(({ field }) => field),
    );
    expect(fields).toEqual([["covered"], ...others.map(() => ["covered", "lat"]), undefined]);
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ["an unknown field", { durationMinutes: 90 }, ["bookings[1].durationMinutes", "bookings[0].lat"]],
    ["no ref", { ref: undefined as unknown as null }, ["bookings[1].ref", "bookings[0].lat"]],
    ["a ref of the wrong form", { ref: 7 }, ["bookings[1].ref", "bookings[0].lat"]],
    ["a ref of another booking", { ref: "wrong" }, ["bookings[1].ref", "bookings[0].lat"]],
  ])("is listed after what refuses the whole call: %s", async (_name, change, fields) => {
    const { accountId, key: as } = await service.createCaller();
    const bookings = [booking("wrong", { lat: "x" }), booking("b", change), booking("good")];
    const fault = await faultOf([door], { method, request: { bookings }, key: as });
    expect(fault.violations.map(({ field }) => field)).toEqual(fields);
    expect(await service.callsOf(accountId)).toBe(0);
  });

  it("does not hide that there are too many bookings", async () => {
    const bookings = Array.from({ length: 21 }, (_, i) => booking(`${i}`, i === 0 ? { lat: "x" } : {}));
    const fault = await faultOf([door], { method, request: { bookings }, key });
    expect(fault.violations.map(({ field }) => field)).toEqual(["bookings", "bookings[0].lat"]);
  });

  it("beside an unknown field of the call, behind any number of them, does not hide it", async () => {
    const wrong = { lat: "x", lng: "x", duration_minutes: "x" };
    const bookings = Array.from({ length: 19 }, (_, i) => booking(`${i}`, wrong));
    const request = { bookings: [...bookings, booking("good")], verbose: true };
    const fault = await faultOf([door], { method, request, key });
    expect(fault.violations[0]).toMatchObject({ field: "verbose", reason: "UNKNOWN_PARAMETER" });
  });
});
/** Until the end of the test. */
function failForPlacesThatAreNotCached() {
  upstream.behave({ kind: "answer", status: 500, body: "down" });
  onTestFinished(() => upstream.behave(openMeteoAnywhere(payload())));
}

describe("a call that judges no booking", () => {
  it("is refused with the violations of all bookings, and is not counted", async () => {
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

  it("fails uncounted if the service failed for all bookings", async () => {
    failForPlacesThatAreNotCached();
    const { accountId, key: as } = await service.createCaller();
    const call = { method, request: { bookings: [booking("a", { lat: 10, lng: 10 })] }, key: as };
    const failed = await doors[0].call(call);
    expect(failed).toMatchObject({ code: "unavailable", reason: "FORECAST_UNAVAILABLE" });
    expect(await service.callsOf(accountId)).toBe(0);
  });
});

it("a booking that the service failed for, beside one that is judged, says when to try again", async () => {
  await review([booking("cached")]);
  failForPlacesThatAreNotCached();
  const { accountId, key: as } = await service.createCaller();
  const { reviews } = await review([booking("a", { lat: 11, lng: 10 }), booking("cached")], { as });
  const error = { status: 503, reason: "FORECAST_UNAVAILABLE", retry_after_seconds: expect.any(Number) };
  expect(reviews).toMatchObject([{ error }, { ref: "cached", worth_telling: false }]);
  expect(await service.callsOf(accountId)).toBe(1);
});

describe("what is wrong with the whole call", () => {
  it.each<[string, readonly JsonObject[], readonly string[]]>([
    ["no booking", [], ["bookings"]],
    ["21 bookings", Array.from({ length: 21 }, (_, i) => booking(`${i}`)), ["bookings"]],
    ["a booking without a name", [booking("a"), { ...LONDON }], ["bookings[1].ref"]],
    ["a name of 65 characters", [booking("x".repeat(65))], ["bookings[0].ref"]],
    ["a name twice", [booking("a"), booking("b"), booking("a")], ["bookings[2].ref"]],
  ])("is reported at every door: %s", async (_name, bookings, fields) => {
    const { accountId, key: as } = await service.createCaller();
    const request = { bookings: [...bookings] };
    const fault = await faultOf(doors, { method, request, key: as });
    expect(fault).toMatchObject({ code: "invalid_argument", reason: "INVALID_PARAMETER" });
    expect(fault.violations.map(({ field }) => field)).toEqual(fields);
    expect(await service.callsOf(accountId)).toBe(0);
  });
});
