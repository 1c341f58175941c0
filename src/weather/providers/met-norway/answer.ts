// Turns the JSON of a Locationforecast into columns. Nothing is assumed: an answer that is not as documented is refused
// (https://api.met.no/weatherapi/locationforecast/2.0/documentation).
import { HOUR_MS } from "../../../lib/time/clock.ts";
import { parseIsoTime } from "../../../lib/time/iso-time.ts";
import { columnsFrom, type HourlyWeather, type WeatherColumn } from "../../hourly-weather.ts";
import type { Place } from "../../../lib/place.ts";
import { withDaylight } from "../../daylight.ts";
import {
  answerChecks,
  bridgeGaps,
  type CodeReading,
  excerpt,
  type Json,
  type ProviderVariable,
} from "../http/answer-checks.ts";
import {
  createTally,
  isMostlyImpossible,
  type OnOddValues,
  readCode,
  readValue,
  reportOddValues,
  type ValueTally,
} from "../http/value-tally.ts";
import { WeatherError } from "../../weather-error.ts";

/** Steps six hours apart leave five hours between them without a value; eleven if one step has an impossible value. */
const BRIDGED_HOURS_MAX = 11;

/** One period without an amount. Without one in each hour, nothing could be said of all others (api/forecast/answer.ts). */
const BRIDGED_RAIN_HOURS_MAX = 6;

const KMH_PER_MS = 3.6;

/** The answer repeats the requested place to four decimals. An answer that is further off is for another place. */
const PLACE_TOLERANCE_DEG = 0.05;

interface Variable extends ProviderVariable {
  /** From the provider's unit to ours. */
  readonly factor?: number;
}

/** Values at the moment of a step. Gusts exist only for the Nordic countries, and there only for the first days. */
const INSTANT: Partial<Record<WeatherColumn, Variable>> = {
  tempC: { name: "air_temperature", unit: "celsius" },
  humidityPct: { name: "relative_humidity", unit: "%" },
  cloudPct: { name: "cloud_area_fraction", unit: "%" },
  windKmh: { name: "wind_speed", unit: "m/s", factor: KMH_PER_MS },
  gustKmh: { name: "wind_speed_of_gust", unit: "m/s", factor: KMH_PER_MS },
};

/** Values of the hours after a step. */
const OF_PERIOD: Partial<Record<WeatherColumn, Variable>> = {
  rainMm: { name: "precipitation_amount", unit: "mm" },
  precipProbPct: { name: "probability_of_precipitation", unit: "%" },
  weatherCode: { name: "symbol_code" },
};

/** The provider's names of all that is read. */
export const MET_NORWAY_NAMES = [INSTANT, OF_PERIOD].flatMap((variables) =>
  Object.values(variables).map(({ name }) => name),
);

/** What the answer says about the one or six hours after a step. */
interface Period {
  /** The number of hours that the sums are for. */
  readonly hours: 1 | 6;
  readonly symbol: unknown;
  readonly details: Json;
}

interface Step {
  /** How many hours after the first step. */
  readonly hour: number;
  /** Values of the moment. */
  readonly instant: Json;
  /** About the hours up to the next step; absent for the last. */
  readonly period?: Period;
}

const NAME = "met-norway";

const { unusable, asObject, refuseOtherUnit, refuseUnlessUseful } = answerChecks(NAME);

/** What the answer is checked against. */
export interface MetNorwayReading extends Pick<CodeReading, "onUnknownCode"> {
  readonly place: Place;
  readonly nowMs: number;
  /** Called before the answer is refused too. */
  readonly onOddValues?: OnOddValues | undefined;
}

/**
 * Throws a WeatherError (`uncovered` or `unusable`) unless the answer is for this place, in the documented units, without
 * gaps, mostly possible, and knows the weather from the current hour on. The result ends where the provider's
 * forecast does, some nine days ahead.
 * It has no feels-like temperature and no visibility, and for most of the world no gusts and no probability.
 */
