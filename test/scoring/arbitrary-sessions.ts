// Weather as sources send it: realistic most of the time, contradictory or out of range some of the time.
import fc from "fast-check";
import type { HourOfWeather } from "./columns-of.ts";
import type { Sport } from "./score-of.ts";

export interface ArbitrarySession {
  readonly sport: Sport;
  readonly hours: readonly HourOfWeather[];
  readonly startMinute: number;
  readonly durationMinutes: number;
  /** The lead of the first hour; below 0, hours have passed. */
  readonly leadHours: number;
}

const tenths = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10);
const maybe = (values: fc.Arbitrary<number>) => fc.option(values, { nil: undefined, freq: 5 });

const rainMm = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: tenths(0, 2) },
  { weight: 1, arbitrary: tenths(0, 30) },
  { weight: 1, arbitrary: fc.constant(-0.1) },
);
const precipProbPct = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 7, arbitrary: fc.integer({ min: 0, max: 100 }) },
  { weight: 1, arbitrary: fc.constantFrom(-5, 110, 51.25) },
);
const weatherCode = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1, 2, 3, 51, 61, 63, 65, 80, 82) },
  { weight: 2, arbitrary: fc.constantFrom(45, 48, 56, 57, 66, 67, 71, 73, 75, 77, 85, 86, 95, 96, 99) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 4, 42, 100, 61.5) },
);

/** An hour that can be scored: it has every required value. */
export const scorableHour: fc.Arbitrary<HourOfWeather> = fc
  .record({
    tempC: tenths(-35, 45),
    apparentOffsetC: maybe(tenths(-12, 8)),
    hasTemp: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    rainMm,
    precipProbPct: maybe(precipProbPct),
    hasRain: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    windKmh: fc.oneof({ weight: 9, arbitrary: tenths(0, 90) }, { weight: 1, arbitrary: fc.constant(-1) }),
    gustRatio: maybe(fc.double({ min: 0.3, max: 3, noNaN: true })),
    cloudPct: maybe(fc.integer({ min: -5, max: 120 })),
    weatherCode: maybe(weatherCode),
    isDay: maybe(fc.constantFrom(0, 1)),
    visibilityM: maybe(fc.integer({ min: 0, max: 30_000 })),
    humidityPct: maybe(fc.integer({ min: 0, max: 100 })),
  })
  .map(hourOf);

/** An hour that may lack a required value. */
const patchyHour: fc.Arbitrary<HourOfWeather> = fc.oneof(
  { weight: 6, arbitrary: scorableHour },
  { weight: 1, arbitrary: scorableHour.map((hour) => ({ ...hour, windKmh: undefined })) },
  {
    weight: 1,
    arbitrary: scorableHour.map((hour) => ({ ...hour, rainMm: undefined, precipProbPct: undefined })),
  },
  { weight: 1, arbitrary: scorableHour.map((hour) => ({ ...hour, tempC: undefined, apparentC: undefined })) },
);

function sessionsOf(
  sport: fc.Arbitrary<Sport>,
  hour: fc.Arbitrary<HourOfWeather>,
): fc.Arbitrary<ArbitrarySession> {
  return fc
    .record({
      sport,
      hours: fc.array(hour, { minLength: 1, maxLength: 26 }),
      start: fc.nat(),
      duration: fc.oneof(fc.nat({ max: 179 }), fc.nat({ max: 1439 })),
      leadHours: fc.integer({ min: -24, max: 180 }),
    })
    .map(({ sport, hours, start, duration, leadHours }) => {
      const minutes = hours.length * 60;
      const startMinute = start % minutes;
      const durationMinutes = 1 + (duration % (minutes - startMinute));
      return { sport, hours, startMinute, durationMinutes, leadHours };
    });
}

/** Sessions within hours that can all be scored. */
export const scorableSessions = (sport: fc.Arbitrary<Sport>) => sessionsOf(sport, scorableHour);

/** Sessions within hours of which some may be unscorable. */
export const patchySessions = (sport: fc.Arbitrary<Sport>) => sessionsOf(sport, patchyHour);

/** Sessions with weather so mild that many of them are safe to book. */
export const mildSessions = (sport: fc.Arbitrary<Sport>) => sessionsOf(sport, scorableHour.map(milder));

interface HourDraft extends HourOfWeather {
  readonly tempC: number;
  readonly windKmh: number;
  readonly apparentOffsetC?: number;
  readonly gustRatio?: number;
  readonly hasTemp: boolean;
  readonly hasRain: boolean;
}

/** Feels-like follows the air, and gusts follow the wind. If two values can replace each other, one may be missing. */
function hourOf({ apparentOffsetC, hasTemp, hasRain, gustRatio, ...hour }: HourDraft): HourOfWeather {
  return {
    ...hour,
    apparentC: apparentOffsetC === undefined ? undefined : hour.tempC + apparentOffsetC,
    tempC: hasTemp || apparentOffsetC === undefined ? hour.tempC : undefined,
    rainMm: hasRain || hour.precipProbPct === undefined ? hour.rainMm : undefined,
    gustKmh: gustRatio === undefined ? undefined : Math.max(0, hour.windKmh * gustRatio),
  };
}

function milder({ tempC = 20, rainMm, precipProbPct, windKmh = 0, gustKmh, ...hour }: HourOfWeather) {
  return {
    ...hour,
    tempC: 18 + tempC / 10,
    apparentC: undefined,
    rainMm: rainMm && rainMm / 20,
    precipProbPct: precipProbPct && precipProbPct / 2,
    windKmh: windKmh / 4,
    gustKmh: gustKmh && gustKmh / 4,
    weatherCode: 2,
  };
}
