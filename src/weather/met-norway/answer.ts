// From the parsed JSON of a Locationforecast to columns. Nothing is assumed: what is not as documented is refused.
import { bridgeGaps } from "../provider/bridge-gaps.ts";
import { COLUMN_BOUNDS } from "../provider/column-bounds.ts";
import { excerpt } from "../provider/excerpt.ts";
import type { HourlyWeather, WeatherColumn } from "../hourly-weather.ts";
import { metNorwayObject, metNorwaySteps } from "./steps.ts";
import type { MetNorwaySteps } from "./steps.ts";
import { weatherCodeFromSymbol } from "./symbols.ts";
import type { Place } from "../place.ts";
import { refuseUnlessUseful } from "../provider/refuse-unless-useful.ts";
import { WeatherError } from "../weather-error.ts";
import type { AnswerDefect } from "../weather-error.ts";
import { withDaylight } from "../provider/with-daylight.ts";

/** Between two steps that are six hours apart there are five. */
const BRIDGED_HOURS_MAX = 5;

const KMH_PER_MS = 3.6;

/** The answer repeats the place asked for, to four decimals. Further off than this it is another one. */
const PLACE_TOLERANCE_DEG = 0.05;

interface Variable {
  /** As the answer and its `units` spell it. */
  readonly name: string;
  readonly column: WeatherColumn;
  readonly unit: string;
  /** From the provider's unit to ours. */
  readonly factor: number;
}

/** Of the moment of a step. Gusts are told for the Nordic countries and the first days only. */
const INSTANT: readonly Variable[] = [
  { name: "air_temperature", column: "tempC", unit: "celsius", factor: 1 },
  { name: "relative_humidity", column: "humidityPct", unit: "%", factor: 1 },
  { name: "cloud_area_fraction", column: "cloudPct", unit: "%", factor: 1 },
  { name: "wind_speed", column: "windKmh", unit: "m/s", factor: KMH_PER_MS },
  { name: "wind_speed_of_gust", column: "gustKmh", unit: "m/s", factor: KMH_PER_MS },
];

const AMOUNT: Variable = { name: "precipitation_amount", column: "rainMm", unit: "mm", factor: 1 };
const PROBABILITY: Variable = {
  name: "probability_of_precipitation",
  column: "precipProbPct",
  unit: "%",
  factor: 1,
};

/**
 * Throws a WeatherError, `uncovered` or `unusable`, unless the answer is about this place, in the documented units,
 * without a hole, within the physically possible, and knows the weather from the current hour on. It ends where the
 * provider does, some nine days ahead.
 *
 * Feels-like and visibility are not told, and neither are gusts and probability in most of the world: unknown.
 */
export function metNorwayAnswer(body: unknown, options: { place: Place; nowMs: number }): HourlyWeather {
  const { place, nowMs } = options;
  const answer = metNorwayObject(body, "the answer");
  const properties = metNorwayObject(answer.properties, "properties");
  const meta = metNorwayObject(properties.meta, "meta");
  if (typeof meta.error === "string") {
    throw new WeatherError("uncovered", `met-norway: ${excerpt(meta.error)}`);
  }
  refuseOtherPlace(answer.geometry, place);
  const read = valueReader(metNorwayObject(meta.units, "units"));
  const series = metNorwaySteps(properties.timeseries);
  // The last step says what is at its moment, and nothing of the hour that begins there.
  const hours = series.steps.at(-1)?.hour ?? 0;
  const generatedAtMs = Date.parse(String(meta.updated_at));
  if (Number.isNaN(generatedAtMs)) throw unusable("shape", "updated_at is not a time");
  const weather: HourlyWeather = {
    source: "met-norway",
    generatedAtMs,
    startMs: series.startMs,
    hours,
    ...emptyColumns(hours),
    ...instantColumns(series, { hours, read }),
    ...periodColumns(series, { hours, read }),
  };
  refuseUnlessUseful(weather, nowMs);
  return withDaylight(weather, place);
}

