// What the scores of all sports take from a forecast: made once for a forecast, and only for the hours that are asked for.
import { coldSideC } from "./felt-temperature.ts";
import { frozenShare, SOAK_DECAY } from "./ground.ts";
import { rainChance, wetHourMm } from "./rain-chance.ts";
import { snowShare } from "./snow-share.ts";
import { feelsLikeC, type WeatherColumns } from "./weather-columns.ts";

/** Entry `hour` of every column is that hour of the forecast. */
interface ForecastColumns {
  /** The hours, from 0 on, for which the columns of the ground have values. */
  groundHours: number;
  /** The chance that the hour is wet. */
  readonly rainChance: Float64Array;
  /** What reaches the ground by its chance, mm; snow too, since it lies where it falls. */
  readonly fallenMm: Float64Array;
  /** How much of the ground is frozen. */
  readonly frozen: Float64Array;
  /** Water in the soil at the start of the hour, mm; one entry more, for the water after the last hour. */
  readonly soakedMm: Float64Array;

  // The rest has values for the hours that were scored.
  /** NaN if the hour was not scored yet. */
  readonly snowShare: Float64Array;
  readonly wetHourMm: Float64Array;
  readonly feelsLikeC: Float64Array;
  readonly coldSideC: Float64Array;
}

/** They last as long as their forecast. A forecast never changes, so they never have to be made anew. */
const columnsOf = new WeakMap<WeatherColumns, ForecastColumns>();

/** The columns of a forecast, with the ground up to hour `end`, which is not included, and all else from hour `first` on. */
export function forecastColumns(weather: WeatherColumns, first: number, end: number): ForecastColumns {
  let columns = columnsOf.get(weather);
  if (columns === undefined) columnsOf.set(weather, (columns = emptyColumns(weather)));
  const last = Math.min(end, weather.hours);
  if (columns.groundHours < last) fillGround(columns, weather, last);
  for (let hour = Math.max(0, first); hour < last; hour += 1) {
    if (Number.isNaN(columns.snowShare[hour] ?? 0)) fillHour(columns, weather, hour);
  }
  return columns;
}

/** The columns of the ground only. */
export function groundColumns(weather: WeatherColumns, end: number): ForecastColumns {
  return forecastColumns(weather, end, end);
}

function emptyColumns({ hours, soakedMm = 0 }: WeatherColumns): ForecastColumns {
  // One block of memory for all columns.
  const values = new Float64Array(8 * hours + 1);
  const column = (index: number) => values.subarray(index * hours, (index + 1) * hours);
  const columns = {
    groundHours: 0,
    rainChance: column(0),
    fallenMm: column(1),
    frozen: column(2),
    snowShare: column(3).fill(Number.NaN),
    wetHourMm: column(4),
    feelsLikeC: column(5),
    coldSideC: column(6),
    soakedMm: values.subarray(7 * hours),
  };
  columns.soakedMm[0] = soakedMm;
  return columns;
}

function fillGround(columns: ForecastColumns, weather: WeatherColumns, end: number): void {
  const { groundHours, fallenMm, soakedMm } = columns;
  let soaked = soakedMm[groundHours] ?? 0;
  for (let hour = groundHours; hour < end; hour += 1) {
    const chance = rainChance(weather, hour);
    const rainMm = weather.rainMm[hour] ?? Number.NaN;
    // An unknown amount falls as none.
    const fallen = rainMm > 0 ? rainMm * chance : 0;
    columns.rainChance[hour] = chance;
    columns.frozen[hour] = frozenShare(weather, hour);
    fallenMm[hour] = fallen;
    soaked = (soaked + fallen) * SOAK_DECAY;
    soakedMm[hour + 1] = soaked;
  }
  columns.groundHours = end;
}

function fillHour(columns: ForecastColumns, weather: WeatherColumns, hour: number): void {
  columns.snowShare[hour] = snowShare(weather, hour);
  columns.wetHourMm[hour] = wetHourMm(weather, hour);
  columns.feelsLikeC[hour] = feelsLikeC(weather, hour);
  columns.coldSideC[hour] = coldSideC(weather, hour);
}
