// Judges every session of an archive by the product's own code: the verdict that was forecast, and the verdict that the actual
// weather deserved.
import { HOUR_MS } from "../src/lib/time/clock.ts";
import { findProfile } from "../src/scoring/sports/find-profile.ts";
import { compileProfile, type CompiledProfile } from "../src/scoring/sports/profile.ts";
import { recommendationFor, roundedScore, scoreSession } from "../src/scoring/session-score.ts";
import { VERDICT_TABLE, type VerdictRank, VERDICTS } from "../src/scoring/verdicts.ts";
import { columnsFrom, type HourlyWeather } from "../src/weather/hourly-weather.ts";
import { sunDay, sunDayStartMs } from "../src/lib/time/sun-day.ts";
import { placeAt } from "../src/lib/place.ts";
import { PAST_HOURS } from "../src/weather/weather-source.ts";
import type { Archive } from "./archive.ts";

/** A session as one forecast judged it, and its outcome. */
export interface JudgedSession {
  readonly sport: string;
  readonly issuedMs: number;
  readonly startMs: number;
  /** From the forecast to the start. */
  readonly leadHours: number;
  /** From the forecast to the start, in days that begin at the sun's midnight. */
  readonly day: number;
  /** The score that was forecast, not rounded. */
  readonly raw: number;
  readonly said: VerdictRank;
  /** A thunderstorm was forecast for the session. */
  readonly isStormy: boolean;
  readonly came: VerdictRank;
  /** The session turned out dry and calm, in daylight, in December to February. */
  readonly isFineWinter: boolean;
}

/** The sports of the page: the ones that most sites book. */
export const SPORTS = ["outdoor", "tennis", "padel", "golf", "football", "running", "cycling"];

/** By the sun's clock, from mid-morning to dusk; in New York 14, 17, 20 and 22 UTC. */
const START_HOURS = [9, 12, 15, 17];
const DURATION_MINUTES = 90;
/** Days ahead. */
export const LEADS = [0, 1, 2, 3, 4, 5, 6] as const;
/** Up to this wind, people call the weather calm. */
const CALM_KMH = 20;

/** The names of the verdicts by their rank. */
export const VERDICT_NAMES = VERDICTS.toReversed();

type Came = Pick<JudgedSession, "came" | "isFineWinter">;

/**
 * Sessions of one length that start at `startHours` by the sun's clock. `isWetAndWindOnly` leaves temperature, cloud, fog,
 * darkness and wet surfaces out of the scores of forecast and outcome.
 */
export function judgedSessions(
  archive: Archive,
  sport: string,
  { isWetAndWindOnly = false, startHours = START_HOURS, durationMinutes = DURATION_MINUTES } = {},
): readonly JudgedSession[] {
  const profile = profileOf(sport, isWetAndWindOnly);
  const place = placeAt(archive.lat, archive.lng);
  const outcomes = new Map<number, Came | undefined>();
  const sessions: JudgedSession[] = [];
  for (const forecast of archive.forecasts) {
    const issuedMs = forecast.generatedAtMs;
    const dayStartMs = sunDayStartMs(place, sunDay(place, issuedMs));
    for (const day of LEADS) {
      for (const hour of startHours) {
        const startMs = dayStartMs + (day * 24 + hour) * HOUR_MS;
        if (!outcomes.has(startMs))
          outcomes.set(startMs, outcome(archive, profile, { startMs, durationMinutes }));
        const what = outcomes.get(startMs);
        const score = scored(forecast, profile, { startMs, durationMinutes });
        if (score === undefined || what === undefined || startMs < issuedMs) continue;
        const { raw, recommendation, isStormy } = score;
        const leadHours = (startMs - issuedMs) / HOUR_MS;
        const said = VERDICT_TABLE[recommendation].rank;
        sessions.push({ sport, issuedMs, startMs, leadHours, day, raw, said, isStormy, ...what });
      }
    }
  }
  return sessions;
}

function profileOf(sport: string, isWetAndWindOnly: boolean): CompiledProfile {
  const profile = findProfile(sport);
  if (profile === undefined) throw new Error(`no sport is called ${sport}`);
  if (!isWetAndWindOnly) return profile;
  const weight = { ...profile.weight, temp: 0, cloud: 0 };
  return compileProfile({
    ...profile,
    weight,
    wet: { ...profile.wet, weight: 0 },
    flood: undefined,
    ice: 0,
    fog: 1,
    night: 1,
  });
}

/** Undefined unless every minute can be scored. */
function scored(
  weather: HourlyWeather,
  profile: CompiledProfile,
  { startMs, durationMinutes }: { readonly startMs: number; readonly durationMinutes: number },
) {
  const startMinute = (startMs - weather.startMs) / 60_000;
  const score = scoreSession({ weather, profile, startMinute, durationMinutes });
  return score?.coveredMinutes === durationMinutes ? score : undefined;
}

/**
 * Judged by the share of sessions that were played, if the archive has it; otherwise by the actual weather, with the same
 * thresholds.
 */
function outcome(
  archive: Archive,
  profile: CompiledProfile,
  session: { readonly startMs: number; readonly durationMinutes: number },
): Came | undefined {
  const { observed, played } = archive;
  const { startMs, durationMinutes } = session;
  const first = (startMs - observed.startMs) / HOUR_MS;
  const from = first - PAST_HOURS;
  // The hours of the session, and those after, in which a storm counts too.
  const to = Math.min(observed.hours, first + Math.ceil(durationMinutes / 60) + profile.storm.hours);
  if (from < 0 || to <= from) return undefined;
  const columns = columnsFrom((name) => observed[name].subarray(from, to));
  const window = { ...observed, startMs: observed.startMs + from * HOUR_MS, hours: to - from, ...columns };
  const score = scored(window, profile, session);
  const isFineWinter = isFineWinterSession(observed, first, startMs);
  // A session of 90 minutes covers its first hour and half of its second.
  const playedShare = ((played[first] ?? Number.NaN) * 2 + (played[first + 1] ?? Number.NaN)) / 3;
  if (!Number.isNaN(playedShare)) {
    return { came: VERDICT_TABLE[recommendationFor(roundedScore(100 * playedShare))].rank, isFineWinter };
  }
  return score && { came: VERDICT_TABLE[score.recommendation].rank, isFineWinter };
}

function isFineWinterSession({ rainMm, windKmh, isDay }: HourlyWeather, first: number, startMs: number) {
  const month = new Date(startMs).getUTCMonth();
  return (
    (month === 11 || month < 2) &&
    [first, first + 1].every(
      (hour) => rainMm[hour] === 0 && (windKmh[hour] ?? 99) <= CALM_KMH && isDay[hour] === 1,
    )
  );
}
