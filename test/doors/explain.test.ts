// What an answer adds to its verdict on request. `explain`: points lost that add up, the weather behind them, and
// the forecast's time. `odds`: their lead time counts from the forecast's time, not from the time of the call.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { recommendationFor } from "../../src/scoring/session-score.ts";
import { NOW_MS } from "../support/service/test-service.ts";
import { openMeteoAnywhere } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors, useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, getForecast, rankSafeSlots } = METHODS;

const MIAMI = { lat: 25.7617, lng: -80.1918 };
const START = "2026-11-22T14:20:00Z";
const SLOT = { ...LONDON, start_time: START, duration_minutes: 100, sport: "tennis" };
const SLOTS = { ...LONDON, slots: [START, "2026-11-25T09:00:00Z"], duration_minutes: 100, sport: "tennis" };
const GROUNDS = { forecast_at: "2026-11-21T12:20:00Z", source: "simulated", model_version: MODEL_VERSION };

interface Explained {
  readonly playability_score: number;
  readonly explanation: { readonly points_lost: readonly { factor: string; points: number }[] };
}

interface Hour extends Explained {
  readonly time: string;
  readonly explanation: Explained["explanation"] & {
    readonly recommendation: string;
    readonly is_day: boolean;
  };
}

interface Forecast {
  readonly hours: readonly Hour[];
  readonly explanation: object;
  readonly days?: readonly { readonly sunrise: string; readonly sunset: string }[];
}

const missing = ({ playability_score: score }: { readonly playability_score: number }) => 100 - score;
const lost = ({ explanation }: Pick<Explained, "explanation">) =>
  explanation.points_lost.reduce((sum, { points }) => sum + points, 0);

const service = await useDoors();
const { key } = await service.createCaller();

async function ask<Body>(method: DescMethodUnary, request: JsonObject): Promise<Body> {
  const { body } = await answerOf(service.doors[0], { method, request, key });
  return body as Body;
}

describe("explain", () => {
  it("lists for each hour of a forecast the points that it lost, and what else is known of the hour", async () => {
    const asked = { ...MIAMI, days: 7, sport: "padel", explain: true };
    const { hours, explanation } = await ask<Forecast>(getForecast, asked);
    expect(explanation).toEqual(GROUNDS);
    expect(hours.map(lost)).toEqual(hours.map(missing));
    // A perfect hour has an empty list rather than none.
    expect(hours.some(({ playability_score: score }) => score === 100)).toBe(true);
    for (const { playability_score: score, explanation } of hours) {
      expect(explanation.recommendation).toBe(recommendationFor(score));
      expect(Object.keys(explanation)).toEqual([
        "points_lost",
        "recommendation",
        "precip_prob_pct",
        "gust_kmh",
        "feels_like_c",
        "is_day",
        "conditions",
      ]);
    }
  });

  it("has sunrise and sunset of every day that the hours touch, in agreement with is_day", async () => {
    const { hours, days = [] } = await ask<Forecast>(getForecast, { ...LONDON, days: 2, explain: true });
    // From noon of the first date to noon of the third.
    const dates = ["2026-11-21", "2026-11-22", "2026-11-23"];
    expect(days.map(({ sunrise }) => sunrise.slice(0, 10))).toEqual(dates);
    const isUp = (time: string) => days.some(({ sunrise, sunset }) => sunrise <= time && time < sunset);
    expect(hours.map(({ time }) => isUp(time))).toEqual(hours.map(({ explanation }) => explanation.is_day));
  });

  it("has for each slot the points and the sentence that booking-confidence has, in the language asked for", async () => {
    interface Ranking {
      readonly slots: readonly (Explained & { readonly start_time: string; readonly summary: string })[];
    }
    const asked = { explain: true, lang: "nl" };
    const { slots, ...answer } = await ask<Ranking>(rankSafeSlots, { ...SLOTS, ...asked });
    expect(answer).toEqual({ explanation: GROUNDS });
    expect(slots).toHaveLength(2);
    for (const { start_time, summary, explanation, ...slot } of slots) {
      const single = await ask<Explained>(getBookingConfidence, { ...SLOT, start_time, ...asked });
      expect(single).toMatchObject({ summary });
      expect(explanation.points_lost).toEqual(single.explanation.points_lost);
      const { points_lost: _points, ...ofSlot } = explanation;
      // Its `session`, and its `limiting` if it has one.
      expect(single.explanation).toMatchObject(ofSlot);
      expect(Object.keys(ofSlot)).toContain("session");
      expect(lost({ explanation })).toBe(missing(slot));
    }
  });

  it("has every hour that a session touches, and the hours before and after it", async () => {
    const { explanation } = await ask<Explained>(getBookingConfidence, { ...SLOT, explain: true });
    const { hours } = await ask<Forecast>(getForecast, { ...LONDON, days: 3, sport: "tennis" });
    const scoreAt = (time: string) => hours.find((hour) => hour.time === time)?.playability_score;
    const touched = ["2026-11-22T14:00:00Z", "2026-11-22T15:00:00Z"];
    expect(explanation).toMatchObject({
      ...GROUNDS,
      hours: touched.map((time) => ({
        time,
        playability_score: scoreAt(time),
        wet_mm: expect.any(Number),
      })),
      hour_before: { time: "2026-11-22T13:00:00Z" },
      hour_after: { time: "2026-11-22T16:00:00Z" },
    });
  });

  /** What is explained of a session and of a day, from a source without gusts and chances of rain. */
  const explainedWithout = async () => {
    const payload = openMeteoPayload({ nowMs: NOW_MS });
    for (const name of ["precipitation_probability", "wind_gusts_10m"]) {
      payload.hourly[name] = payload.hourly[name]?.map(() => null) ?? [];
    }
    payload.hourly["temperature_2m"] = payload.hourly["temperature_2m"]?.map(() => 17.1) ?? [];
    const { settings } = await startProvider(openMeteoAnywhere(payload));
    const { doors, createCaller } = await startWithDoors(settings);
    const { key: other } = await createCaller();
    const told = async (method: DescMethodUnary, request: JsonObject) =>
      (await answerOf(doors[0], { key: other, method, request: { ...request, explain: true } })).body;
    return {
      session: await told(getBookingConfidence, SLOT),
      hours: await told(getForecast, { ...LONDON, days: 1 }),
    };
  };

  it("repeats the values of the source unrounded", async () => {
    const { session } = await explainedWithout();
    const explanation = { source: "open-meteo", hours: [{ temp_c: 17.1 }, { temp_c: 17.1 }] };
    expect(session).toMatchObject({ explanation });
  });

  it("leaves out values that the source does not have", async () => {
    for (const body of Object.values(await explainedWithout())) {
      expect(JSON.stringify(body)).not.toMatch(/precip_prob_pct|gust_kmh/);
    }
  });
});

