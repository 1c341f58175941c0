// What every weather source promises, whoever the provider is.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COLUMN_BOUNDS, COLUMN_NAMES, type HourlyWeather } from "../../src/weather/hourly-weather.ts";
import type { Place } from "../../src/weather/place.ts";
import type { WeatherSource } from "../../src/weather/weather-source.ts";
import type { ManualClock } from "../support/manual-clock.ts";

/** A source that is about to answer for a place, at the clock's time. */
export interface AnsweringSource {
  readonly source: WeatherSource;
  readonly place: Place;
  readonly clock: ManualClock;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** Describes the promises for one kind of source; each opening is a source of its own, with an answer at hand. */
export function describeWeatherSource(
  kind: string,
  openings: Readonly<Record<string, () => Promise<AnsweringSource>>>,
): void {
  describe(`${kind} as a weather source`, () => {
    describe.each(Object.entries(openings))("%s", (_name, open) => {
      let opened: AnsweringSource;
      let weather: HourlyWeather;
      let nowMs: number;

      beforeAll(async () => {
        opened = await open();
        weather = await opened.source.forecast(opened.place, new AbortController().signal);
        nowMs = opened.clock.nowMs();
      });
      afterAll(() => opened.close());

      test("answers whole hours without a break, with the current one among them", () => {
        expect(weather.startMs % HOUR_MS).toBe(0);
        expect(weather.startMs).toBeLessThanOrEqual(nowMs);
        expect(weather.startMs + weather.hours * HOUR_MS).toBeGreaterThan(nowMs);
        for (const name of COLUMN_NAMES) expect(weather[name]).toHaveLength(weather.hours);
      });

      test("knows temperature, wind and daylight of the current hour, and whether it rains", () => {
        const current = Math.floor((nowMs - weather.startMs) / HOUR_MS);
        const { tempC, windKmh, isDay, rainMm, precipProbPct } = weather;
        for (const column of [tempC, windKmh, isDay]) expect(column[current]).not.toBeNaN();
        const rain = [rainMm[current], precipProbPct[current]];
        expect(rain.every(Number.isNaN)).toBe(false);
      });

      test("says nothing that is not weather, and day or night of every hour", () => {
        for (const name of COLUMN_NAMES) {
          const { min, max } = COLUMN_BOUNDS[name];
          const isWeather = (value: number) => Number.isNaN(value) || (value >= min && value <= max);
          expect(weather[name].every(isWeather)).toBe(true);
        }
        expect(weather.isDay.every((value) => value === 0 || value === 1)).toBe(true);
      });

      test("says who it is, and when the forecast was made: in the past", () => {
        expect(weather.source).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(weather.generatedAtMs).toBeLessThanOrEqual(nowMs);
      });

      test("ends a wait with the reason of the signal", async () => {
        const reason = new Error("the caller hung up");
        const wait = opened.source.forecast(opened.place, AbortSignal.abort(reason));
        await expect(wait).rejects.toBe(reason);
      });
    });
  });
}
