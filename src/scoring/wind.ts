import type { CompiledProfile } from "./sports/profile.ts";
import { curveAt } from "./curve.ts";
import { valueAt, type WeatherColumns } from "./weather-columns.ts";

/** Gusts over land reach about this multiple of a steady wind, so a gust counts like the wind it would belong to. */
const GUST_RATIO = 1.7;

/** Mean wind, km/h; NaN where it is not known. */
export function meanWindKmh(weather: WeatherColumns, hour: number): number {
  return Math.max(0, valueAt(weather.windKmh, hour));
}

/** The steady wind, km/h, that the hour's wind and gusts together count as. */
export function effectiveWindKmh(weather: WeatherColumns, hour: number): number {
  const windKmh = meanWindKmh(weather, hour);
  const gustAsWindKmh = valueAt(weather.gustKmh, hour) / GUST_RATIO;
  return gustAsWindKmh > windKmh ? gustAsWindKmh : windKmh;
}

/** The worse of the two look-ups, so that a gust never makes a calm day sailable. */
export function windSuitability(weather: WeatherColumns, profile: CompiledProfile, hour: number): number {
  const mean = curveAt(profile.windCurve, meanWindKmh(weather, hour));
  return Math.min(mean, curveAt(profile.windCurve, effectiveWindKmh(weather, hour)));
}
