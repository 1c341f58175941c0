// What takes the view: fog, snow, or something else, such as dust and smoke.
import type { SessionScore } from "../scoring/session-score.ts";
import { isSnow } from "../scoring/snow-share.ts";
import { weatherCodeKind, type WeatherColumns } from "../scoring/weather-columns.ts";
import type { Veil } from "./language.ts";
import { isLikely } from "./precipitation.ts";
import { MINUTES_MIN, worstHour } from "./when.ts";

/** In drier air there are no droplets, so a low visibility is no fog. */
const FOG_HUMIDITY_PCT = 90;

/** Of the hour with the worst view. A code of fog is believed. */
export function veilOf(score: SessionScore): Veil {
  const { weather } = score.session;
  const hour = score.hours.first + worstHour(score, "fog");
  const kind = weatherCodeKind(weather, hour);
  if (kind === "fog") return "fog";
  if (isLikelySnow(weather, hour)) {
    if (isSnowInClearView(score)) return "other";
    return kind === "heavy_snow" ? "heavySnow" : "snow";
  }
  return (weather.humidityPct[hour] ?? Number.NaN) >= FOG_HUMIDITY_PCT ? "fog" : "other";
}

/** Snow that falls in hours with a clear view too has to be said for itself: the view has a time of its own. */
function isSnowInClearView({ session: { weather }, hours, minutes }: SessionScore): boolean {
  return minutes.some(
    (share, entry) =>
      share >= MINUTES_MIN && hours.multiplier.fog[entry] === 1 && isLikelySnow(weather, hours.first + entry),
  );
}

function isLikelySnow(weather: WeatherColumns, hour: number): boolean {
  return isLikely(weather, hour) && isSnow(weather, hour);
}

/** The words for the view say that it snows. */
export function isVeiledBySnow(score: SessionScore): boolean {
  if (score.multiplier.fog === 1) return false;
  return isSnowVeil(veilOf(score));
}

export function isSnowVeil(veil: Veil): boolean {
  return veil === "snow" || veil === "heavySnow";
}
