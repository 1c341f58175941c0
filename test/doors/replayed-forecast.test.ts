// The whole way from a provider's bytes to a caller's answer: what a local server replays is what the model says of it.
import { afterAll, describe, expect, it } from "vitest";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoPayload, type OpenMeteoPayload } from "../weather/open-meteo/payload.ts";
import { WORKED_EXAMPLES, type WorkedExample } from "../scoring/worked-examples.ts";
import { FINE_HOUR, type HourOfWeather } from "../scoring/columns-of.ts";
import { startProvider, useDoors } from "./start-with-doors.ts";

const HOUR_MS = 3_600_000;

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
      upstream.behave({ kind: "answer", body: payloadWith(example) });
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
