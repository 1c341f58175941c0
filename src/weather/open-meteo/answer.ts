// From the parsed JSON of an Open-Meteo answer to columns. Nothing is assumed: what is not as asked is refused.
import { HOUR_MS } from "../../clock.ts";
import { columnsFrom, type HourlyWeather, type WeatherColumn } from "../hourly-weather.ts";
import { answerChecks, type Json } from "../provider/answer-checks.ts";
import { bridgeGaps } from "../provider/bridge-gaps.ts";
import { OPEN_METEO_VARIABLES } from "./variables.ts";

/** Providers leave out single hours between model runs; over so few, a straight line errs less than the forecast. */
const BRIDGED_HOURS_MAX = 3;

const { unusable, asObject, refuseOtherUnit, weatherValue, refuseUnlessUseful } = answerChecks("open-meteo");

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
  const weather: HourlyWeather = {
    source: "open-meteo",
    // The answer does not say which model run it is from, and the time of the fetch is the best that is known.
    generatedAtMs: options.nowMs,
    startMs: times[0] ?? Number.NaN,
    hours,
    ...columnsFrom((column) => hoursOf(column, { hourly, units, hours })),
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

/** A column's values by the hour they belong to, NaN where the answer has none. */
function hoursOf(
  column: WeatherColumn,
  { hourly, units, hours }: { hourly: Json; units: Json; hours: number },
): Float32Array {
  const variable = OPEN_METEO_VARIABLES[column];
  if (variable === undefined || hourly[variable.name] === undefined) {
    return new Float32Array(hours).fill(Number.NaN);
  }
  const { name, timing } = variable;
  const told = hourly[name];
  if (!Array.isArray(told) || told.length !== hours + 1) {
    throw unusable("shape", `${name} is not a list as long as hourly.time`);
  }
  refuseOtherUnit(variable, units);
  const values = Float32Array.from(told, (value: unknown) => weatherValue(value, { name, column }));
  if (timing === "instant") bridgeGaps(values, BRIDGED_HOURS_MAX);
  const first = timing === "preceding-hour" ? 1 : 0;
  return values.subarray(first, first + hours);
}
