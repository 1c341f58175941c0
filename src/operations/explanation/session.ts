import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { HOUR_MS } from "../../clock.ts";
import { scoreHours, wetMmBefore } from "../../scoring/hour-score.ts";
import { roundedScore } from "../../scoring/recommendation.ts";
import type { SessionScore } from "../../scoring/session-score.ts";
import { valueAt } from "../../scoring/weather-columns.ts";
import type { HourlyWeather, WeatherColumn } from "../../weather/hourly-weather.ts";
import { shortestDecimal } from "../round.ts";
import { pointsLostTo } from "../verdict.ts";
import { grounds } from "./grounds.ts";

/** Why a session has its score, with all that it takes to work the score out again. `forecast` is what it was made from. */
export function sessionExplanation(session: SessionScore, forecast: HourlyWeather) {
  const { first, count } = session.hours;
  const hours = scoredHours(session, forecast, { first: first - 1, count: count + 2 });
  return {
    pointsLost: pointsLostTo(session),
    ...grounds(forecast),
    hours: hours.slice(1, -1).filter((hour) => hour !== undefined),
    hourBefore: hours[0],
    hourAfter: hours[count + 1],
  };
}

/** Undefined for hours that the forecast does not have. */
function scoredHours(
  { session: { profile } }: SessionScore,
  forecast: HourlyWeather,
  range: { readonly first: number; readonly count: number },
) {
  const { score } = scoreHours({ weather: forecast, profile, ...range });
  return Array.from(score, (hourScore, entry) => {
    const hour = range.first + entry;
    if (hour < 0 || hour >= forecast.hours) return undefined;
    const told = (column: WeatherColumn) => {
      const value = valueAt(forecast[column], hour);
      return Number.isNaN(value) ? undefined : shortestDecimal(value);
    };
    const code = told("weatherCode");
    const isDay = told("isDay");
    return {
      time: timestampFromMs(forecast.startMs + hour * HOUR_MS),
      playabilityScore: Number.isNaN(hourScore) ? undefined : roundedScore(hourScore),
      tempC: told("tempC"),
      apparentC: told("apparentC"),
      rainMm: told("rainMm"),
      precipProbPct: told("precipProbPct"),
      windKmh: told("windKmh"),
      gustKmh: told("gustKmh"),
      cloudCoverPct: told("cloudPct"),
      // Between two codes there is none, and the score takes it so.
      weatherCode: Number.isInteger(code) ? code : undefined,
      isDay: isDay === undefined ? undefined : isDay !== 0,
      visibilityM: told("visibilityM"),
      humidityPct: told("humidityPct"),
      wetMm: wetMmBefore(forecast, profile, hour),
    };
  });
}
