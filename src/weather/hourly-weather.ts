// One forecast for one place, hour by hour, as a column per variable. A new column is named here and told by each provider:
// open-meteo/request.ts, met-norway/answer.ts, simulated/hour.ts; cache/packed-forecast.ts then writes another version.

/**
 * The columns, each with the values it may have. A value outside is not weather on this planet: the answer that has one
 * cannot be trusted in the rest either. The bounds leave room beyond the records of the World Meteorological
 * Organization: -89.2 and 56.7 °C, 305 mm in an hour, a gust of 408 km/h.
 *
 * The order is that of a packed forecast: to change it is to change that form's version.
 */
export const COLUMN_BOUNDS = {
  /** °C at 2 m. */
  tempC: { min: -100, max: 70 },
  /** Feels-like, °C. */
  apparentC: { min: -130, max: 100 },
  /** All precipitation as water, mm in the hour. */
  rainMm: { min: 0, max: 500 },
  /** Chance of more than 0.1 mm in the hour. */
  precipProbPct: { min: 0, max: 100 },
  /** Mean wind at 10 m, km/h. */
  windKmh: { min: 0, max: 450 },
  /** Strongest gust in the hour, km/h. */
  gustKmh: { min: 0, max: 500 },
  /** Share of the sky covered. */
  cloudPct: { min: 0, max: 100 },
  /** WMO weather code. */
  weatherCode: { min: 0, max: 99 },
  /** 1 by day, 0 by night. */
  isDay: { min: 0, max: 1 },
  /** m. */
  visibilityM: { min: 0, max: 1_000_000 },
  /** Relative humidity. */
  humidityPct: { min: 0, max: 100 },
} as const;

/** The names of the columns. */
export type WeatherColumn = keyof typeof COLUMN_BOUNDS;

type Columns = { readonly [Name in keyof typeof COLUMN_BOUNDS]: Float32Array };

/**
 * The weather of consecutive hours; entry `i` of every column describes the interval
 * [startMs + i h, startMs + (i + 1) h). Rain, probability, gusts and code are those of the interval; temperature,
 * feels-like, wind, cloud, humidity, visibility and daylight those at its start. NaN means "not known".
 * Never changed once built, so that any number of calls may share one.
 */
export interface HourlyWeather extends Columns {
  /** The name of the source it is from: `open-meteo`, `simulated`; of those, `open-meteo, met-norway`, whose hours are in it. */
  readonly source: string;
  /** When the forecast was generated as far as the source tells, otherwise when it was fetched. Unix ms. */
  readonly generatedAtMs: number;
  /** Until when a cache answers with it and does not ask the source again; absent without a cache. Unix ms. */
  readonly freshUntilMs?: number;
  /** Start of the first hour, a whole UTC hour. Unix ms. */
  readonly startMs: number;
  /** How many hours there are; every column has this length. */
  readonly hours: number;
  /**
   * The hours right before, where they are known; of another source, they may have earlier ones themselves. A call gets them for
   * sessions that have begun and nothing else: see forecastSince.
   */
  readonly earlier?: HourlyWeather;
}

/** All of them, in their order. */
export const COLUMN_NAMES = Object.keys(COLUMN_BOUNDS) as readonly WeatherColumn[];

/** All columns, made one by one in their order. */
export function columnsFrom(make: (name: WeatherColumn, index: number) => Float32Array): Columns {
  const columns: Partial<Record<WeatherColumn, Float32Array>> = {};
  COLUMN_NAMES.forEach((name, index) => {
    columns[name] = make(name, index);
  });
  return columns as Columns;
}
