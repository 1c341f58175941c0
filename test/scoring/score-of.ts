import type { CompiledProfile } from "../../src/scoring/sports/profile.ts";
import { findProfile } from "../../src/scoring/sports/find-profile.ts";
import { scoreHours, type ScoredHours } from "../../src/scoring/hour-score.ts";
import { scoreSession, type SessionScore } from "../../src/scoring/session-score.ts";
import { columnsOf, type HourOfWeather } from "./columns-of.ts";

/** The profile of a sport that is known to exist. */
export function profileOf(sport: string): CompiledProfile {
  const profile = findProfile(sport);
  if (profile === undefined) throw new Error(`no sport is called ${sport}`);
  return profile;
}

/** Every hour scored. */
export function hoursOf(sport: string, hours: readonly HourOfWeather[]): ScoredHours {
  return scoreHours({ weather: columnsOf(hours), profile: profileOf(sport), first: 0, count: hours.length });
}

/** A session, by default all of the hours, that is known to be scorable. */
export function sessionOf(
  sport: string,
  hours: readonly HourOfWeather[],
  { startMinute, durationMinutes } = { startMinute: 0, durationMinutes: hours.length * 60 },
): SessionScore {
  const score = scoreSession({
    weather: columnsOf(hours),
    profile: profileOf(sport),
    startMinute,
    durationMinutes,
  });
  if (score === undefined) throw new Error("the session is not scorable");
  return score;
}
