import { valueAt, type WeatherColumns } from "./weather-columns.ts";

/**
 * Feels-like temperature, °C: the source's own; else the Bureau of Meteorology's apparent temperature where the
 * humidity is known; else wind chill where that is defined; else the air temperature. NaN if that is unknown too.
 */
export function feelsLikeC(weather: WeatherColumns, hour: number): number {
  const apparentC = valueAt(weather.apparentC, hour);
  if (!Number.isNaN(apparentC)) return apparentC;
  const tempC = valueAt(weather.tempC, hour);
  const windKmh = Math.max(0, valueAt(weather.windKmh, hour));
  const humidityPct = valueAt(weather.humidityPct, hour);
  if (Number.isNaN(windKmh)) return tempC;
  if (!Number.isNaN(humidityPct)) return apparentTemperatureC(tempC, humidityPct, windKmh);
  return tempC <= 10 && windKmh >= 5 ? windChillC(tempC, windKmh) : tempC;
}

/** Steadman's apparent temperature in the form of the Australian Bureau of Meteorology. */
function apparentTemperatureC(tempC: number, humidityPct: number, windKmh: number): number {
  const vapourHpa = (humidityPct / 100) * 6.105 * Math.exp((17.27 * tempC) / (237.7 + tempC));
  return tempC + 0.33 * vapourHpa - 0.7 * (windKmh / 3.6) - 4;
}

/** Environment Canada and US National Weather Service, 2001; for 10 °C or less and 5 km/h or more. */
function windChillC(tempC: number, windKmh: number): number {
  const power = windKmh ** 0.16;
  return 13.12 + 0.6215 * tempC - 11.37 * power + 0.3965 * tempC * power;
}
