// How warm an hour feels: on the cold side of a sport's temperatures, no colder than the air with its wind chill.
import { feelsLikeC, meanWindKmh, windChillC, type WeatherColumns } from "./weather-columns.ts";

/** The formula of wind chill is for winds from here up; people in calm air move about as fast. */
const CHILL_MIN_KMH = 5;

/**
 * The temperature for the cold side, °C. The apparent temperature that sources state takes off 0.7 °C for each m/s of wind, and
 * 4 °C in calm air: a calm sunny day of -6 °C was "-10". Wind chill meets the air at about 20 °C, so it can be used at any
 * temperature.
 */
export function coldSideC(weather: WeatherColumns, hour: number): number {
  const feelsC = feelsLikeC(weather, hour);
  const tempC = weather.tempC[hour] ?? Number.NaN;
  const windKmh = meanWindKmh(weather, hour);
  // Wind chill never warms, so it is left out where it would not count.
  if (feelsC >= tempC || Number.isNaN(tempC) || Number.isNaN(windKmh)) return feelsC;
  const chilledC = windChillC(tempC, Math.max(CHILL_MIN_KMH, windKmh));
  return Math.max(feelsC, Math.min(tempC, chilledC));
}
