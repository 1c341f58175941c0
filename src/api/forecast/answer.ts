// GetForecast: hourly weather with scores from the current hour on, and sessions on request.
import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  ForecastHour,
  GetForecastRequest,
  GetForecastResponse,
  GetForecastResponseSchema,
  ForecastSession,
  ForecastWindow,
  Location,
} from "#gen/suitability/v1/forecast_pb.ts";
import type { Answered, CheckedCaller, Work } from "../../call/operation.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/time/clock.ts";
import { scoreHours, type ScoredHours } from "../../scoring/hour-score.ts";
import { recommendationFor, roundedScore, scoreStarts } from "../../scoring/session-score.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import { sunTimes } from "../../weather/daylight.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import type { UsedForecast } from "../../weather/weather-source.ts";
import { STRETCH, Stretch } from "../../call/written-list.ts";
import { answerHeaders, RECOMMENDATIONS, timestampAt } from "../answering/answer-fields.ts";
import { grounds, hourExplanation } from "../answering/explanation.ts";
import { fetchForecast, noForecast } from "../answering/fetch-forecast.ts";
import { forecastHour } from "../answering/hour-tables.ts";
import type { ApiParts } from "../api-parts.ts";
import { required } from "../reading/required.ts";
import { minutesAfter } from "../reading/start-times.ts";
import type { ForecastQuestion } from "./read.ts";
import { forecastWindows } from "./windows.ts";

const STEP_MINUTES_DEFAULT = 60;

export function createAnswerForecast(
  parts: Pick<ApiParts, "weather" | "clock" | "hourTables" | "oftenChanges">,
) {
  return (question: ForecastQuestion, work: Work): AnsweredForecast | Promise<AnsweredForecast> => {
    const fetched = fetchForecast(parts.weather, question.request, work);
    return fetched instanceof Promise
      ? fetched.then((used) => answerFrom(used, question, work.caller, parts))
      : answerFrom(fetched, question, work.caller, parts);
  };
}

type AnsweredForecast = Answered<MessageInitShape<typeof GetForecastResponseSchema>>;

function answerFrom(
  used: UsedForecast,
  { request, profile, startMs, count }: ForecastQuestion,
  { sportsOwner }: CheckedCaller,
  { clock, hourTables, oftenChanges }: Pick<ApiParts, "clock" | "hourTables" | "oftenChanges">,
): AnsweredForecast {
  const forecast = used.weather;
  const changesAtMs = startMs + HOUR_MS;
  const { place } = used;
  const headers = answerHeaders(forecast, { changesAtMs, nowMs: clock.nowMs(), sportsOwner, place });
  const facts = [{ sport: profile.base, forecast: used }];
  const location: Location = {
    $typeName: "suitability.v1.Location",
    lat: toFourDecimals(required(request.lat)),
    lng: toFourDecimals(required(request.lng)),
  };
  const first = (startMs - forecast.startMs) / HOUR_MS;
  // Up to the end of the last session.
  const range = { first, count: count + Math.ceil((request.durationMinutes ?? 0) / 60) };
  const stretch = { fromMs: startMs, untilMs: startMs + count * HOUR_MS };
  if (request.explain !== true) {
    const { scored, list } = hourTables.of(forecast, profile, range);
    refuseUnknown(forecast, scored, { first, count });
    const hours = new Stretch(list, { first, length: count, field: "hours" });
    const starts = forecastStarts(request, { forecast, profile, hours: scored }, stretch);
    return { fields: new PlainForecast(location, hours, starts), headers, facts };
  }
  const scored = scoreHours({ weather: forecast, profile, ...range });
  refuseUnknown(forecast, scored, { first, count });
  const fields = {
    location,
    hours: Array.from({ length: count }, (_, entry) => {
      const hour = forecastHour(forecast, scored, first + entry);
      hour.explanation = hourExplanation(forecast, scored, entry);
      return hour;
    }),
    ...forecastStarts(request, { forecast, profile, hours: scored }, stretch),
    explanation: grounds(forecast, oftenChanges[profile.base]),
    days: days(location, stretch),
  };
  return { fields, headers, facts };
}

