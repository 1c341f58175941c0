/**
 * How warm it feels in the shade, °C: the apparent temperature of the Australian Bureau of Meteorology (R. G. Steadman,
 * "Norms of apparent temperature in Australia", Aust. Met. Mag. 43 (1994) 1-16), from °C, km/h and relative humidity.
 */
export function apparentTempC(weather: { tempC: number; windKmh: number; humidityPct: number }): number {
  const { tempC, windKmh, humidityPct } = weather;
  const vapourPressureHpa = (humidityPct / 100) * 6.105 * Math.exp((17.27 * tempC) / (237.7 + tempC));
  return tempC + 0.33 * vapourPressureHpa - 0.7 * (windKmh / 3.6) - 4;
}
