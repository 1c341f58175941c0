// Turns the JSON of an Open-Meteo answer into columns, for one place or several. Nothing is assumed: an answer that is not
// as requested is refused.
import { HOUR_MS } from "../../../lib/time/clock.ts";
import { columnsFrom, type HourlyWeather, type WeatherColumn } from "../../hourly-weather.ts";
import { parseIsoTime } from "../../../lib/time/iso-time.ts";
import { distanceKm, type Place } from "../../../lib/place.ts";
import { answerChecks, bridgeGaps, type CodeReading, type Json, knownCode } from "../http/answer-checks.ts";
import type { Together } from "../http/request-queue.ts";
import {
  createTally,
  isMostlyImpossible,
  type OnOddValues,
  readCode,
  readValue,
  reportOddValues,
  type ValueTally,
} from "../http/value-tally.ts";
import { WeatherError, type WeatherErrorKind } from "../../weather-error.ts";
import { EARLIER_HOURS, PAST_HOURS } from "../../weather-source.ts";
import { OPEN_METEO_VARIABLES } from "./request.ts";

/**
 * The provider leaves out single hours between model runs, and single values may be impossible. A straight line over so few
 * hours errs less than the forecast itself.
 */
const BRIDGED_HOURS_MAX = 3;

/** The hour may change between request and answer, and clocks differ. */
const FIRST_HOUR_OFF_MAX = 1;

/** An answer names the middle of its grid cell. Cells are up to 28 km wide, and the nearest one on land may be used. */
const CELL_OFF_KM_MAX = 60;

const NAME = "open-meteo";

const { unusable, asObject, refuseOtherUnit, refuseUnlessUseful } = answerChecks(NAME);

/** What the answer is checked against. */
export interface OpenMeteoReading extends CodeReading {
  readonly place: Place;
  readonly nowMs: number;
  /** Called before the answer is refused too. */
  readonly onOddValues?: OnOddValues | undefined;
}

/**
 * Throws a WeatherError `unusable` unless the answer is for this place, in the requested units, hour by hour without a
 * gap from the requested hour on, mostly possible, and knows temperature, wind and something about rain from the
 * current hour on. The last hour is left out, because its rain and gusts would be in the entry of the hour after it. An
 * answer that ends early is accepted if it contains the current hour.
 */
export function openMeteoAnswer(body: unknown, reading: OpenMeteoReading): HourlyWeather {
  const { place, nowMs, onOddValues } = reading;
  const answer = asObject(body, "the answer");
  const hourly = asObject(answer.hourly, "hourly");
  const units = asObject(answer.hourly_units, "hourly_units");
  const times = hourTimes(hourly.time, { unit: units.time, offsetSeconds: answer.utc_offset_seconds });
  refuseOtherFirstHour(times, nowMs);
  refuseOtherPlace(answer, place);
  const hours = times.length - 1;
  const tallies: ValueTally[] = [];
  const weather: HourlyWeather = {
    source: NAME,
    // The answer does not name its model run; the time of the fetch is the best known.
    generatedAtMs: nowMs,
    startMs: times[0] ?? Number.NaN,
    hours,
    ...columnsFrom((column) => hoursOf(column, { hourly, units, hours, tallies, reading })),
  };
  if (onOddValues !== undefined) reportOddValues(NAME, tallies, onOddValues);
  refuseUnlessUseful(weather, tallies, nowMs);
  return weather;
}

/** An old answer from a cache on the way begins too early, and its forecast would be taken for past weather. */
function refuseOtherFirstHour([startMs = Number.NaN]: readonly number[], nowMs: number): void {
  const fromMs = (Math.floor(nowMs / HOUR_MS) - EARLIER_HOURS - PAST_HOURS) * HOUR_MS;
  const hoursOff = (startMs - fromMs) / HOUR_MS;
  if (!(Math.abs(hoursOff) <= FIRST_HOUR_OFF_MAX))
    throw unusable("hours", `hourly.time begins ${hoursOff} hours after the one requested`);
}

function refuseOtherPlace({ latitude, longitude }: Json, place: Place): void {
  const isPoint = typeof latitude === "number" && typeof longitude === "number";
  const offKm = isPoint ? distanceKm(place, { lat: latitude, lng: longitude }) : Number.NaN;
  if (!(offKm <= CELL_OFF_KM_MAX))
    throw unusable("place", `the forecast of another place, ${Math.round(offKm)} km away`);
}

/** Starts of the hours, Unix ms: whole UTC hours, one after the other. */
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
 * Unix seconds as requested; or, from a server that replays a recorded answer, local time without a zone.
 * `utc_offset_seconds` then holds for all hours, even beyond a clock change.
 */
