// Judges all forecasts for one day at one place.
import { HOUR_MS, MINUTE_MS } from "../../lib/time/clock.ts";
import type { StatedChances } from "../../scoring/odds/odds.ts";
import { scoreSession } from "../../scoring/session-score.ts";
import { findProfile } from "../../scoring/sports/find-profile.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import { VERDICT_TABLE } from "../../scoring/verdicts.ts";
import { hoursBetween } from "../../weather/earlier-hours.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import type { Place } from "../../lib/place.ts";
import { PAST_HOURS } from "../../weather/weather-source.ts";
import { DAYS_AHEAD, DURATIONS_MINUTES, START_HOURS } from "./days.ts";
import { sunDay, sunDayStartMs } from "../../lib/time/sun-day.ts";
import { evidenceOf } from "./evidence.ts";
import type { Tally } from "./record-store.ts";

export interface ForecastOfDay {
  readonly fetchedAtMs: number;
  readonly weather: HourlyWeather;
}

/**
 * Compares forecasts with the actual weather for the sessions of a day. A forecast counts for a session if it was fetched no
 * later than the start and covers the whole session. A session is left out if its actual weather cannot be scored. Yields after
 * each pass over the day's sessions, so that other work gets a turn.
 */
export function* judgeDay({
  place,
  day,
  sports,
  forecasts,
  actual,
  chancesOf,
}: {
  readonly place: Place;
  readonly day: number;
  readonly sports: readonly string[];
  readonly forecasts: readonly ForecastOfDay[];
  readonly actual: HourlyWeather;
  readonly chancesOf: StatedChances;
}): Generator<undefined, readonly Tally[]> {
  const startMs = sunDayStartMs(place, day);
  const sessions = START_HOURS.flatMap((hour) =>
    DURATIONS_MINUTES.map((durationMinutes) => sessionOf(actual, startMs + hour * HOUR_MS, durationMinutes)),
  );
  const tallies: Tally[] = [];
  for (const sport of sports) {
    const profile = findProfile(sport);
    if (profile === undefined) continue;
    const outcomes = sessions.map((session) => scoreOf(session.actual, profile, session));
    yield;
    for (const { fetchedAtMs, weather } of forecasts) {
      const daysAhead = day - sunDay(place, fetchedAtMs);
      if (daysAhead < 0 || daysAhead >= DAYS_AHEAD) continue;
      const counts = Array.from<number>({ length: 9 }).fill(0);
      const evidence = [0, 0, 0, 0];
      let leftOut = 0;
      for (const [index, session] of sessions.entries()) {
        const forecast = session.startMs < fetchedAtMs ? undefined : scoreOf(weather, profile, session);
        if (forecast === undefined) continue;
        const outcome = outcomes[index];
        if (outcome === undefined) {
          leftOut += 1;
          continue;
        }
        const said = VERDICT_TABLE[forecast.recommendation].rank;
        const was = VERDICT_TABLE[outcome.recommendation].rank;
        counts[said * 3 + was] = (counts[said * 3 + was] ?? 0) + 1;
        const odds = chancesOf(forecast, (session.startMs - fetchedAtMs) / HOUR_MS);
        if (odds !== undefined)
          evidenceOf(odds, was).forEach((sum, at) => (evidence[at] = (evidence[at] ?? 0) + sum));
      }
      tallies.push({ place: place.key, sport, daysAhead, sessions: counts, leftOut, evidence });
      yield;
    }
  }
  return tallies.filter(({ sessions: counts, leftOut }) => leftOut > 0 || counts.some((count) => count > 0));
}

/** A session with the actual weather, from PAST_HOURS before its start on: as far back as a call at that time would look. */
function sessionOf(actual: HourlyWeather, startMs: number, durationMinutes: number) {
  const fromMs = startMs - PAST_HOURS * HOUR_MS;
  return { startMs, durationMinutes, actual: hoursBetween(actual, { fromMs, toMs: Infinity }) };
}

/** Undefined unless every minute can be scored. */
function scoreOf(
  weather: HourlyWeather,
  profile: CompiledProfile,
  { startMs, durationMinutes }: { readonly startMs: number; readonly durationMinutes: number },
) {
  const startMinute = (startMs - weather.startMs) / MINUTE_MS;
  const score = scoreSession({ weather, profile, startMinute, durationMinutes });
  return score?.coveredMinutes === durationMinutes ? score : undefined;
}
