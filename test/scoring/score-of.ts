import { customProfile } from "../../src/scoring/sports/custom-profile.ts";
import type { SportDefinition } from "../../src/scoring/sports/definition.ts";
import { findProfile } from "../../src/scoring/sports/find-profile.ts";
import { compileProfile, type CompiledProfile, type SportProfile } from "../../src/scoring/sports/profile.ts";
import { scoreHours, type ScoredHours } from "../../src/scoring/hour-score.ts";
import { scoreSession, type SessionScore } from "../../src/scoring/session-score.ts";
import { columnsOf, type HourOfWeather } from "./columns-of.ts";

/** A built-in sport by its name, or an account's own sport by its definition. */
export type Sport = string | SportDefinition;

/** The profile of a built-in sport that exists, or of a valid definition. */
export function profileOf(sport: Sport): CompiledProfile {
  if (typeof sport === "string") {
    const profile = findProfile(sport);
    if (profile === undefined) throw new Error(`no sport is called ${sport}`);
    return profile;
  }
  const custom = customProfile(sport);
  if ("problems" in custom) throw new Error(`the definition is not valid: ${custom.problems.join(" ")}`);
  return compileProfile(custom.profile);
}

/** Why a definition with all the numbers of this profile would be refused; empty if it would not. */
export function profileProblems({ weight, rain, wind, temp, wet, snow, fog, night }: SportProfile) {
  const { weight: share, halfLifeH: half_life_h, fullMm: full_mm } = wet;
  const numbers = {
    weight,
    rain,
    wind,
    temp,
    wet: { weight: share, half_life_h, full_mm },
    snow,
    fog,
    night,
  };
  const custom = customProfile({ id: "all-told", base: "outdoor", ...numbers });
  return "problems" in custom ? custom.problems : [];
}

/** Scores every hour. */
export function hoursOf(sport: Sport, hours: readonly HourOfWeather[], leadHours?: number): ScoredHours {
  return scoreHours({
    weather: columnsOf(hours, leadHours),
    profile: profileOf(sport),
    first: 0,
    count: hours.length,
  });
}

interface Slot {
  readonly startMinute: number;
  readonly durationMinutes: number;
  /** Of the first hour; by default every hour's lead is 0. */
  readonly leadHours?: number;
}

/** A session, by default all of the hours; undefined if too few hours are scorable. */
export function maybeSessionOf(
  sport: Sport,
  hours: readonly HourOfWeather[],
  { startMinute, durationMinutes, leadHours }: Slot = {
    startMinute: 0,
    durationMinutes: hours.length * 60,
  },
): SessionScore | undefined {
  return scoreSession({
    weather: columnsOf(hours, leadHours),
    profile: profileOf(sport),
    startMinute,
    durationMinutes,
  });
}

/** The same for a session that must be scorable. */
export function sessionOf(...session: Parameters<typeof maybeSessionOf>): SessionScore {
  const score = maybeSessionOf(...session);
  if (score === undefined) throw new Error("the session is not scorable");
  return score;
}
