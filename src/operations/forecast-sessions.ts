import type { ForecastSession } from "#gen/suitability/v1/forecast_pb.ts";
import { MINUTE_MS } from "../clock.ts";
import type { ScoredHours } from "../scoring/hour-score.ts";
import { recommendationFor, roundedScore } from "../scoring/recommendation.ts";
import { scoreStarts } from "../scoring/session-score.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import { minutesAfter } from "./session-time.ts";
import { timestampAt } from "./timestamp-at.ts";
import { RECOMMENDATIONS } from "./verdict.ts";

/**
 * What booking-confidence says of each start from `startMs` until `endMs`. A start that it has no forecast for is left out;
 * it would refuse none of them, since a forecast begins with the current hour and ends within the horizon.
 */
export function forecastSessions({
  forecast,
  hours,
  startMs,
  endMs,
  stepMinutes,
  durationMinutes,
}: {
  readonly forecast: HourlyWeather;
  /** Scored up to the end of the last session. */
  readonly hours: ScoredHours;
  readonly startMs: number;
  readonly endMs: number;
  readonly stepMinutes: number;
  readonly durationMinutes: number;
}): ForecastSession[] {
  const firstMinute = minutesAfter(forecast.startMs, startMs);
  const startMinutes: number[] = [];
  for (let minute = firstMinute; minute < minutesAfter(forecast.startMs, endMs); minute += stepMinutes) {
    startMinutes.push(minute);
  }
  const scores = scoreStarts({ weather: forecast, hours, startMinutes, durationMinutes });
  const sessions: ForecastSession[] = [];
  startMinutes.forEach((startMinute, i) => {
    const raw = scores[i] ?? Number.NaN;
    if (Number.isNaN(raw)) return;
    const playabilityScore = roundedScore(raw);
    const recommendation = RECOMMENDATIONS[recommendationFor(playabilityScore)];
    const startTime = timestampAt(forecast.startMs + startMinute * MINUTE_MS);
    // As the hours are: `create` would look through each of hundreds again.
    sessions.push({
      $typeName: "suitability.v1.ForecastSession",
      startTime,
      playabilityScore,
      recommendation,
    });
  });
  return sessions;
}
