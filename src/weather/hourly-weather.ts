// One forecast for one place, hour by hour, as a column per variable. To add a column, name it here, fill it in each
// provider (open-meteo/request.ts, met-norway/answer.ts and simulated/hour.ts in providers/), and raise PACKED_VERSION in
// cache/packed-forecast.ts.

/**
 * The columns with their possible values. The bounds leave room beyond the records of the World Meteorological
 * Organization: -89.2 and 56.7 °C, 305 mm in an hour, a gust of 408 km/h. A provider's value that is at most `slack` outside
 * counts as the bound, since models and interpolation overshoot; one further outside is not weather on this planet, and
 * counts as missing (providers/http/value-tally.ts). A temperature has no slack: what it would bend to is impossible too.
 * Packed forecasts have the columns in this order: to change it, raise PACKED_VERSION.
 */
export const COLUMN_BOUNDS = {
  /** °C at 2 m. */
  tempC: { min: -100, max: 70, slack: 0 },
  /** Feels-like, °C. */
  apparentC: { min: -130, max: 100, slack: 0 },
  /** All precipitation as water, mm in the hour. */
  rainMm: { min: 0, max: 500, slack: 1 },
  /** Chance of more than 0.1 mm in the hour. */
  precipProbPct: { min: 0, max: 100, slack: 5 },
  /** Mean wind at 10 m, km/h. */
  windKmh: { min: 0, max: 450, slack: 5 },
  /** Strongest gust in the hour, km/h. */
  gustKmh: { min: 0, max: 500, slack: 5 },
  /** Share of the sky covered. */
  cloudPct: { min: 0, max: 100, slack: 5 },
  /** WMO weather code. */
  weatherCode: { min: 0, max: 99, slack: 0 },
  /** 1 by day, 0 by night. */
  isDay: { min: 0, max: 1, slack: 0 },
  /** m. */
  visibilityM: { min: 0, max: 1_000_000, slack: 100 },
  /** Relative humidity. Models have air that is supersaturated. */
  humidityPct: { min: 0, max: 100, slack: 10 },
} as const;

export type WeatherColumn = keyof typeof COLUMN_BOUNDS;

type Columns = { readonly [Name in keyof typeof COLUMN_BOUNDS]: Float32Array };

/**
 * The weather of consecutive hours; entry `i` of every column describes the interval [startMs + i h, startMs + (i + 1) h).
 * Rain, probability, gusts and code are for the interval; temperature, feels-like, wind, cloud, humidity, visibility and
 * daylight for its start. NaN means unknown. Immutable once built, so any number of calls may share one.
 */
export interface HourlyWeather extends Columns {
  /**
   * The name of its source: `open-meteo`, `simulated`; several names if it has hours of several sources: `open-meteo,
   * met-norway`.
   */
  readonly source: string;
  /** When the forecast was made if the source says so, otherwise when it was fetched. Unix ms. */
  readonly generatedAtMs: number;
  /** Until when a cache returns it without a refetch; absent without a cache. Unix ms. */
  readonly freshUntilMs?: number;
  /** Start of the first hour, a whole UTC hour. Unix ms. */
  readonly startMs: number;
  /** How many hours there are; every column has this length. */
  readonly hours: number;
  /**
   * The hours right before `startMs`, if they are known. Hours of another source may have an `earlier` themselves. The
   * earlier hours fill in missing PAST_HOURS (see withPastHours), and serve sessions that have begun (see forecastSince).
   */
  readonly earlier?: HourlyWeather;
}

/** In the order of COLUMN_BOUNDS. */
export const COLUMN_NAMES = Object.keys(COLUMN_BOUNDS) as readonly WeatherColumn[];

/** All columns, made one by one in their order. */
export function columnsFrom(make: (name: WeatherColumn, index: number) => Float32Array): Columns {
  const columns: Partial<Record<WeatherColumn, Float32Array>> = {};
  COLUMN_NAMES.forEach((name, index) => {
    columns[name] = make(name, index);
  });
  return columns as Columns;
}