/**
 * An answer without explanations. It makes `hours` only when they are read: a door that serialises the stretch does not read
 * them.
 */
class PlainForecast implements GetForecastResponse {
  readonly $typeName = "suitability.v1.GetForecastResponse";
  readonly [STRETCH]: Stretch<ForecastHour>;
  readonly location: Location;
  readonly sessions: ForecastSession[];
  readonly windows: ForecastWindow[];
  readonly days = [];
  #hours: ForecastHour[] | undefined;

  constructor(location: Location, hours: Stretch<ForecastHour>, { sessions, windows }: ForecastStarts) {
    this.location = location;
    this.sessions = sessions;
    this.windows = windows;
    this[STRETCH] = hours;
  }

  get hours(): ForecastHour[] {
    return (this.#hours ??= this[STRETCH].messages());
  }
}

/** Throws UNAVAILABLE if an hour lacks a required value. Called before the call is counted. */
function refuseUnknown(
  { tempC, rainMm, windKmh }: HourlyWeather,
  { first: firstScored, score }: Pick<ScoredHours, "first" | "score">,
  { first, count }: Pick<ScoredHours, "first" | "count">,
): void {
  for (let hour = first; hour < first + count; hour += 1) {
    // NaN if one of the values is.
    const sum =
      (score[hour - firstScored] ?? Number.NaN) +
      (tempC[hour] ?? Number.NaN) +
      (rainMm[hour] ?? Number.NaN) +
      (windKmh[hour] ?? Number.NaN);
    if (Number.isNaN(sum)) throw noForecast();
  }
}

type ForecastStarts = Pick<GetForecastResponse, "sessions" | "windows">;

/** The sessions and the windows of a request; both empty if it does not ask for them. */
function forecastStarts(
  { durationMinutes, stepMinutes = STEP_MINUTES_DEFAULT, windows: hasWindows }: GetForecastRequest,
  scored: ScoredForecast,
  stretch: TimeRange,
): ForecastStarts {
  if (durationMinutes === undefined) return { sessions: [], windows: [] };
  const sessions = forecastSessions({ durationMinutes, stepMinutes }, scored, stretch);
  return { sessions, windows: hasWindows === true ? forecastWindows(sessions, stepMinutes) : [] };
}

interface ScoredForecast {
  readonly forecast: HourlyWeather;
  readonly profile: CompiledProfile;
  readonly hours: Pick<ScoredHours, "first" | "score">;
}

interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * The score and verdict of each start in a range, as booking-confidence would answer. Starts without a forecast are left
 * out; none is in the past or beyond the horizon.
 */
function forecastSessions(
  { durationMinutes, stepMinutes }: { readonly durationMinutes: number; readonly stepMinutes: number },
  { forecast, profile, hours }: ScoredForecast,
  { fromMs, untilMs }: TimeRange,
): ForecastSession[] {
  const startMinutes: number[] = [];
  const endMinute = minutesAfter(forecast.startMs, untilMs);
  for (let minute = minutesAfter(forecast.startMs, fromMs); minute < endMinute; minute += stepMinutes) {
    startMinutes.push(minute);
  }
  const scores = scoreStarts({ weather: forecast, profile, hours, startMinutes, durationMinutes });
  return startMinutes.flatMap((startMinute, i) => {
    const playabilityScore = roundedScore(scores[i] ?? Number.NaN);
    if (Number.isNaN(playabilityScore)) return [];
    return {
      // Built by hand like the hours: `create` would check each of hundreds of sessions again.
      $typeName: "suitability.v1.ForecastSession",
      startTime: timestampAt(forecast.startMs + startMinute * MINUTE_MS),
      playabilityScore,
      recommendation: RECOMMENDATIONS[recommendationFor(playabilityScore)],
    };
  });
}

function days(...stretch: Parameters<typeof sunTimes>) {
  return sunTimes(...stretch).map(({ sunriseMs, sunsetMs }) => ({
    sunrise: timestampAt(sunriseMs),
    sunset: timestampAt(sunsetMs),
  }));
}

function toFourDecimals(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000 + 0;
}
