// What an answer says beside its verdict to who asks. `explain`: points that add up, what was known and when. `odds`: three numbers
// that add up to 1, of the forecast's age and not of the call's.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { recommendationFor } from "../../src/scoring/session-score.ts";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoAnywhere } from "../weather/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors, useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, getForecast, rankSafeSlots } = METHODS;

const MIAMI = { lat: 25.7617, lng: -80.1918 };
const TROMSO = { lat: 69.6492, lng: 18.9553 };
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
  it.each([
    [getBookingConfidence, SLOT],
    [getForecast, { ...LONDON, days: 1, sport: "tennis" }],
    [rankSafeSlots, SLOTS],
  ])("$name says what its scores were made from, and only when asked", async (...call) => {
    const [method, request] = call;
    const plain = await ask<JsonObject>(method, request);
    const explained = await ask<JsonObject>(method, { ...request, explain: true });
    expect(explained["explanation"]).toMatchObject(GROUNDS);
    expect(await ask(method, { ...request, explain: false })).toEqual(plain);
    expect(JSON.stringify(plain)).not.toMatch(/explanation|points_lost|"days"/);
    expect(explained).toMatchObject(plain);
  });

  it("lists for each hour of a forecast the points that it lost, and what else is known of the hour", async () => {
    const { hours } = await ask<Forecast>(getForecast, { ...MIAMI, days: 7, sport: "padel", explain: true });
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
    // From noon of one day to noon of the next but one.
    const dates = ["2026-11-21", "2026-11-22", "2026-11-23"];
    expect(days.map(({ sunrise }) => sunrise.slice(0, 10))).toEqual(dates);
    const isUp = (time: string) => days.some(({ sunrise, sunset }) => sunrise <= time && time < sunset);
    expect(hours.map(({ time }) => isUp(time))).toEqual(hours.map(({ explanation }) => explanation.is_day));
    expect(await ask(getForecast, { ...TROMSO, days: 1, explain: true })).toHaveProperty("days");
    service.clock.advance(14 * 86_400_000);
    expect(await ask(getForecast, { ...TROMSO, days: 1, explain: true })).not.toHaveProperty("days");
    service.clock.advance(-14 * 86_400_000);
  });

  it("has for each slot the points and the sentence that booking-confidence has, in the language asked for", async () => {
    const { slots } = await ask<{ slots: (Explained & { start_time: string; summary: string })[] }>(
      rankSafeSlots,
      { ...SLOTS, explain: true, lang: "nl" },
    );
    expect(slots).toHaveLength(2);
    for (const { start_time, summary, explanation, ...slot } of slots) {
      const asked = { ...SLOT, start_time, explain: true, lang: "nl" };
      const single = await ask<Explained>(getBookingConfidence, asked);
      expect(single).toMatchObject({ summary });
      expect(explanation.points_lost).toEqual(single.explanation.points_lost);
      expect(lost({ explanation })).toBe(missing(slot));
    }
  });

  it("has every hour that a session touches, unrounded, with one before and one after", async () => {
    const { explanation } = await ask<Explained>(getBookingConfidence, { ...SLOT, explain: true });
    const { hours } = await ask<Forecast>(getForecast, { ...LONDON, days: 3, sport: "tennis" });
    const scoreAt = (time: string) => hours.find((hour) => hour.time === time)?.playability_score;
    const touched = ["2026-11-22T14:00:00Z", "2026-11-22T15:00:00Z"];
    expect(explanation).toMatchObject({
      hours: touched.map((time) => ({
        time,
        playability_score: scoreAt(time),
        wet_mm: expect.any(Number),
      })),
      hour_before: { time: "2026-11-22T13:00:00Z" },
      hour_after: { time: "2026-11-22T16:00:00Z" },
    });
  });

  it("leaves out values that the source does not have, and repeats the others unrounded", async () => {
    const payload = openMeteoPayload({ nowMs: NOW_MS });
    for (const name of ["precipitation_probability", "wind_gusts_10m"]) {
      payload.hourly[name] = payload.hourly[name]?.map(() => null) ?? [];
    }
    payload.hourly["temperature_2m"] = payload.hourly["temperature_2m"]?.map(() => 17.1) ?? [];
    const { settings } = await startProvider(openMeteoAnywhere(payload));
    const other = await startWithDoors(settings);
    const { key } = await other.createCaller();
    for (const door of other.doors) {
      const call = { key, method: getBookingConfidence, request: { ...SLOT, explain: true } };
      const { body } = await answerOf(door, call);
      expect(body, door.name).toMatchObject({
        explanation: { source: "open-meteo", hours: [{ temp_c: 17.1 }, { temp_c: 17.1 }] },
      });
      expect(JSON.stringify(body), door.name).not.toMatch(/precip_prob_pct|gust_kmh/);
    }
    const call = { key, method: getForecast, request: { ...LONDON, days: 1, explain: true } };
    const { body } = await answerOf(other.doors[0], call);
    expect(JSON.stringify(body)).not.toMatch(/precip_prob_pct|gust_kmh/);
  });
});

describe("odds", () => {
  interface Odds {
    readonly lead_hours: number;
  }
  const start_time = "2026-11-23T14:20:00Z";
  const slot = { ...SLOT, start_time, odds: true };

  it("are three hundredths that add up to 1, the same for a slot of a ranking", async () => {
    const { odds } = await ask<{ odds: Record<string, number> }>(getBookingConfidence, slot);
    const shares = ["safe_to_book", "proceed_with_caution", "not_recommended"].map((verdict) =>
      Math.round((odds[verdict] ?? 0) * 100),
    );
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    expect(odds).toMatchObject({ lead_hours: 50, basis: "open-meteo-nyc-2025" });
    const { slots } = await ask<{ slots: { odds?: Odds; start_time: string }[] }>(rankSafeSlots, {
      ...SLOTS,
      slots: [start_time, "2026-11-28T10:00:00Z"],
      odds: true,
    });
    expect(slots.find((each) => each.start_time === start_time)?.odds).toEqual(odds);
    expect(slots.every(({ odds }) => odds !== undefined)).toBe(true);
  });

  it("have a lead that counts from the forecast's time, not from the call's", async () => {
    const before = await ask(getBookingConfidence, slot);
    // Within what a forecast is fresh for.
    service.clock.advance(10 * 60_000);
    expect(await ask(getBookingConfidence, slot)).toEqual(before);
    const begun = { ...slot, start_time: "2026-11-21T12:00:00Z" };
    expect((await ask<{ odds: Odds }>(getBookingConfidence, begun)).odds.lead_hours).toBe(0);
  });
});
