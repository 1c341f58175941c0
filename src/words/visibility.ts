// What takes the view: fog, snow, or something else, such as dust and smoke.
import type { SessionScore } from "../scoring/session-score.ts";
import { isSnow } from "../scoring/snow-share.ts";
import { weatherCodeKind } from "../scoring/weather-columns.ts";
import type { Veil } from "./language.ts";
import { isLikely } from "./precipitation.ts";
import { worstHour } from "./when.ts";

/** In drier air there are no droplets, so a low visibility is no fog. */
const FOG_HUMIDITY_PCT = 90;

/** Of the hour with the worst view. A code of fog is believed. */
export function veilOf(score: SessionScore): Veil {
  const { weather } = score.session;
  const hour = score.hours.first + worstHour(score, "fog");
  const kind = weatherCodeKind(weather, hour);
  if (kind === "fog") return "fog";
  if (isLikely(weather, hour) && isSnow(weather, hour)) return kind === "heavy_snow" ? "heavySnow" : "snow";
  return (weather.humidityPct[hour] ?? Number.NaN) >= FOG_HUMIDITY_PCT ? "fog" : "other";
}

/** The words for the view say that it snows. */
export function isVeiledBySnow(score: SessionScore): boolean {
  if (score.multiplier.fog === 1) return false;
  return isSnowVeil(veilOf(score));
}

export function isSnowVeil(veil: Veil): boolean {
  return veil === "snow" || veil === "heavySnow";
}