type ValueReader = (variable: Variable, details: Readonly<Record<string, unknown>>) => number;

/** Reads a value in our unit, NaN where there is none. Every variable's unit is checked where it is read. */
function valueReader(units: Readonly<Record<string, unknown>>): ValueReader {
  return ({ name, column, unit, factor }, details) => {
    const value = details[name];
    if (value === undefined || value === null) return Number.NaN;
    if (units[name] !== unit) {
      throw unusable(
        "units",
        `${name} is in ${excerpt(JSON.stringify(units[name]) ?? "no unit")}, not in ${unit}`,
      );
    }
    const { min, max } = COLUMN_BOUNDS[column];
    const converted = typeof value === "number" ? value * factor : Number.NaN;
    if (!(converted >= min && converted <= max)) {
      throw unusable("values", `${name} has a value that is not weather`);
    }
    return converted;
  };
}

interface ReadOptions {
  readonly hours: number;
  readonly read: ValueReader;
}

/** Values of moments, in a straight line where steps are hours apart; gusts are not told beyond such a gap. */
function instantColumns(
  { steps }: MetNorwaySteps,
  { hours, read }: ReadOptions,
): Partial<Record<WeatherColumn, Float32Array>> {
  const columns: Partial<Record<WeatherColumn, Float32Array>> = {};
  for (const variable of INSTANT) {
    const values = new Float32Array(hours + 1).fill(Number.NaN);
    for (const { hour, instant } of steps) values[hour] = read(variable, instant);
    bridgeGaps(values, BRIDGED_HOURS_MAX);
    columns[variable.column] = values.subarray(0, hours);
  }
  return columns;
}

/** The sum of six hours is spread over them evenly; chance and symbol hold for each. */
function periodColumns(
  { steps }: MetNorwaySteps,
  { hours, read }: ReadOptions,
): Pick<HourlyWeather, "rainMm" | "precipProbPct" | "weatherCode"> {
  const rainMm = new Float32Array(hours).fill(Number.NaN);
  const precipProbPct = rainMm.slice();
  const weatherCode = rainMm.slice();
  steps.forEach(({ hour, period }, i) => {
    if (period === undefined) return;
    const end = steps[i + 1]?.hour ?? hours;
    rainMm.fill(read(AMOUNT, period.details) / period.hours, hour, end);
    precipProbPct.fill(read(PROBABILITY, period.details), hour, end);
    weatherCode.fill(
      period.symbol === undefined ? Number.NaN : weatherCodeFromSymbol(period.symbol),
      hour,
      end,
    );
  });
  return { rainMm, precipProbPct, weatherCode };
}

function emptyColumns(hours: number): Record<WeatherColumn, Float32Array> {
  const names = Object.keys(COLUMN_BOUNDS) as WeatherColumn[];
  const entries = names.map((name) => [name, new Float32Array(hours).fill(Number.NaN)]);
  return Object.fromEntries(entries) as Record<WeatherColumn, Float32Array>;
}

/** Swapped coordinates are answered as well, for a place nobody asked about. */
function refuseOtherPlace(geometry: unknown, place: Place): void {
  const { coordinates } = metNorwayObject(geometry, "geometry");
  const [lng, lat] = Array.isArray(coordinates) ? (coordinates as unknown[]) : [];
  const latOffDeg = Math.abs(Number(lat) - place.lat);
  const lngOffDeg = Math.abs(Number(lng) - place.lng);
  // 180 and -180 are one meridian, and either may be told for the other.
  const isThere =
    latOffDeg <= PLACE_TOLERANCE_DEG && Math.min(lngOffDeg, Math.abs(360 - lngOffDeg)) <= PLACE_TOLERANCE_DEG;
  if (!isThere) throw unusable("place", "the forecast of another place");
}

function unusable(defect: AnswerDefect, message: string): WeatherError {
  return new WeatherError("unusable", `met-norway: ${message}`, { defect });
}
