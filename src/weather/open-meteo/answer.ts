// From the parsed JSON of an Open-Meteo answer to columns, of one place or of several together. Nothing is assumed: what is not
// as asked is refused.
import { HOUR_MS } from "../../clock.ts";
import { columnsFrom, type HourlyWeather, type WeatherColumn } from "../hourly-weather.ts";
import { distanceKm, type Place } from "../place.ts";
import {
  answerChecks,
  bridgeGaps,
  type CodeReading,
  type Json,
  knownCode,
} from "../provider/answer-checks.ts";
import type { Together } from "../provider/request-queue.ts";
import { WeatherError, type WeatherErrorKind } from "../weather-error.ts";
import { EARLIER_HOURS, PAST_HOURS } from "../weather-source.ts";
import { OPEN_METEO_VARIABLES } from "./request.ts";

/** Providers leave out single hours between model runs; over so few, a straight line errs less than the forecast. */
const BRIDGED_HOURS_MAX = 3;

/** The hour may change between the question and its answer, and clocks differ. */
const FIRST_HOUR_OFF_MAX = 1;

/**
 * An answer tells the middle of the grid's cell that it is for. Cells are up to 28 km wide, and one on land may be taken for
 * the nearest.
 */
const CELL_OFF_KM_MAX = 60;

const { unusable, asObject, refuseOtherUnit, weatherValue, refuseUnlessUseful } = answerChecks("open-meteo");

/** What an answer is held against. */
export interface OpenMeteoAsked extends CodeReading {
  readonly place: Place;
  readonly nowMs: number;
}

/**
 * Throws a WeatherError `unusable` unless the answer is about this place, in the units asked for, hour by hour from the one asked
 * for without a break, within the physically possible, and knows the temperature, the wind and something about rain from the current hour on.
 * The last hour is left out: its rain and gusts would stand at the hour after it.
 *
 * An answer that ends sooner than asked for is good as long as the current hour is among its own.
 */
export function openMeteoAnswer(body: unknown, asked: OpenMeteoAsked): HourlyWeather {
  const { place, nowMs } = asked;
  const answer = asObject(body, "the answer");
  const hourly = asObject(answer.hourly, "hourly");
  const units = asObject(answer.hourly_units, "hourly_units");
  const times = hourTimes(hourly.time, { unit: units.time, offsetSeconds: answer.utc_offset_seconds });
  refuseOtherFirstHour(times, nowMs);
  refuseOtherPlace(answer, place);
  const hours = times.length - 1;
  const weather: HourlyWeather = {
    source: "open-meteo",
    // The answer does not say which model run it is from, and the time of the fetch is the best that is known.
    generatedAtMs: nowMs,
    startMs: times[0] ?? Number.NaN,
    hours,
    ...columnsFrom((column) => hoursOf(column, { hourly, units, hours, asked })),
  };
  refuseUnlessUseful(weather, nowMs);
  return weather;
}

/** What a cache on the way answers from has begun long ago, and its hours that are over would be taken for what they were. */
function refuseOtherFirstHour([startMs = Number.NaN]: readonly number[], nowMs: number): void {
  const askedMs = (Math.floor(nowMs / HOUR_MS) - EARLIER_HOURS - PAST_HOURS) * HOUR_MS;
  const hoursOff = (startMs - askedMs) / HOUR_MS;
  if (!(Math.abs(hoursOff) <= FIRST_HOUR_OFF_MAX))
    throw unusable("hours", `hourly.time begins ${hoursOff} hours after the one asked for`);
}

function refuseOtherPlace({ latitude, longitude }: Json, place: Place): void {
  const isPoint = typeof latitude === "number" && typeof longitude === "number";
  const offKm = isPoint ? distanceKm(place, { lat: latitude, lng: longitude }) : Number.NaN;
  if (!(offKm <= CELL_OFF_KM_MAX))
    throw unusable("place", `the forecast of another place, ${Math.round(offKm)} km away`);
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
  { hourly, units, hours, asked }: { hourly: Json; units: Json; hours: number; asked: CodeReading },
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
  const values = Float32Array.from(told, (value: unknown) =>
    column === "weatherCode" ? knownCode(value, asked) : weatherValue(value, { name, column }),
  );
  if (timing === "instant") bridgeGaps(values, BRIDGED_HOURS_MAX);
  const first = timing === "preceding-hour" ? 1 : 0;
  return values.subarray(first, first + hours);
}

/** The others are about the provider as a whole: they fail for every place. */
const OF_ONE: ReadonlySet<WeatherErrorKind> = new Set(["refused", "uncovered", "unusable"]);

export interface JointAnswer {
  readonly told: ReadonlyMap<Place, HourlyWeather>;
  /** Which part of the places each is to be asked for with; without parts, those that are missing are asked for alone. */
  readonly parts?: ReadonlyMap<Place, object>;
}

/**
 * What a request told of each place that it was about: a list, where an answer about one is an object. Those that are missing have to be asked for again. One place may
 * have the whole request refused or its answer broken off: then each half goes by itself, so that one place of twenty is found
 * with ten requests. Of a place that is not covered a list does not say so, but has no values
 * (https://github.com/open-meteo/open-meteo/pull/2101).
 */
export async function jointAnswer(
  places: Together<Place>,
  {
    ask,
    read,
  }: { readonly ask: () => Promise<unknown>; readonly read: (body: unknown, place: Place) => HourlyWeather },
): Promise<JointAnswer> {
  if (places.length === 1) return { told: new Map([[places[0], read(await ask(), places[0])]]) };
  const told = new Map<Place, HourlyWeather>();
  const body = await unlessOfOne(ask);
  if (body === undefined) return { told, parts: halvesOf(places) };
  for (const [index, place] of places.entries()) {
    const own = elementOf(body, { index, count: places.length });
    const weather = await unlessOfOne(() => read(own, place));
    if (weather !== undefined) told.set(place, weather);
  }
  return { told };
}

function halvesOf(places: Together<Place>): ReadonlyMap<Place, object> {
  const [front, back] = [{}, {}];
  return new Map(places.map((place, index) => [place, index < places.length / 2 ? front : back]));
}

/** Undefined after an error that may be the fault of one place. */
async function unlessOfOne<T>(run: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WeatherError && OF_ONE.has(error.kind)) return undefined;
    throw error;
  }
}

/** Undefined where the body is not a list with so many elements, or has another place's there. */
function elementOf(body: unknown, { index, count }: { index: number; count: number }): unknown {
  const element: unknown = Array.isArray(body) && body.length === count ? body[index] : undefined;
  if (typeof element !== "object" || element === null) return undefined;
  // The first has no number.
  return !("location_id" in element) || element.location_id === index ? element : undefined;
}