export function metNorwayAnswer(body: unknown, reading: MetNorwayReading): HourlyWeather {
  const { place, nowMs, onUnknownCode, onOddValues } = reading;
  const answer = asObject(body, "the answer");
  const properties = asObject(answer.properties, "properties");
  const meta = asObject(properties.meta, "meta");
  if (typeof meta.error === "string") {
    throw new WeatherError("uncovered", `${NAME}: ${excerpt(meta.error)}`);
  }
  refuseOtherPlace(answer.geometry, place);
  const units = asObject(meta.units, "units");
  const { startMs, steps } = stepsFrom(properties.timeseries);
  // The last step is only for its moment, not for the hour that begins then.
  const hours = steps.at(-1)?.hour ?? 0;
  const generatedAtMs = timeMs(meta.updated_at);
  if (generatedAtMs === undefined) throw unusable("shape", "updated_at is not a time");
  const tallies: ValueTally[] = [];
  const weather: HourlyWeather = {
    source: NAME,
    generatedAtMs,
    startMs,
    hours,
    ...columnsFrom((column) => hoursOf(column, { steps, units, hours, tallies, onUnknownCode })),
  };
  if (onOddValues !== undefined) reportOddValues(NAME, tallies, onOddValues);
  refuseUnlessUseful(weather, tallies, nowMs);
  return withDaylight(weather, place);
}

interface Parts extends Pick<CodeReading, "onUnknownCode"> {
  readonly steps: readonly Step[];
  readonly units: Json;
  readonly hours: number;
  /** The tally of each column that the provider may have is added here. */
  readonly tallies: ValueTally[];
}

/** A column by the hour; NaN where the answer has no value. */
function hoursOf(
  column: WeatherColumn,
  { steps, units, hours, tallies, onUnknownCode }: Parts,
): Float32Array {
  const values = new Float32Array(hours + 1).fill(Number.NaN);
  const instant = INSTANT[column];
  const variable = instant ?? OF_PERIOD[column];
  if (variable === undefined) return values.subarray(0, hours);
  const tally = createTally(column, variable.name);
  tallies.push(tally);
  if (instant !== undefined) {
    for (const step of steps) values[step.hour] = read(step.instant, { variable, tally, units });
  } else {
    const valueOf = (period: Period) =>
      column === "weatherCode"
        ? readCode(period.symbol, tally, (symbol) => codeOfSymbol(symbol, onUnknownCode))
        : read(period.details, { variable, tally, units });
    steps.forEach(({ hour, period }, i) => {
      if (period === undefined) return;
      // A sum is spread evenly; chance and symbol hold for each hour.
      const share = column === "rainMm" ? period.hours : 1;
      values.fill(valueOf(period) / share, hour, steps[i + 1]?.hour);
    });
  }
  if (isMostlyImpossible(tally)) values.fill(Number.NaN);
  // Draws a straight line between steps that are hours apart.
  if (instant !== undefined) bridgeGaps(values, BRIDGED_HOURS_MAX);
  else if (column === "rainMm") bridgeGaps(values, BRIDGED_RAIN_HOURS_MAX);
  return values.subarray(0, hours);
}

/** A value in our unit, or NaN. The unit of every variable is checked. */
function read(
  details: Json,
  { variable, tally, units }: { variable: Variable; tally: ValueTally; units: Json },
): number {
  const value = details[variable.name];
  if (value !== undefined && value !== null) refuseOtherUnit(variable, units);
  return readValue(value, tally, variable.factor);
}

/** The provider also answers swapped coordinates: with the forecast of another place. */
function refuseOtherPlace(geometry: unknown, place: Place): void {
  const { coordinates } = asObject(geometry, "geometry");
  // Only numbers are compared: as a number, null would be a place in the Gulf of Guinea.
  const [lng, lat] = Array.isArray(coordinates) ? coordinates.map(numberOrNaN) : [];
  const latOffDeg = Math.abs((lat ?? Number.NaN) - place.lat);
  const lngOffDeg = Math.abs((lng ?? Number.NaN) - place.lng);
  // 180 and -180 are the same meridian.
  const isThere =
    latOffDeg <= PLACE_TOLERANCE_DEG && Math.min(lngOffDeg, Math.abs(360 - lngOffDeg)) <= PLACE_TOLERANCE_DEG;
  if (!isThere) throw unusable("place", "the forecast of another place");
}

