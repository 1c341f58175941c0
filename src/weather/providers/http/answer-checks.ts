// Checks for answers of any provider. An answer that is not as agreed is refused as `unusable`, never guessed; only single
// values may be impossible (value-tally.ts).
import { DAY_MS, HOUR_MS } from "../../../lib/time/clock.ts";
import { COLUMN_BOUNDS, type HourlyWeather, type WeatherColumn } from "../../hourly-weather.ts";
import { type AnswerDefect, WeatherError } from "../../weather-error.ts";
import { HOURS_MAX } from "../../weather-source.ts";
import { isMostlyImpossible, type ValueTally } from "./value-tally.ts";

/** Our clock may be this far behind the provider's. */
const AHEAD_MS_MAX = HOUR_MS;

/**
 * Every provider makes new forecasts several times a day. A provider that has made none for two days has failed, although
 * it still answers.
 */
const AGE_MS_MAX = 2 * DAY_MS;

const EXCERPT_CHARS_MAX = 200;
/** No more of a text is cleaned for its excerpt: cleaning 5 MB, as much as an answer may have, takes a second. */
const CLEANED_CHARS_MAX = 2_000;
const EXAMPLE_CHARS_MAX = 40;
const ODD_VARIABLES_NAMED = 3;

export type Json = Readonly<Record<string, unknown>>;

export interface ProviderVariable {
  /** As the answer and its units spell it. */
  readonly name: string;
  /** As the answer's units spell it; absent if no other unit is possible. */
  readonly unit?: string;
}

/** Which weather codes are known, and a callback for others. */
export interface CodeReading {
  readonly isKnownCode?: ((code: number) => boolean) | undefined;
  /** Called with each unknown code, in the provider's words. */
  readonly onUnknownCode?: ((code: string) => void) | undefined;
}

/** The checks; each throws a WeatherError with the provider's name. */
export function answerChecks(source: string) {
  const unusable = (defect: AnswerDefect, message: string) =>
    new WeatherError("unusable", `${source}: ${message}`, { defect });

  function asObject(value: unknown, what: string): Json {
    // An array answers several places, and does not say which is ours.
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw unusable("shape", `${what} is not an object`);
    }
    return value as Json;
  }

  function refuseOtherUnit({ name, unit }: ProviderVariable, units: Json): void {
    if (unit === undefined || units[name] === unit) return;
    const written = excerpt(JSON.stringify(units[name]) ?? "no unit");
    throw unusable("units", `${name} is in ${written}, not in ${unit}`);
  }

  /** Refuses a forecast made in the future or too long ago. */
  function refuseUnlessRecent(generatedAtMs: number, nowMs: number): void {
    if (generatedAtMs < nowMs - AGE_MS_MAX) throw unusable("old", "the forecast is more than two days old");
    if (!(generatedAtMs <= nowMs + AHEAD_MS_MAX))
      throw unusable("values", "the forecast is dated more than an hour ahead");
  }

  /**
   * Refuses an answer unless it is recent, has at most HOURS_MAX hours, contains the current hour, has mostly possible
   * values, and knows something of temperature, wind and rain from then on. An answer of nothing but nulls is refused.
   */
  function refuseUnlessUseful(weather: HourlyWeather, tallies: readonly ValueTally[], nowMs: number): void {
    const { startMs, hours, generatedAtMs } = weather;
    refuseUnlessRecent(generatedAtMs, nowMs);
    if (hours > HOURS_MAX) throw unusable("hours", `${hours} hours are more than ${HOURS_MAX}`);
    const current = Math.floor((nowMs - startMs) / HOUR_MS);
    if (current < 0 || current >= hours) {
      throw unusable("hours", `${hours} hours do not contain the current one, number ${current} of them`);
    }
    refuseMostlyImpossible(tallies);
    const isKnown = (column: Float32Array) => column.subarray(current).some((value) => !Number.isNaN(value));
    const refuseUnknown = (what: string, columns: readonly WeatherColumn[]) => {
      if (columns.some((column) => isKnown(weather[column]))) return;
      const odd = tallies.find(({ column, dropped }) => columns.includes(column) && dropped > 0);
      if (odd === undefined) throw unusable("nulls", `no ${what} from the current hour on`);
      throw unusable("values", `no possible ${what} from the current hour on: ${inWords(odd)}`);
    };
    refuseUnknown("temperature", ["tempC"]);
    refuseUnknown("wind", ["windKmh"]);
    // Without either, a score would say "dry" although nothing is known.
    refuseUnknown("rain", ["rainMm", "precipProbPct"]);
  }

  function refuseMostlyImpossible(tallies: readonly ValueTally[]): void {
    const sum = (count: "values" | "dropped") => tallies.reduce((total, tally) => total + tally[count], 0);
    if (!isMostlyImpossible({ values: sum("values"), dropped: sum("dropped") })) return;
    const odd = tallies.filter(({ dropped }) => dropped > 0);
    throw unusable(
      "values",
      `most of the answer is impossible: ${odd.slice(0, ODD_VARIABLES_NAMED).map(inWords).join("; ")}`,
    );
  }

  return { unusable, asObject, refuseOtherUnit, refuseUnlessRecent, refuseUnlessUseful };
}

/** The dropped values of a variable, for operators. */
function inWords({ variable, values, dropped, example }: ValueTally): string {
  // In JSON, infinity would be null.
  const text = excerpt(typeof example === "number" ? String(example) : JSON.stringify(example));
  return `${dropped} of ${values} values of ${variable} are impossible, such as ${text.slice(0, EXAMPLE_CHARS_MAX)}`;
}

/** A WMO code that is known; undefined, after a report, for any other value. */
export function knownCode(
  value: unknown,
  { isKnownCode = () => true, onUnknownCode }: CodeReading,
): number | undefined {
  const { min, max } = COLUMN_BOUNDS.weatherCode;
  if (Number.isInteger(value)) {
    const code = Number(value) + 0;
    if (code >= min && code <= max && isKnownCode(code)) return code;
  }
  onUnknownCode?.(excerpt(JSON.stringify(value)));
  return undefined;
}

/**
 * Fills gaps of at most `maxHours` NaN between two known values, in place and linearly. Longer gaps and those at either end
 * stay unknown.
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
 * The beginning of a provider's message, safe for a log line: one line, no control or invisible characters, cut short,
 * and without the secret, plain or URL-encoded.
 */
export function excerpt(text: string, secret?: string): string {
  let safe = text;
  if (secret !== undefined && secret !== "") {
    safe = safe.replaceAll(secret, "[key]").replaceAll(encodeURIComponent(secret), "[key]");
  }
  return safe
    .slice(0, CLEANED_CHARS_MAX)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, EXCERPT_CHARS_MAX);
}
