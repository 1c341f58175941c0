import type {
  ForecastHour,
  GetForecastResponse,
  Location,
  ForecastService,
  ForecastSession,
  GetForecastRequest,
} from "#gen/suitability/v1/forecast_pb.ts";
import { HOUR_MS, MINUTE_MS } from "../../clock.ts";
import { invalidArgument } from "../../fault.ts";
import { scoreHours, type ScoredHours } from "../../scoring/hour-score.ts";
import { recommendationFor, roundedScore, scoreStarts } from "../../scoring/session-score.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import { sunTimes } from "../../weather/daylight.ts";
import { STRETCH, Stretch } from "../../written-list.ts";
import { RECOMMENDATIONS, setAnswerHeaders, timestampAt } from "../answering/answer-fields.ts";
import type { OperationCall, OperationOptions } from "../call.ts";
import { grounds, hourExplanation } from "../answering/explanation.ts";
import { fetchForecast, noForecast } from "../answering/fetch-forecast.ts";
import { forecastHour } from "../answering/hour-tables.ts";
import { required, RequestReading } from "../reading/read-request.ts";
import type { Operation } from "../served-method.ts";
import { hourStartMs, minutesAfter } from "../reading/start-times.ts";

const DAYS_DEFAULT = 3;
const STEP_MINUTES_DEFAULT = 60;

/** GetForecast: hourly weather with scores from the current hour on, and sessions on request. */
export function createForecast(
  options: OperationOptions,
): Operation<typeof ForecastService.method.getForecast, OperationCall> {
  const { clock, findSport, hourTables, oftenChanges } = options;
  return async (request, call) => {
    const reading = new RequestReading(call.violations);
    const found = reading.part(["sport"], () => findSport(request, call.sportsOwner));
    const profile = found instanceof Promise ? await found : found;
    if (request.stepMinutes !== undefined) {
      reading.part(["step_minutes", "duration_minutes"], () => refuseStepAlone(request));
    }
    reading.end();
    const startMs = hourStartMs(clock.nowMs());
    const count = (request.days ?? DAYS_DEFAULT) * 24;
    call.admit();

    const fetched = fetchForecast(options, request, profile, call);
    const forecast = fetched instanceof Promise ? await fetched : fetched;
    setAnswerHeaders(call, forecast, { changesAtMs: startMs + HOUR_MS, nowMs: clock.nowMs() });
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
      return new PlainForecast(
        location,
        hours,
        forecastSessions(request, { forecast, profile, hours: scored }, stretch),
      );
    }
    const scored = scoreHours({ weather: forecast, profile, ...range });
    refuseUnknown(forecast, scored, { first, count });
    return {
      location,
      hours: Array.from({ length: count }, (_, entry) => {
        const hour = forecastHour(forecast, scored, first + entry);
        hour.explanation = hourExplanation(forecast, scored, entry);
        return hour;
      }),
      sessions: forecastSessions(request, { forecast, profile, hours: scored }, stretch),
      explanation: grounds(forecast, oftenChanges[profile.base]),
      days: days(location, stretch),
    };
  };
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
  readonly days = [];
  #hours: ForecastHour[] | undefined;

  constructor(location: Location, hours: Stretch<ForecastHour>, sessions: ForecastSession[]) {
    this.location = location;
    this.sessions = sessions;
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

/** Refuses a step without a duration: it would have no effect, and the caller expects sessions. */
function refuseStepAlone({ durationMinutes }: GetForecastRequest): void {
  if (durationMinutes !== undefined) return;
  const description = "is how far sessions are apart: give duration_minutes, how long they last, as well.";
  throw invalidArgument([{ field: "step_minutes", description }]);
}

/**
 * The score and verdict of each start in a range, as booking-confidence would answer. Starts without a forecast are left
 * out; none is in the past or beyond the horizon.
 */
function forecastSessions(
  { durationMinutes, stepMinutes = STEP_MINUTES_DEFAULT }: GetForecastRequest,
  {
    forecast,
    profile,
    hours,
  }: {
    readonly forecast: HourlyWeather;
    readonly profile: CompiledProfile;
    readonly hours: Pick<ScoredHours, "first" | "score">;
  },
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): ForecastSession[] {
  if (durationMinutes === undefined) return [];
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
