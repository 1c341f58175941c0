// One forecast for one place, hour by hour, as a column per variable.

/**
 * The weather of consecutive hours; entry `i` of every column describes the interval
 * [startMs + i h, startMs + (i + 1) h). Rain, probability, gusts and code are those of the interval; temperature,
 * feels-like, wind, cloud, humidity, visibility and daylight those at its start. NaN means "not known".
 * Never changed once built, so that any number of calls may share one.
 */
export interface HourlyWeather {
  /** Which source said so: `open-meteo`, `simulated`. */
  readonly source: string;
  /** When the forecast was generated as far as the source tells, otherwise when it was fetched. Unix ms. */
  readonly generatedAtMs: number;
  /**
   * Until when whoever keeps the forecast answers with it unasked; later it is being fetched anew, or the source fails.
   * Absent where nobody keeps it. Unix ms.
   */
  readonly freshUntilMs?: number;
  /** Start of the first hour, a whole UTC hour. Unix ms. */
  readonly startMs: number;
  /** How many hours there are; every column has this length. */
  readonly hours: number;
  /** °C at 2 m. */
  readonly tempC: Float32Array;
  /** Feels-like, °C. */
  readonly apparentC: Float32Array;
  /** All precipitation as water, mm in the hour. */
  readonly rainMm: Float32Array;
  /** Chance of more than 0.1 mm in the hour, 0..100. */
  readonly precipProbPct: Float32Array;
  /** Mean wind at 10 m, km/h. */
  readonly windKmh: Float32Array;
  /** Strongest gust in the hour, km/h. */
  readonly gustKmh: Float32Array;
  /** Share of the sky covered, 0..100. */
  readonly cloudPct: Float32Array;
  /** WMO weather code. */
  readonly weatherCode: Float32Array;
  /** 1 by day, 0 by night. */
  readonly isDay: Float32Array;
  /** m. */
  readonly visibilityM: Float32Array;
  /** Relative, 0..100. */
  readonly humidityPct: Float32Array;
}

/** The names of the columns. */
export type WeatherColumn = {
  [Name in keyof HourlyWeather]-?: HourlyWeather[Name] extends Float32Array ? Name : never;
}[keyof HourlyWeather];
