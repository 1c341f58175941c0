// The weather that scores are made from. Structural on purpose: whatever has these columns can be scored.

/**
 * Hours in a row, one entry each, NaN where a value is not known; a column may be any array of numbers. Rain, chance,
 * gusts and code are those of the hour; the others those at its start. Units: °C, mm, %, km/h, m.
 */
export interface WeatherColumns {
  readonly hours: number;
  readonly tempC: ArrayLike<number>;
  readonly apparentC: ArrayLike<number>;
  readonly rainMm: ArrayLike<number>;
  readonly precipProbPct: ArrayLike<number>;
  readonly windKmh: ArrayLike<number>;
  readonly gustKmh: ArrayLike<number>;
  readonly cloudPct: ArrayLike<number>;
  readonly weatherCode: ArrayLike<number>;
  readonly isDay: ArrayLike<number>;
  readonly visibilityM: ArrayLike<number>;
  readonly humidityPct: ArrayLike<number>;
  /** Water that rain before hour 0 has left on the sport's surface, mm; none where it is left out. */
  readonly wetMm?: number;
}

/** Reads a column; outside of it nothing is known, so NaN. */
export function valueAt(column: ArrayLike<number>, hour: number): number {
  return column[hour] ?? Number.NaN;
}
