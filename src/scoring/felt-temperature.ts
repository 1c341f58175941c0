// How warm an hour feels: on the cold side of a sport's temperatures, no colder than the air with its wind chill.
import { feelsLikeC, meanWindKmh, windChillC, type WeatherColumns } from "./weather-columns.ts";

/**
 * The temperature for the cold side, °C. The apparent temperature that sources state takes off 0.7 °C for each m/s of wind, and
 * 4 °C in calm air: a calm sunny day of -6 °C was "-10".
 */
export function coldSideC(weather: WeatherColumns, hour: number): number {
  return coldSideFrom(
    feelsLikeC(weather, hour),
    weather.tempC[hour] ?? Number.NaN,
    meanWindKmh(weather, hour),
  );
}

/** The same from the values of an hour, NaN if unknown. */
export function coldSideFrom(feelsC: number, tempC: number, windKmh: number): number {
  // Wind chill never warms, so it is left out where it would not count.
  if (feelsC >= tempC || Number.isNaN(tempC) || Number.isNaN(windKmh)) return feelsC;
  return Math.max(feelsC, windChillC(tempC, windKmh));
}
