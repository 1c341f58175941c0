import { create } from "@bufbuild/protobuf";
import { type Explanation, ExplanationSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { type Grounds, GroundsSchema } from "#gen/suitability/v1/explanation_pb.ts";
import { type HourExplanation, HourExplanationSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { type VenueExplanation, VenueExplanationSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time/clock.ts";
import { conditionsOf } from "../../scoring/conditions.ts";
import { groundColumns } from "../../scoring/forecast-columns.ts";
import { scoreHours, wetMmBefore, byFactor, type ScoredHours } from "../../scoring/hour-score.ts";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import { recommendationFor, roundedScore, type SessionScore } from "../../scoring/session-score.ts";
import { valueAt } from "../../scoring/weather-columns.ts";
import type { HourlyWeather, WeatherColumn } from "../../weather/hourly-weather.ts";
import {
  CONDITIONS,
  shortestDecimal,
  timestampAt,
  toTenths,
  toWhole,
  pointsLostTo,
  RECOMMENDATIONS,
} from "./answer-fields.ts";
import { limiting } from "./limiting.ts";
import { sessionWeather } from "./session-weather.ts";

/** Why a session has its score, with everything needed to recompute it from `forecast`. */
export function sessionExplanation(
  session: SessionScore,
  forecast: HourlyWeather,
  oftenChangesDays: number | undefined,
): Explanation {
  const { first, count } = session.hours;
  const stormHours = session.session.profile.storm.hours;
  const hours = scoredHours(session, forecast, { first: first - 1, count: 1 + count + stormHours });
  return create(ExplanationSchema, {
    ...sessionReasons(session),
    ...groundsOf(forecast, oftenChangesDays),
    hours: hours.slice(1, count + 1).filter((hour) => hour !== undefined),
    hourBefore: hours[0],
    hourAfter: hours[count + 1],
    laterHours: hours.slice(count + 2).filter((hour) => hour !== undefined),
  });
}

/** Why a session at a venue has its score. Unlike slots, venues have no forecast in common. */
export function venueExplanation(
  session: SessionScore,
  forecast: HourlyWeather,
  oftenChangesDays: number | undefined,
): VenueExplanation {
  return create(VenueExplanationSchema, {
    ...sessionReasons(session),
    ...groundsOf(forecast, oftenChangesDays),
  });
}

/** The part that the explanation of every session has. */
export function sessionReasons(session: SessionScore) {
  return {
    pointsLost: pointsLostTo(session),
    session: sessionWeather(session),
    limiting: limiting(session),
  };
}

/** Undefined for hours that the forecast does not have. */
function scoredHours(
  { session: { profile } }: SessionScore,
  forecast: HourlyWeather,
  range: { readonly first: number; readonly count: number },
) {
  const { score } = scoreHours({ weather: forecast, profile, ...range });
  const { soakedMm } = groundColumns(forecast, range.first + range.count);
  return Array.from(score, (hourScore, entry) => {
    const hour = range.first + entry;
    if (hour < 0 || hour >= forecast.hours) return undefined;
    const inHour = (column: WeatherColumn) => {
      const value = valueAt(forecast[column], hour);
      return Number.isNaN(value) ? undefined : shortestDecimal(value);
    };
    const code = inHour("weatherCode");
    const isDay = inHour("isDay");
    return {
      time: timestampAt(forecast.startMs + hour * HOUR_MS),
      playabilityScore: Number.isNaN(hourScore) ? undefined : roundedScore(hourScore),
      tempC: inHour("tempC"),
      apparentC: inHour("apparentC"),
      rainMm: inHour("rainMm"),
      precipProbPct: inHour("precipProbPct"),
      windKmh: inHour("windKmh"),
      gustKmh: inHour("gustKmh"),
      cloudCoverPct: inHour("cloudPct"),
      // The score treats a fractional code as unknown.
      weatherCode: Number.isInteger(code) ? code : undefined,
      isDay: isDay === undefined ? undefined : isDay !== 0,
      visibilityM: inHour("visibilityM"),
      humidityPct: inHour("humidityPct"),
      wetMm: wetMmBefore(forecast, profile, hour),
      soakedMm: valueAt(soakedMm, hour),
    };
  });
}

/**
 * Why an hour has its score, and more about the hour. It is a separate message: as fields of the hour, these would make
 * every forecast without them a tenth slower to serialise.
 */
export function hourExplanation(
  forecast: HourlyWeather,
  scored: ScoredHours,
  entry: number,
): HourExplanation {
  const hour = scored.first + entry;
  const playabilityScore = roundedScore(valueAt(scored.score, entry));
  const gustKmh = valueAt(forecast.gustKmh, hour);
  const isDay = valueAt(forecast.isDay, hour);
  return create(HourExplanationSchema, {
    pointsLost: pointsLostTo({
      playabilityScore,
      multiplier: byFactor((factor) => valueAt(scored.multiplier[factor], entry)),
    }),
    recommendation: RECOMMENDATIONS[recommendationFor(playabilityScore)],
    precipProbPct: toWhole(valueAt(forecast.precipProbPct, hour)),
    gustKmh: Number.isNaN(gustKmh) ? undefined : toTenths(gustKmh),
    feelsLikeC: toTenths(valueAt(scored.feelsLikeC, entry)),
    isDay: Number.isNaN(isDay) ? undefined : isDay !== 0,
    conditions: CONDITIONS[conditionsOf(forecast, hour)],
  });
}

/** What all scores of an answer were made from: it explains later why two scores differ. */
export function grounds(forecast: HourlyWeather, oftenChangesDays: number | undefined): Grounds {
  return create(GroundsSchema, groundsOf(forecast, oftenChangesDays));
}

/** `oftenChangesDays`: from how many days ahead on "safe" often does not hold; undefined if it does. */
function groundsOf({ generatedAtMs, source }: HourlyWeather, oftenChangesDays: number | undefined) {
  return {
    forecastAt: timestampAt(generatedAtMs),
    source,
    modelVersion: MODEL_VERSION,
    safeOftenChangesFrom:
      oftenChangesDays === undefined ? undefined : timestampAt(generatedAtMs + oftenChangesDays * DAY_MS),
  };
}