function timeMs(stamp: unknown, options: { unit: unknown; offsetSeconds: unknown }): number {
  const { unit, offsetSeconds } = options;
  if (unit === "unixtime" && typeof stamp === "number") return stamp * 1000;
  if (unit === "iso8601" && typeof stamp === "string" && typeof offsetSeconds === "number") {
    const time = parseIsoTime(`${stamp}Z`);
    return "ms" in time ? time.ms - offsetSeconds * 1000 : Number.NaN;
  }
  throw unusable("units", "hourly.time is in a format that was not requested");
}

interface Parts {
  readonly hourly: Json;
  readonly units: Json;
  readonly hours: number;
  /** The tally of each column that the answer has is added here. */
  readonly tallies: ValueTally[];
  readonly reading: CodeReading;
}

/** A column by the hour that each value belongs to; NaN where the answer has no value. */
function hoursOf(column: WeatherColumn, { hourly, units, hours, tallies, reading }: Parts): Float32Array {
  const variable = OPEN_METEO_VARIABLES[column];
  if (variable === undefined || hourly[variable.name] === undefined) {
    return new Float32Array(hours).fill(Number.NaN);
  }
  const { name, timing } = variable;
  const given = hourly[name];
  if (!Array.isArray(given) || given.length !== hours + 1) {
    throw unusable("shape", `${name} is not a list as long as hourly.time`);
  }
  refuseOtherUnit(variable, units);
  const tally = createTally(column, name);
  tallies.push(tally);
  const codeOf = (code: unknown) => knownCode(code, reading);
  const values = Float32Array.from(given, (value: unknown) =>
    column === "weatherCode" ? readCode(value, tally, codeOf) : readValue(value, tally),
  );
  if (isMostlyImpossible(tally)) values.fill(Number.NaN);
  // Without an amount of rain in each hour, nothing could be said of all others (api/forecast/answer.ts).
  if (timing === "instant" || column === "rainMm") bridgeGaps(values, BRIDGED_HOURS_MAX);
  const first = timing === "preceding-hour" ? 1 : 0;
  return values.subarray(first, first + hours);
}

/** Errors that one place may have caused. Others concern the whole provider, so they fail every place. */
const OF_ONE: ReadonlySet<WeatherErrorKind> = new Set(["place_refused", "uncovered", "unusable"]);

export interface JointAnswer {
  readonly forecasts: ReadonlyMap<Place, HourlyWeather>;
  /**
   * For each place, an object that it shares with the places that it is retried with. Without `parts`, missing places are
   * retried alone.
   */
  readonly parts?: ReadonlyMap<Place, object>;
}

/**
 * The forecast of each place of a request. The body is a list, or an object for one place. Places that are missing from
 * the result have to be retried. One bad place can fail the whole request or cut its answer off: then each half is
 * retried separately, which finds one bad place of twenty with ten requests. In a list, a place that is not covered has
 * no values instead of an error (https://github.com/open-meteo/open-meteo/pull/2101).
 */
export async function jointAnswer(
  places: Together<Place>,
  {
    ask,
    read,
  }: { readonly ask: () => Promise<unknown>; readonly read: (body: unknown, place: Place) => HourlyWeather },
): Promise<JointAnswer> {
  if (places.length === 1) return { forecasts: new Map([[places[0], read(await ask(), places[0])]]) };
  const forecasts = new Map<Place, HourlyWeather>();
  const body = await unlessOfOne(ask);
  if (body === undefined) return { forecasts, parts: halvesOf(places) };
  for (const [index, place] of places.entries()) {
    const own = elementOf(body, { index, count: places.length });
    const weather = await unlessOfOne(() => read(own, place));
    if (weather !== undefined) forecasts.set(place, weather);
  }
  return { forecasts };
}

function halvesOf(places: Together<Place>): ReadonlyMap<Place, object> {
  const [front, back] = [{}, {}];
  return new Map(places.map((place, index) => [place, index < places.length / 2 ? front : back]));
}

/** Undefined after an error that one place may have caused. */
async function unlessOfOne<T>(run: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WeatherError && OF_ONE.has(error.kind)) return undefined;
    throw error;
  }
}

/** Undefined if the body is not a list of that length, or if the element is for another place. */
function elementOf(body: unknown, { index, count }: { index: number; count: number }): unknown {
  const element: unknown = Array.isArray(body) && body.length === count ? body[index] : undefined;
  if (typeof element !== "object" || element === null) return undefined;
  // The first element has no location_id.
  return !("location_id" in element) || element.location_id === index ? element : undefined;
}
