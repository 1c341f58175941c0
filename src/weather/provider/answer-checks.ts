// What an answer of any provider is held against. What is not as agreed is refused as `unusable`, never guessed.
import { DAY_MS, HOUR_MS } from "../../clock.ts";
import { COLUMN_BOUNDS, type HourlyWeather, type WeatherColumn } from "../hourly-weather.ts";
import { type AnswerDefect, WeatherError } from "../weather-error.ts";

/** A clock may be behind the provider's by so much. */
const AHEAD_MS_MAX = HOUR_MS;

/** Every provider makes forecasts anew several times a day: one that has not done so for two days has failed, and goes on sending. */
const AGE_MS_MAX = 2 * DAY_MS;

const EXCERPT_CHARS_MAX = 200;

export type Json = Readonly<Record<string, unknown>>;

/** One of the variables that a provider tells. */
export interface ProviderVariable {
  /** As the answer and its units spell it. */
  readonly name: string;
  /** As the answer's units spell it; absent where there is no other unit to mistake it for. */
  readonly unit?: string;
}

/** Which weather codes mean something here, and who hears of others. */
export interface CodeReading {
  readonly isKnownCode?: ((code: number) => boolean) | undefined;
  /** Told of a code, in the provider's words, whenever an hour has one that means nothing. */
  readonly onUnknownCode?: ((code: string) => void) | undefined;
}

/** The checks; each throws a WeatherError with the provider's name. */
export function answerChecks(source: string) {
  const unusable = (defect: AnswerDefect, message: string) =>
    new WeatherError("unusable", `${source}: ${message}`, { defect });

  function asObject(value: unknown, what: string): Json {
    // An array is the answer to several places; which of them would be ours is not said.
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw unusable("shape", `${what} is not an object`);
    }
    return value as Json;
  }

  function refuseOtherUnit({ name, unit }: ProviderVariable, units: Json): void {
    if (unit === undefined || units[name] === unit) return;
    const told = excerpt(JSON.stringify(units[name]) ?? "no unit");
    throw unusable("units", `${name} is in ${told}, not in ${unit}`);
  }

  /** A value in the column's unit, which is `factor` times as large as in the provider's; NaN where there is none. */
  function weatherValue(
    value: unknown,
    { name, column, factor = 1 }: { name: string; column: WeatherColumn; factor?: number },
  ): number {
    if (value === null || value === undefined) return Number.NaN;
    const { min, max } = COLUMN_BOUNDS[column];
    const converted = typeof value === "number" ? value * factor : Number.NaN;
    if (!(converted >= min && converted <= max)) {
      throw unusable("values", `${name} has a value that is not a number from ${min} to ${max}`);
    }
    // Older answers hold -0; adding 0 makes it 0.
    return converted + 0;
  }

  /** Refuses what was generated in the future, or too long ago. */
  function refuseUnlessRecent(generatedAtMs: number, nowMs: number): void {
    if (generatedAtMs < nowMs - AGE_MS_MAX) throw unusable("old", "the forecast is more than two days old");
    if (!(generatedAtMs <= nowMs + AHEAD_MS_MAX))
      throw unusable("values", "the forecast is dated more than an hour ahead");
  }

  /**
   * Refuses an answer unless it was made of late, the current hour is among its hours, and something is known of
   * temperature, wind and rain from it on: an answer of nothing but nulls counts as none.
   */
  function refuseUnlessUseful(weather: HourlyWeather, nowMs: number): void {
    const { startMs, hours, generatedAtMs } = weather;
    refuseUnlessRecent(generatedAtMs, nowMs);
    const current = Math.floor((nowMs - startMs) / HOUR_MS);
    if (current < 0 || current >= hours) {
      throw unusable("hours", `${hours} hours do not contain the current one, number ${current} of them`);
    }
    const isKnown = (column: Float32Array) => column.subarray(current).some((value) => !Number.isNaN(value));
    if (!isKnown(weather.tempC)) throw unusable("nulls", "no temperature from the current hour on");
    if (!isKnown(weather.windKmh)) throw unusable("nulls", "no wind from the current hour on");
    // Without either, a score would say "dry" where nothing is known.
    if (!isKnown(weather.rainMm) && !isKnown(weather.precipProbPct)) {
      throw unusable("nulls", "no rain from the current hour on");
    }
  }

  return { unusable, asObject, refuseOtherUnit, weatherValue, refuseUnlessRecent, refuseUnlessUseful };
}

/** A WMO code. One that is not known says nothing of its hour, and spoils nothing else: NaN, as where there is none. */
export function knownCode(value: unknown, { isKnownCode = () => true, onUnknownCode }: CodeReading): number {
  if (value === null || value === undefined) return Number.NaN;
  const { min, max } = COLUMN_BOUNDS.weatherCode;
  if (Number.isInteger(value)) {
    const code = Number(value) + 0;
    if (code >= min && code <= max && isKnownCode(code)) return code;
  }
  onUnknownCode?.(excerpt(JSON.stringify(value)));
  return Number.NaN;
}

/**
 * Fills runs of at most `maxHours` NaN between two known values, in place and linearly. Longer runs and those at either
 * end stay: what lies beyond the last known value is not known.
 */
export function bridgeGaps(values: Float32Array, maxHours: number): void {
  let left = -1;
  for (let right = 0; right < values.length; right++) {
    const end = values[right] ?? Number.NaN;
    if (Number.isNaN(end)) continue;
    const gap = right - left - 1;
    if (left >= 0 && gap > 0 && gap <= maxHours) {
      const start = values[left] ?? Number.NaN;
      for (let step = 1; step <= gap; step++)
        values[left + step] = start + ((end - start) * step) / (gap + 1);
    }
    left = right;
  }
}

/**
 * The beginning of what a provider sent, fit for a log line: on one line, without control or invisible characters,
 * cut short, and with the secret (if it repeats one) blotted out in either spelling.
 */
export function excerpt(text: string, secret?: string): string {
  let shown = text;
  if (secret !== undefined && secret !== "") {
    shown = shown.replaceAll(secret, "[key]").replaceAll(encodeURIComponent(secret), "[key]");
  }
  return shown
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, EXCERPT_CHARS_MAX);
}
