import { byFactor, type ScoredHours } from "../../scoring/hour-score.ts";
import { recommendationFor, roundedScore } from "../../scoring/recommendation.ts";
import { valueAt } from "../../scoring/weather-columns.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import { toTenths, toWhole } from "../round.ts";
import { pointsLostTo, RECOMMENDATIONS } from "../verdict.ts";

/**
 * Why an hour that could be scored has its score, and what else is known of it. A message of its own within the hour: as
 * fields of that, unset in 168 hours, these would cost every forecast without them a tenth more to write.
 */
export function hourExplanation(forecast: HourlyWeather, scored: ScoredHours, entry: number) {
  const hour = scored.first + entry;
  const playabilityScore = roundedScore(valueAt(scored.score, entry));
  const gustKmh = valueAt(forecast.gustKmh, hour);
  const isDay = valueAt(forecast.isDay, hour);
  return {
    pointsLost: pointsLostTo({
      playabilityScore,
      multiplier: byFactor((factor) => valueAt(scored.multiplier[factor], entry)),
    }),
    recommendation: RECOMMENDATIONS[recommendationFor(playabilityScore)],
    precipProbPct: toWhole(valueAt(forecast.precipProbPct, hour)),
    gustKmh: Number.isNaN(gustKmh) ? undefined : toTenths(gustKmh),
    feelsLikeC: toTenths(valueAt(scored.feelsLikeC, entry)),
    isDay: Number.isNaN(isDay) ? undefined : isDay !== 0,
  };
}
