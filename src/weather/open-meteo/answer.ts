// From the parsed JSON of an Open-Meteo answer to columns. Nothing is assumed: what is not as asked is refused.
import { HOUR_MS } from "../../clock.ts";
import { bridgeGaps } from "../provider/bridge-gaps.ts";
import { COLUMN_BOUNDS } from "../provider/column-bounds.ts";
import { excerpt } from "../provider/excerpt.ts";
import type { HourlyWeather, WeatherColumn } from "../hourly-weather.ts";
import { OPEN_METEO_VARIABLES } from "./variables.ts";
import type { OpenMeteoVariable } from "./variables.ts";
import { refuseUnlessUseful } from "../provider/refuse-unless-useful.ts";
import { WeatherError } from "../weather-error.ts";
import type { AnswerDefect } from "../weather-error.ts";

/** Providers leave out single hours between model runs; over so few, a straight line errs less than the forecast. */
const BRIDGED_HOURS_MAX = 3;

type Json = Readonly<Record<string, unknown>>;

/**
 * Throws a WeatherError `unusable` unless the answer is in the units asked for, hour by hour without a break, within
 * the physically possible, and knows the temperature, the wind and something about rain from the current hour on.
 * The last hour is left out: its rain and gusts would stand at the hour after it.
 *
 * An answer with fewer hours than asked for is good as long as the current one is among them.
 */
export function openMeteoAnswer(body: unknown, options: { nowMs: number }): HourlyWeather {
  const answer = asObject(body, "the answer");
  const hourly = asObject(answer.hourly, "hourly");
  const units = asObject(answer.hourly_units, "hourly_units");
  const times = hourTimes(hourly.time, { unit: units.time, offsetSeconds: answer.utc_offset_seconds });
  const hours = times.length - 1;
  const columns: Partial<Record<WeatherColumn, Float32Array>> = {};
  for (const variable of OPEN_METEO_VARIABLES) {
    const values = columnValues(variable, { hourly, units, length: times.length });
    if (variable.timing === "instant") bridgeGaps(values, BRIDGED_HOURS_MAX);
    const first = variable.timing === "preceding-hour" ? 1 : 0;
    columns[variable.column] = values.subarray(first, first + hours);
  }
  const weather: HourlyWeather = {
    source: "open-meteo",
    // The answer does not say which model run it is from, and the time of the fetch is the best that is known.
    generatedAtMs: options.nowMs,
    startMs: times[0] ?? Number.NaN,
    hours,
    ...(columns as Record<WeatherColumn, Float32Array>),
  };
  refuseUnlessUseful(weather, options.nowMs);
  return weather;
}

/** Starts of the hours, Unix ms: whole UTC hours, each an hour after the one before. */
function hourTimes(value: unknown, options: { unit: unknown; offsetSeconds: unknown }): readonly number[] {
  if (!Array.isArray(value) || value.length < 2)
    throw unusable("hours", "hourly.time is not a list of hours");
  const times = value.map((stamp: unknown) => timeMs(stamp, options));
  const startMs = times[0] ?? Number.NaN;
  if (startMs % HOUR_MS !== 0) throw unusable("hours", "hourly.time does not start on a whole UTC hour");
  if (times.some((ms, i) => ms !== startMs + i * HOUR_MS))
    throw unusable("hours", "hourly.time is not hour by hour");
  return times;
}

/**
 * Unix seconds as asked for, or, from a server that replays an answer recorded otherwise, a local time without zone;
 * `utc_offset_seconds` then holds for every hour of the answer, also beyond a clock change.
 */
function timeMs(stamp: unknown, options: { unit: unknown; offsetSeconds: unknown }): number {
  const { unit, offsetSeconds } = options;
  if (unit === "unixtime" && typeof stamp === "number") return stamp * 1000;
  if (unit === "iso8601" && typeof stamp === "string" && typeof offsetSeconds === "number") {
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(stamp)
      ? Date.parse(`${stamp}Z`) - offsetSeconds * 1000
      : Number.NaN;
  }
  throw unusable("units", "hourly.time is in a format that was not asked for");
}

/** A variable's values as they stand in the answer, NaN where it has none. */
function columnValues(
  variable: OpenMeteoVariable,
  options: { hourly: Json; units: Json; length: number },
): Float32Array {
  const { name, unit, column } = variable;
  const { min, max } = COLUMN_BOUNDS[column];
  const values = options.hourly[name];
  if (values === undefined) return new Float32Array(options.length).fill(Number.NaN);
  if (!Array.isArray(values) || values.length !== options.length) {
    throw unusable("shape", `${name} is not a list as long as hourly.time`);
  }
  if (unit !== undefined && options.units[name] !== unit) {
    throw unusable(
      "units",
      `${name} is in ${excerpt(JSON.stringify(options.units[name]) ?? "no unit")}, not in ${unit}`,
    );
  }
  return Float32Array.from(values, (value: unknown) => {
    if (value === null) return Number.NaN;
    if (typeof value !== "number" || !(value >= min && value <= max)) {
      throw unusable("values", `${name} has a value that is not a number from ${min} to ${max}`);
    }
    // Older answers hold -0; adding 0 makes it 0.
    return value + 0;
  });
}

function asObject(value: unknown, what: string): Json {
  // An array is the answer to several places; which of them would be ours is not said.
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw unusable("shape", `${what} is not an object`);
  return value as Json;
}

function unusable(defect: AnswerDefect, message: string): WeatherError {
  return new WeatherError("unusable", `open-meteo: ${message}`, { defect });
}