function numberOrNaN(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

/**
 * The steps: whole UTC hours in order. Each step but the last covers the time up to the next one, at most six hours. A
 * series with a gap is refused, since a value across it would be a guess.
 */
function stepsFrom(value: unknown): { readonly startMs: number; readonly steps: readonly Step[] } {
  if (!Array.isArray(value) || value.length < 2) throw unusable("hours", "timeseries is not a list of steps");
  const entries = value.map((step: unknown) => asObject(step, "a step"));
  const timesMs = entries.map(({ time }) => stepMs(time));
  const startMs = timesMs[0] ?? Number.NaN;
  const steps = entries.map(({ data }, i): Step => {
    const timeMs = timesMs[i] ?? Number.NaN;
    const nextMs = timesMs[i + 1];
    const ahead = asObject(data, "data");
    const instant = asObject(ahead.instant, "instant");
    const step = {
      hour: (timeMs - startMs) / HOUR_MS,
      instant: asObject(instant.details, "instant.details"),
    };
    if (nextMs === undefined) return step;
    const period = periodOf(ahead, (nextMs - timeMs) / HOUR_MS);
    return Object.assign(step, { period });
  });
  return { startMs, steps };
}

function stepMs(time: unknown): number {
  const ms = timeMs(time);
  if (ms === undefined || ms % HOUR_MS !== 0) {
    throw unusable(
      "hours",
      `a step is at ${excerpt(JSON.stringify(time) ?? "no time")}, not a whole UTC hour`,
    );
  }
  return ms;
}

/** Undefined for what RFC 3339 does not allow. Date.parse takes more, and some of it as local time. */
function timeMs(time: unknown): number | undefined {
  const parsed = typeof time === "string" ? parseIsoTime(time) : undefined;
  return parsed !== undefined && "ms" in parsed ? parsed.ms : undefined;
}

/** The values of the single hour if there are any and the next step is an hour away, otherwise the values of six hours. */
function periodOf(ahead: Json, hoursToNext: number): Period {
  if (!(hoursToNext > 0)) throw unusable("hours", "the steps are not in order");
  const hours = hoursToNext === 1 && ahead.next_1_hours !== undefined ? 1 : 6;
  const name = `next_${hours}_hours`;
  if (ahead[name] === undefined || hoursToNext > hours) {
    throw unusable("hours", `nothing is said of ${hoursToNext} hours up to the next step`);
  }
  const period = asObject(ahead[name], name);
  const { symbol_code: symbol } = asObject(period.summary ?? {}, `${name}.summary`);
  return {
    hours,
    symbol,
    details: asObject(period.details ?? {}, `${name}.details`),
  };
}

/**
 * The provider's weather symbols (https://github.com/metno/weathericons) as the WMO codes of Open-Meteo; for precipitation
 * light, moderate and heavy.
 */
const PRECIPITATION = {
  rain: { light: 61, moderate: 63, heavy: 65 },
  rainshowers: { light: 80, moderate: 81, heavy: 82 },
  // No code means sleet. It gets the codes of rain, because it wets like rain, not like snow.
  sleet: { light: 61, moderate: 63, heavy: 65 },
  sleetshowers: { light: 80, moderate: 81, heavy: 82 },
  snow: { light: 71, moderate: 73, heavy: 75 },
  snowshowers: { light: 85, moderate: 85, heavy: 86 },
} as const;

const SKY = { clearsky: 0, fair: 1, partlycloudy: 2, cloudy: 3, fog: 45 } as const;

const THUNDERSTORM = 95;

const CODES: ReadonlyMap<string, number> = allCodes();

/**
 * Undefined, after a report, for an unknown symbol. The part after the underscore is ignored: it means day or night, which
 * is computed from the sun.
 */
function codeOfSymbol(symbol: unknown, onUnknownCode: CodeReading["onUnknownCode"]): number | undefined {
  const text = typeof symbol === "string" ? symbol : (JSON.stringify(symbol) ?? "");
  const code = CODES.get(text.replace(/_.*$/, ""));
  if (code === undefined) onUnknownCode?.(excerpt(text));
  return code;
}

function allCodes(): Map<string, number> {
  const codes = new Map<string, number>(Object.entries(SKY));
  for (const [kind, { light, moderate, heavy }] of Object.entries(PRECIPITATION)) {
    codes.set(`light${kind}`, light).set(kind, moderate).set(`heavy${kind}`, heavy);
    for (const intensity of ["light", "", "heavy"]) codes.set(`${intensity}${kind}andthunder`, THUNDERSTORM);
  }
  // Spelt so in the provider's own list, with one s too many.
  codes.set("lightssleetshowersandthunder", THUNDERSTORM).set("lightssnowshowersandthunder", THUNDERSTORM);
  return codes;
}
