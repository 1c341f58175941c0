// The whole way from a provider's bytes to a caller's answer: what a local server replays is what the model says of it. Courts stay
// wet when another source answers: rain that is over is known from the forecast before, and is never made up.
import { afterAll, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/clock.ts";
import { isoTime } from "../../src/iso-time.ts";
import { placeAt } from "../../src/weather/place.ts";
import { NOW_MS } from "../support/test-service.ts";
import { metNorwayPayload } from "../weather/met-norway/payload.ts";
import { openMeteoAnywhere } from "../weather/open-meteo/by-place.ts";
import { openMeteoPayload, type OpenMeteoPayload } from "../weather/open-meteo/payload.ts";
import { WORKED_EXAMPLES, type WorkedExample } from "../scoring/worked-examples.ts";
import { FINE_HOUR, type HourOfWeather } from "../scoring/columns-of.ts";
import { answerOf } from "./answer-of.ts";
import type { Door } from "./door.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors, useDoors } from "./start-with-doors.ts";

/** The hour the example's first hour is put in: tomorrow at 10:00. */
const EXAMPLE_START_MS = Date.parse("2026-11-22T10:00:00Z");

/** Provider's name, the model's name, and by how many hours the provider's label is late. */
const VARIABLES: readonly (readonly [string, keyof HourOfWeather, 0 | 1])[] = [
  ["temperature_2m", "tempC", 0],
  ["apparent_temperature", "apparentC", 0],
  ["relative_humidity_2m", "humidityPct", 0],
  ["wind_speed_10m", "windKmh", 0],
  ["cloud_cover", "cloudPct", 0],
  ["visibility", "visibilityM", 0],
  ["precipitation", "rainMm", 1],
  ["precipitation_probability", "precipProbPct", 1],
  ["wind_gusts_10m", "gustKmh", 1],
  ["weather_code", "weatherCode", 1],
];

/** A provider always knows the cloud; the example without it is one of the model alone. */
const EXAMPLES = WORKED_EXAMPLES.filter(({ hours }) => hours.every(({ cloudPct }) => cloudPct !== undefined));

/** A dry week with the example's hours in it, as the provider labels them. */
function payloadWith(example: WorkedExample): OpenMeteoPayload {
  const payload = openMeteoPayload({ nowMs: NOW_MS });
  const times = payload.hourly["time"] ?? [];
  for (const [name, property, lateHours] of VARIABLES) {
    payload.hourly[name] = times.map((seconds) => {
      const hour = (Number(seconds) * 1000 - EXAMPLE_START_MS) / HOUR_MS - lateHours;
      return (example.hours[hour] ?? FINE_HOUR)[property] ?? null;
    });
  }
  return payload;
}

const { upstream, settings } = await startProvider({ kind: "silent" }, afterAll);
const service = await useDoors(settings);
const { key } = await service.createCaller();

describe("a forecast replayed by a local server", () => {
  const get = async (path: string): Promise<unknown> => {
    const url = `http://127.0.0.1:${service.ports.http}${path}`;
    const response = await fetch(url, { headers: { "x-api-key": key } });
    expect(response.status).toBe(200);
    return response.json();
  };

  it.each(EXAMPLES.map((example, index) => ({ example, index, name: example.name })))(
    "$name: the three operations agree with the worked example",
    async ({ example, index }) => {
      upstream.behave(openMeteoAnywhere(payloadWith(example)));
      // A place of its own, so that no other example's forecast is held for it; where it is day or night, as in the example.
      const isNight = example.hours.some(({ isDay }) => isDay === 0);
      const place = `lat=10&lng=${index - (isNight ? 160 : 0)}&sport=${example.sport}`;
      const startTime = new Date(EXAMPLE_START_MS + example.startMinute * 60_000).toISOString();
      const { expected, durationMinutes } = example;
      const verdict = {
        playability_score: expected.playabilityScore,
        recommendation: expected.recommendation,
        rain_risk: expected.rainRisk,
        wind_risk: expected.windRisk,
      };

      const slot = `start_time=${startTime}&duration_minutes=${durationMinutes}`;
      expect(await get(`/v1/booking-confidence?${place}&${slot}`)).toEqual({
        ...verdict,
        temp_c: expected.tempC,
        summary: expected.summary,
        forecast_at: "2026-11-21T12:20:00Z",
      });
      expect(
        await get(`/v1/safe-slots?${place}&slots=${startTime}&duration_minutes=${durationMinutes}`),
      ).toEqual({ slots: [{ start_time: startTime, ...verdict, rank: 1 }] });

      const forecast = (await get(`/v1/forecast?${place}&days=2`)) as { hours: Record<string, unknown>[] };
      const first = forecast.hours.findIndex(({ time }) => time === "2026-11-22T10:00:00Z");
      const hours = forecast.hours.slice(first, first + example.hours.length);
      expect(hours.map(({ rain_mm }) => rain_mm)).toEqual(example.hours.map(({ rainMm }) => rainMm));
      expect(hours.map(({ temp_c }) => temp_c)).toEqual(example.hours.map(({ tempC }) => tempC));
      expect(hours.map(({ playability_score }) => playability_score)).toEqual(expected.hourScores);
    },
  );
});

it("after a failover to a source that tells no past hours a wet court is as wet as before at every door, and both sources are named, until that is too old", async () => {
  const payload = openMeteoPayload({ nowMs: NOW_MS });
  // Rain up to the end of the current hour.
  payload.hourly["precipitation"] = payload.hourly["precipitation"]?.map((_, i) => (i <= 24 ? 6 : 0)) ?? [];
  const { upstream: openMeteo, settings } = await startProvider(openMeteoAnywhere(payload));
  const { upstream: metNorway } = await startProvider({
    kind: "reply",
    reply: ({ searchParams }) => {
      const place = placeAt(Number(searchParams.get("lat")), Number(searchParams.get("lon")));
      return { body: metNorwayPayload({ nowMs: clock.nowMs(), place }) };
    },
  });
  const { doors, clock, createCaller } = await startWithDoors({
    ...settings,
    weatherSources: ["open-meteo", "met-norway"],
    metNorwayUrl: metNorway.url,
    metNorwayUserAgent: "acme-bookings ops@acme.example",
  });
  const { key } = await createCaller({ plan: "enterprise" });
  /** What is told of the current hour of tennis on clay. */
  const told = async (place: typeof LONDON, door: Door = doors[0]) => {
    const start_time = isoTime(Math.floor(clock.nowMs() / HOUR_MS) * HOUR_MS);
    const clay = { sport: "tennis", surface: "clay", explain: true, duration_minutes: 60 };
    const request = { ...place, ...clay, start_time };
    const { body, headers } = await answerOf(door, { method: METHODS.getBookingConfidence, request, key });
    const { explanation } = body as {
      explanation: { readonly source: string; readonly hours: readonly { readonly wet_mm: number }[] };
    };
    const source = headers.get("weather-source");
    expect(explanation.source).toBe(source);
    return { source, wetMm: explanation.hours[0]?.wet_mm ?? 0 };
  };
  const countryside = { lat: 51.6, lng: -0.2 };
  await told(LONDON);
  clock.advance(1.5 * HOUR_MS);
  // What the source that saw the rain says now, of a place of which it is still asked.
  const { source, wetMm } = await told(countryside);
  expect(source).toBe("open-meteo");
  expect(wetMm).toBeGreaterThan(1);
  openMeteo.behave({ kind: "answer", status: 503, body: "down" });
  for (const door of doors) {
    expect(await told(LONDON, door), door.name).toEqual({ source: "open-meteo, met-norway", wetMm });
  }
  clock.advance(6.1 * HOUR_MS);
  expect(await told(countryside)).toEqual({ source: "met-norway", wetMm: 0 });
});
