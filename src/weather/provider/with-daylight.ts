import { HOUR_MS } from "../../clock.ts";
import { getPosition } from "suncalc";
import type { HourlyWeather } from "../hourly-weather.ts";
import type { Place } from "../place.ts";

/**
 * Sunrise and sunset are by convention at 0.833° below the horizon (half the sun's width, and refraction). The library
 * adds 0.484° of refraction to any altitude below the horizon, so there it stands at this.
 */
const SUNRISE_DEG = -0.349;

/** The same weather with day and night from the sun for those hours where the source does not tell. */
export function withDaylight(weather: HourlyWeather, place: Place): HourlyWeather {
  if (!weather.isDay.some(Number.isNaN)) return weather;
  const isDay = weather.isDay.map((told, hour) =>
    Number.isNaN(told) ? sunIsUp(place, weather.startMs + hour * HOUR_MS) : told,
  );
  return { ...weather, isDay };
}

function sunIsUp(place: Place, timeMs: number): number {
  return getPosition(new Date(timeMs), place.lat, place.lng).altitude > SUNRISE_DEG ? 1 : 0;
}
