// What the scores of all sports take from a forecast: made once for a forecast, and only for the hours that are asked for.
import { coldSideC } from "./felt-temperature.ts";
import { frozenShare, SOAK_DECAY } from "./ground.ts";
import { rainChance } from "./rain-chance.ts";
import type { WeatherColumns } from "./weather-columns.ts";

/** Entry `hour` of every column is that hour of the forecast. */
interface ForecastColumns {
  /** The hours, from 0 on, for which there are values. */
  filled: number;
  /** See `rainChance`. */
  readonly rainChance: Float64Array;
  /** See `frozenShare`. */
  readonly frozen: Float64Array;
  /** See `coldSideC`. */
  readonly coldC: Float64Array;
  /** Water in the soil at the start of the hour, mm. */
  readonly soakedMm: Float64Array;
}

/** They last as long as their forecast. A forecast never changes, so they never have to be made anew. */
const columnsOf = new WeakMap<WeatherColumns, ForecastColumns>();

/** The columns of a forecast, filled at least up to hour `end`, which is not included. */
export function forecastColumns(weather: WeatherColumns, end: number): ForecastColumns {
  let columns = columnsOf.get(weather);
  if (columns === undefined) columnsOf.set(weather, (columns = emptyColumns(weather)));
  if (columns.filled < end) fill(columns, weather, Math.min(end, weather.hours));
  return columns;
}

function emptyColumns({ hours, soakedMm = 0 }: WeatherColumns): ForecastColumns {
  const columns = {
    filled: 0,
    rainChance: new Float64Array(hours),
    frozen: new Float64Array(hours),
    coldC: new Float64Array(hours),
    // One more, for the water after the last hour.
    soakedMm: new Float64Array(hours + 1),
  };
  columns.soakedMm[0] = soakedMm;
  return columns;
}

function fill(columns: ForecastColumns, weather: WeatherColumns, end: number): void {
  for (let hour = columns.filled; hour < end; hour += 1) {
    const chance = rainChance(weather, hour);
    columns.rainChance[hour] = chance;
    columns.frozen[hour] = frozenShare(weather, hour);
    columns.coldC[hour] = coldSideC(weather, hour);
    columns.soakedMm[hour + 1] =
      ((columns.soakedMm[hour] ?? 0) + fallenMm(weather, hour, chance)) * SOAK_DECAY;
  }
  columns.filled = Math.max(columns.filled, end);
}

/** What reaches the ground in an hour by its chance, mm; snow too, since it lies where it falls. An unknown amount is none. */
export function fallenMm({ rainMm }: WeatherColumns, hour: number, chance: number): number {
  const knownMm = rainMm[hour] ?? Number.NaN;
  return knownMm > 0 ? knownMm * chance : 0;
}