describe("odds", () => {
  interface Odds {
    readonly lead_hours: number;
  }
  const slot = { ...SLOT, start_time: "2026-11-23T14:20:00Z", odds: true };
  const oddsOf = async (request: JsonObject) =>
    (await ask<{ odds: Odds }>(getBookingConfidence, { ...slot, ...request })).odds;

  it("are the same in booking-confidence and in a ranking", async () => {
    const odds = await oddsOf({});
    expect(odds).toMatchObject({ lead_hours: 50, basis: "open-meteo-nyc-2025" });
    const ranking = { ...SLOTS, slots: [slot.start_time, "2026-11-28T10:00:00Z"], odds: true };
    const { slots } = await ask<{ slots: { odds?: Odds; start_time: string }[] }>(rankSafeSlots, ranking);
    expect(slots.find(({ start_time }) => start_time === slot.start_time)?.odds).toEqual(odds);
    expect(slots.every(({ odds }) => odds !== undefined)).toBe(true);
  });

  it("have a lead that counts from the forecast's time, not the call's", async () => {
    const odds = await oddsOf({});
    // The forecast is still fresh then.
    service.clock.advance(10 * 60_000);
    expect(await oddsOf({})).toEqual(odds);
    expect((await oddsOf({ start_time: "2026-11-21T12:00:00Z" })).lead_hours).toBe(0);
  });
});

describe("a verdict of safe_to_book that often does not hold", () => {
  const committed = configFromEnvironment({}).odds;
  const odds = { ...committed, safe_often_changes: { padel: 2 } };
  const CHANGES = "Forecasts like this often change";

  it("says so from the days ahead on that the fit of the odds states, for its sport only", async () => {
    const { doors, createCaller } = await startWithDoors({ odds });
    const { key: other } = await createCaller();
    const days = ["21", "22", "23", "25", "26", "27"];
    const slots = days.flatMap((day) => [`2026-11-${day}T14:00:00Z`, `2026-11-${day}T18:00:00Z`]);
    for (const sport of ["padel", "tennis"]) {
      const request = { ...MIAMI, slots, duration_minutes: 60, sport, explain: true, lang: "en" };
      const { body } = await answerOf(doors[0], { key: other, method: rankSafeSlots, request });
      const ranked = body as { slots: { start_time: string; recommendation: string; summary: string }[] };
      const warned = ranked.slots.filter(({ summary }) => summary.includes(CHANGES));
      const safe = ranked.slots.filter(({ recommendation }) => recommendation === "safe_to_book");
      const later = safe.filter(({ start_time: start }) => start >= "2026-11-23T12:20");
      expect(safe.length, sport).toBeGreaterThan(later.length);
      expect(later, sport).not.toEqual([]);
      expect(warned, sport).toEqual(sport === "padel" ? later : []);
      for (const { start_time, summary } of ranked.slots) {
        const slot = { ...MIAMI, start_time, duration_minutes: 60, sport };
        const single = await answerOf(doors[0], { key: other, method: getBookingConfidence, request: slot });
        expect(single.body).toMatchObject({ summary });
      }
    }
  });
});
