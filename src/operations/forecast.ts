import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { MethodImpl } from "@connectrpc/connect";
import {
  HourExplanationSchema,
  type ForecastHour,
  type ForecastService,
  type GetForecastRequest,
} from "#gen/suitability/v1/forecast_pb.ts";
import { type Clock, HOUR_MS } from "../clock.ts";
import { invalidArgument } from "../fault.ts";
import { roundedScore } from "../scoring/recommendation.ts";
import { scoreHours, type ScoredHours } from "../scoring/hour-score.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";
import { sunTimes } from "../weather/daylight.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import { setAnswerHeaders } from "./answer-headers.ts";
import type { CallOf } from "./call.ts";
import { grounds } from "./explanation/grounds.ts";
import { hourExplanation } from "./explanation/hour.ts";
import { fetchForecast, noForecast } from "./fetch-forecast.ts";
import { forecastSessions } from "./forecast-sessions.ts";
import { required } from "./required.ts";
import { toTenths, toWhole } from "./round.ts";
import { hourStartMs } from "./session-time.ts";
import type { FindSport } from "./sports.ts";
import { timestampAt } from "./timestamp-at.ts";

const DAYS_DEFAULT = 3;
const STEP_MINUTES_DEFAULT = 60;

/** GetForecast: hourly weather with a score each, from the current hour on, and sessions if they are asked for. */
export function createForecast(options: {
  weather: Forecasts;
  clock: Clock;
  findSport: FindSport;
  callOf: CallOf;
}): MethodImpl<typeof ForecastService.method.getForecast> {
  const { weather, clock, findSport, callOf } = options;
  return async (request, context) => {
    const call = callOf(context.values);
    const profile = await findSport(request, call.sportsOwner);
    refuseStepAlone(request);
    const startMs = hourStartMs(clock.nowMs());
    const count = (request.days ?? DAYS_DEFAULT) * 24;
    call.admit();

    const forecast = await fetchForecast(weather, request, {
      signal: context.signal,
      owner: call.fetchOwner,
    });
    setAnswerHeaders(context.responseHeader, {
      forecast,
      changesAtMs: startMs + HOUR_MS,
      hasOwnSports: call.sportsOwner !== undefined,
      nowMs: clock.nowMs(),
    });
    const { durationMinutes, stepMinutes = STEP_MINUTES_DEFAULT } = request;
    const isExplained = request.explain === true;
    const location = {
      lat: toFourDecimals(required(request.lat)),
      lng: toFourDecimals(required(request.lng)),
    };
    const endMs = startMs + count * HOUR_MS;
    const scored = scoreHours({
      weather: forecast,
      profile,
      first: (startMs - forecast.startMs) / HOUR_MS,
      count: count + Math.ceil((durationMinutes ?? 0) / 60),
    });
    return {
      location,
      hours: forecastHours({ forecast, scored, startMs, count, isExplained }),
      sessions:
        durationMinutes === undefined
          ? []
          : forecastSessions({ forecast, hours: scored, startMs, endMs, stepMinutes, durationMinutes }),
      explanation: isExplained ? grounds(forecast) : undefined,
      days: isExplained ? days(location, { fromMs: startMs, untilMs: endMs }) : [],
    };
  };
}

/** It would say nothing, and whoever sends it expects sessions. */
function refuseStepAlone({ stepMinutes, durationMinutes }: GetForecastRequest): void {
  if (stepMinutes === undefined || durationMinutes !== undefined) return;
  const description = "is how far sessions are apart: give duration_minutes, how long they last, as well.";
  throw invalidArgument([{ field: "step_minutes", description }]);
}

function forecastHours({
  forecast,
  scored,
  startMs,
  count,
  isExplained,
}: {
  forecast: HourlyWeather;
  scored: ScoredHours;
  startMs: number;
  count: number;
  isExplained: boolean;
}): ForecastHour[] {
  const { first } = scored;
  return Array.from({ length: count }, (_, i) => ({
    // Whole messages as they are: `create` would look through each of 168 again, and take four times as long.
    $typeName: "suitability.v1.ForecastHour",
    time: timestampAt(startMs + i * HOUR_MS),
    tempC: toTenths(known(forecast.tempC[first + i])),
    rainMm: toTenths(known(forecast.rainMm[first + i])),
    windKmh: toTenths(known(forecast.windKmh[first + i])),
    // An hour is scored without it too, so an unknown one does not cost the caller the rest.
    cloudCoverPct: toWhole(forecast.cloudPct[first + i]),
    playabilityScore: roundedScore(known(scored.score[i])),
    explanation: isExplained
      ? create(HourExplanationSchema, hourExplanation(forecast, scored, i))
      : undefined,
  }));
}

function days(...stretch: Parameters<typeof sunTimes>) {
  return sunTimes(...stretch).map(({ sunriseMs, sunsetMs }) => ({
    sunrise: timestampFromMs(sunriseMs),
    sunset: timestampFromMs(sunsetMs),
  }));
}

/** The value, where there is one: an hour without it is an error, never a guess. */
function known(value: number | undefined): number {
  if (value === undefined || Number.isNaN(value)) {
    throw noForecast();
  }
  return value;
}

function toFourDecimals(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000 + 0;
}
