// `explain`: points that add up, what was known and when, and nothing of it for those who do not ask.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { NOW_MS } from "../support/test-service.ts";
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
const GROUNDS = {
  forecast_at: "2026-11-21T12:20:00Z",
  source: "simulated",
  model_version: MODEL_VERSION,
};

interface Explained {
  readonly playability_score: number;
  readonly recommendation: string;
  readonly explanation: { readonly points_lost: readonly { factor: string; points: number }[] };
}

interface Hour extends Omit<Explained, "recommendation"> {
  readonly time: string;
  readonly explanation: Explained["explanation"] & {
    readonly recommendation: string;
    readonly precip_prob_pct?: number;
    readonly gust_kmh?: number;
    readonly feels_like_c: number;
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

describe("explain", () => {
  async function ask<Body>(method: DescMethodUnary, request: JsonObject): Promise<Body> {
    const { body } = await answerOf(service.doors[0], { method, request, key });
    return body as Body;
  }

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

  it("has for each hour of a forecast the points that are missing, and what else is known of it", async () => {
    for (const sport of ["outdoor", "padel", "golf"]) {
      const request = { ...MIAMI, days: 7, sport, explain: true };
      const { hours } = await ask<Forecast>(getForecast, request);
      expect(hours.map(lost)).toEqual(hours.map(missing));
      // A perfect hour has an empty list rather than none.
      expect(hours.some(({ playability_score: score }) => score === 100)).toBe(true);
      const verdicts = new Set(
        hours.map(
          ({ playability_score: score, explanation }) => `${band(score)} ${explanation.recommendation}`,
        ),
      );
      expect([...verdicts].every((verdict) => VERDICTS.has(verdict))).toBe(true);
      for (const { explanation } of hours) {
        expect(Object.keys(explanation)).toEqual([
          "points_lost",
          "recommendation",
          "precip_prob_pct",
          "gust_kmh",
          "feels_like_c",
          "is_day",
        ]);
      }
    }
  });

  it("has the sun of every day that the hours touch, as is_day has it", async () => {
    const { hours, days = [] } = await ask<Forecast>(getForecast, { ...LONDON, days: 2, explain: true });
    // From noon of one day to noon of the next but one.
    expect(days.map(({ sunrise }) => sunrise.slice(0, 10))).toEqual([
      "2026-11-21",
      "2026-11-22",
      "2026-11-23",
    ]);
    const isUp = (time: string) => days.some(({ sunrise, sunset }) => sunrise <= time && time < sunset);
    expect(hours.map(({ time }) => isUp(time))).toEqual(hours.map(({ explanation }) => explanation.is_day));
    expect(await ask(getForecast, { ...TROMSO, days: 1, explain: true })).toHaveProperty("days");
    service.clock.advance(14 * 86_400_000);
    expect(await ask(getForecast, { ...TROMSO, days: 1, explain: true })).not.toHaveProperty("days");
    service.clock.advance(-14 * 86_400_000);
  });

  it("has for each slot the points and the sentence that booking-confidence has", async () => {
    const { slots } = await ask<{ slots: (Explained & { start_time: string; summary: string })[] }>(
      rankSafeSlots,
      { ...SLOTS, explain: true },
    );
    expect(slots).toHaveLength(2);
    for (const { start_time, summary, explanation, ...slot } of slots) {
      const single = await ask<Explained>(getBookingConfidence, { ...SLOT, start_time, explain: true });
      expect(single).toMatchObject({ summary });
      expect(explanation.points_lost).toEqual(single.explanation.points_lost);
      expect(lost({ explanation })).toBe(missing(slot));
    }
  });

  it("has every hour that a session touches, unrounded, with one before and one after", async () => {
    interface Session extends Explained {
      explanation: Explained["explanation"] & Record<"hours" | "hour_before" | "hour_after", unknown>;
    }
    const { explanation } = await ask<Session>(getBookingConfidence, { ...SLOT, explain: true });
    const { hours } = await ask<Forecast>(getForecast, { ...LONDON, days: 3, sport: "tennis" });
    const scoreAt = (time: string) => hours.find((hour) => hour.time === time)?.playability_score;
    const touched = ["2026-11-22T14:00:00Z", "2026-11-22T15:00:00Z"];
    expect(explanation.hours).toMatchObject(
      touched.map((time) => ({ time, playability_score: scoreAt(time), wet_mm: expect.any(Number) })),
    );
    expect(explanation).toMatchObject({
      hour_before: { time: "2026-11-22T13:00:00Z" },
      hour_after: { time: "2026-11-22T16:00:00Z" },
    });
  });

  it("leaves out what the source does not tell, and says what it does tell as it tells it", async () => {
    const payload = openMeteoPayload({ nowMs: NOW_MS });
    for (const name of ["precipitation_probability", "wind_gusts_10m"]) {
      payload.hourly[name] = payload.hourly[name]?.map(() => null) ?? [];
    }
    payload.hourly["temperature_2m"] = payload.hourly["temperature_2m"]?.map(() => 17.1) ?? [];
    const { settings } = await startProvider({ kind: "answer", body: payload });
    const other = await startWithDoors(settings);
    const caller = await other.createCaller();
    for (const door of other.doors) {
      const call = { key: caller.key, method: getBookingConfidence, request: { ...SLOT, explain: true } };
      const { body } = await answerOf(door, call);
      expect(body, door.name).toMatchObject({
        explanation: { source: "open-meteo", hours: [{ temp_c: 17.1 }, { temp_c: 17.1 }] },
      });
      expect(JSON.stringify(body), door.name).not.toMatch(/precip_prob_pct|gust_kmh/);
    }
    const call = { key: caller.key, method: getForecast, request: { ...LONDON, days: 1, explain: true } };
    const { body } = await answerOf(other.doors[0], call);
    expect(JSON.stringify(body)).not.toMatch(/precip_prob_pct|gust_kmh/);
  });
});

const VERDICTS = new Set(["80 safe_to_book", "50 proceed_with_caution", "0 not_recommended"]);

function band(score: number): number {
  if (score >= 80) return 80;
  return score >= 50 ? 50 : 0;
}
