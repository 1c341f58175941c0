// What every weather source promises, whoever the provider is.
import { describe, expect, test } from "vitest";
import { COLUMN_BOUNDS, COLUMN_NAMES } from "../../src/weather/hourly-weather.ts";
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
      const using = async (check: (opened: AnsweringSource) => Promise<void>) => {
        const opened = await open();
        try {
          await check(opened);
        } finally {
          await opened.close();
        }
      };
      const ask = ({ source, place }: AnsweringSource) =>
        source.forecast(place, new AbortController().signal);

      test("answers whole hours without a break, with the current one among them", () =>
        using(async (opened) => {
          const weather = await ask(opened);
          const nowMs = opened.clock.nowMs();
          expect(weather.startMs % HOUR_MS).toBe(0);
          expect(weather.startMs).toBeLessThanOrEqual(nowMs);
          expect(weather.startMs + weather.hours * HOUR_MS).toBeGreaterThan(nowMs);
          for (const name of COLUMN_NAMES) expect(weather[name]).toHaveLength(weather.hours);
        }));

      test("knows temperature, wind and daylight of the current hour, and whether it rains", () =>
        using(async (opened) => {
          const weather = await ask(opened);
          const current = Math.floor((opened.clock.nowMs() - weather.startMs) / HOUR_MS);
          const { tempC, windKmh, isDay, rainMm, precipProbPct } = weather;
          for (const column of [tempC, windKmh, isDay]) expect(column[current]).not.toBeNaN();
          const rain = [rainMm[current], precipProbPct[current]];
          expect(rain.every(Number.isNaN)).toBe(false);
        }));

      test("says nothing that is not weather, and day or night of every hour", () =>
        using(async (opened) => {
          const weather = await ask(opened);
          for (const name of COLUMN_NAMES) {
            const { min, max } = COLUMN_BOUNDS[name];
            expect(
              weather[name].every((value) => Number.isNaN(value) || (value >= min && value <= max)),
            ).toBe(true);
          }
          expect(weather.isDay.every((value) => value === 0 || value === 1)).toBe(true);
        }));

      test("says who it is, and when the forecast was made: in the past", () =>
        using(async (opened) => {
          const weather = await ask(opened);
          expect(weather.source).toMatch(/^[a-z]+(-[a-z]+)*$/);
          expect(weather.generatedAtMs).toBeLessThanOrEqual(opened.clock.nowMs());
        }));

      test("ends a wait with the reason of the signal", () =>
        using(async ({ source, place }) => {
          const reason = new Error("the caller hung up");
          await expect(source.forecast(place, AbortSignal.abort(reason))).rejects.toBe(reason);
        }));
    });
  });
}
