// Every session of an archive, as it was forecast and as it came, judged by the product's own code.
import { HOUR_MS } from "../src/clock.ts";
import { recommendationFor, roundedScore } from "../src/scoring/recommendation.ts";
import { findProfile } from "../src/scoring/sports/find-profile.ts";
import { compileProfile, type CompiledProfile } from "../src/scoring/sports/profile.ts";
import { scoreSession } from "../src/scoring/session-score.ts";
import { columnsFrom, type HourlyWeather } from "../src/weather/hourly-weather.ts";
import type { Archive } from "./archive.ts";

/** A session of a sport that was forecast, and what came of it. */
export interface JudgedSession {
  readonly sport: string;
  readonly issuedMs: number;
  readonly startMs: number;
  /** From the forecast to the start. */
  readonly leadHours: number;
  /** Calendar days from the forecast to the start. */
  readonly day: number;
  /** The score that was forecast, not rounded. */
  readonly raw: number;
  readonly said: Verdict;
  readonly came: Verdict;
  /** What came was a dry, calm session of December to February by day. */
  readonly isFineWinter: boolean;
}

/** 0 not recommended, 1 caution, 2 safe. */
export type Verdict = 0 | 1 | 2;

/** UTC: from mid-morning to dusk in New York. */
const START_HOURS = [14, 17, 20, 22];
const DURATION_MINUTES = 90;
/** Hours of weather that such a session touches, and the one after, in which a storm would count. */
const HOURS_LOOKED_AT = 3;
export const DAYS = 7;
/** As many hours before a session as the product asks a source for. */
const PAST_HOURS = 12;
/** What people call calm: a light breeze. */
const CALM_KMH = 20;

const VERDICTS = { not_recommended: 0, proceed_with_caution: 1, safe_to_book: 2 } as const;

type Came = Pick<JudgedSession, "came" | "isFineWinter">;

/** `isWetAndWindOnly` leaves cold, heat, cloud, darkness and what rain leaves behind out of both scores. */
export function judgedSessions(
  archive: Archive,
  sport: string,
  { isWetAndWindOnly = false } = {},
): readonly JudgedSession[] {
  const profile = profileOf(sport, isWetAndWindOnly);
  const outcomes = new Map<number, Came | undefined>();
  const sessions: JudgedSession[] = [];
  for (const forecast of archive.forecasts) {
    const issuedMs = forecast.generatedAtMs;
    const midnightMs = Math.floor(issuedMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
    for (let day = 0; day < DAYS; day += 1) {
      for (const hour of START_HOURS) {
        const startMs = midnightMs + (day * 24 + hour) * HOUR_MS;
        if (!outcomes.has(startMs)) outcomes.set(startMs, outcome(archive, profile, startMs));
        const what = outcomes.get(startMs);
        const score = scored(forecast, profile, startMs);
        if (score === undefined || what === undefined || startMs < issuedMs) continue;
        const { raw, recommendation } = score;
        const leadHours = (startMs - issuedMs) / HOUR_MS;
        const said = VERDICTS[recommendation];
        sessions.push({ sport, issuedMs, startMs, leadHours, day, raw, said, ...what });
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
  return compileProfile({ ...profile, weight, wet: { ...profile.wet, weight: 0 }, fog: 1, night: 1 });
}

/** Undefined unless all of it is known. */
function scored(weather: HourlyWeather, profile: CompiledProfile, startMs: number) {
  const startMinute = (startMs - weather.startMs) / 60_000;
  const score = scoreSession({ weather, profile, startMinute, durationMinutes: DURATION_MINUTES });
  return score?.coveredMinutes === DURATION_MINUTES ? score : undefined;
}

/** Where somebody told whether people played, that; otherwise the weather that came, by the same thresholds. */
function outcome(archive: Archive, profile: CompiledProfile, startMs: number): Came | undefined {
  const { observed, played } = archive;
  const first = (startMs - observed.startMs) / HOUR_MS;
  const from = first - PAST_HOURS;
  if (from < 0) return undefined;
  const to = Math.min(observed.hours, first + HOURS_LOOKED_AT);
  const columns = columnsFrom((name) => observed[name].subarray(from, to));
  const window = { ...observed, startMs: observed.startMs + from * HOUR_MS, hours: to - from, ...columns };
  const score = scored(window, profile, startMs);
  const isFineWinter = isFineWinterSession(observed, first, startMs);
  // The half hour at the end counts half.
  const playedShare = ((played[first] ?? Number.NaN) * 2 + (played[first + 1] ?? Number.NaN)) / 3;
  if (!Number.isNaN(playedShare)) {
    return { came: VERDICTS[recommendationFor(roundedScore(100 * playedShare))], isFineWinter };
  }
  return score && { came: VERDICTS[score.recommendation], isFineWinter };
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
