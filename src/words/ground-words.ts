// What is the matter with the ground, in words.
import { groundReason } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { SPORT_BY_NAME } from "../scoring/sports/sports.ts";
import { airTempC, type WeatherColumns } from "../scoring/weather-columns.ts";
import type { Language, Surface } from "./language.ts";
import { isLikely } from "./precipitation.ts";
import { COSTLY_MULTIPLIER, MINUTES_MIN, worstHour } from "./when.ts";

/** In such frost, no ground stays wet. */
const FROZEN_C = -3;

/** From this multiplier up, a surface is rather damp than wet. */
const DAMP_MULTIPLIER = 0.8;

/** From this multiplier up, it is dry. */
const DRY_MULTIPLIER = 0.98;

/**
 * The hour with the worst ground, as an entry of the session's hours; -1 if there is none to complain of. While it rains, and
 * between rain and rain, nobody needs to hear that the ground is wet.
 */
export function groundHour(score: SessionScore): number {
  const { session, hours } = score;
  const { weather, profile } = session;
  const worst = worstHour(score, "wet");
  if (groundReason(weather, profile, hours.first + worst) !== "wet") return worst;
  const rain = likelyRain(score);
  const found = rain === undefined || isOutside(rain, worst) ? worst : worstGroundOutside(score, rain);
  // Rain that may fall in the session would be what wets it, and nothing that was dry is "still" wet.
  const isWetOfSession = !isFrozen(weather, hours.first + found) && isDryAtStart(score);
  if (isWetOfSession && (rain === undefined || found < rain.first)) return -1;
  if (rain === undefined) return found;
  // Where it rains or is dry at the start, the ground can only be that of the time after the rain.
  const isOnlyAfter = rain.isAtStart || isWetOfSession;
  return isOnlyAfter && found > rain.last && isWetBeforeEndOf(score, rain) ? -1 : found;
}

function isDryAtStart({ hours, minutes }: SessionScore): boolean {
  const start = minutes.findIndex((share) => share >= MINUTES_MIN);
  return (hours.multiplier.wet[start] ?? Number.NaN) >= DRY_MULTIPLIER;
}

function worstGroundOutside({ hours, minutes }: SessionScore, rain: Span): number {
  let found = -1;
  let lowest = COSTLY_MULTIPLIER;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const left = hours.multiplier.wet[entry] ?? Number.NaN;
    if (minutes[entry] === 0 || !(left < lowest) || !isOutside(rain, entry)) continue;
    found = entry;
    lowest = left;
  }
  return found;
}

/** Whether the wet ground of an hour is that of the time after rain, and of no other. */
export function isAfterRain(score: SessionScore, entry: number): boolean {
  const { session, hours } = score;
  const hour = hours.first + entry;
  if (groundReason(session.weather, session.profile, hour) !== "wet") return false;
  if (isFrozen(session.weather, hour)) return false;
  const rain = likelyRain(score);
  return rain !== undefined && entry > rain.last && !isWetBeforeEndOf(score, rain);
}

/** Whether the ground is also wet before the last rain, in an hour in which none is likely. */
function isWetBeforeEndOf({ session, hours, minutes }: SessionScore, rain: Span): boolean {
  return minutes
    .slice(0, rain.last)
    .some(
      (share, entry) =>
        share > 0 &&
        !isLikely(session.weather, hours.first + entry) &&
        (hours.multiplier.wet[entry] ?? Number.NaN) < COSTLY_MULTIPLIER,
    );
}

interface Span {
  readonly first: number;
  readonly last: number;
  /** It rains in the first hour that the sentence can be about. */
  readonly isAtStart: boolean;
}

/** From the first to the last hour in which rain or snow is likely, as entries; undefined if there is none. */
function likelyRain({ session, hours, minutes }: SessionScore): Span | undefined {
  let first = -1;
  let last = -1;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if (minutes[entry] === 0 || !isLikely(session.weather, hours.first + entry)) continue;
    if (first < 0) first = entry;
    last = entry;
  }
  if (first < 0) return undefined;
  const start = minutes.findIndex((share) => share >= MINUTES_MIN);
  return { first, last, isAtStart: isLikely(session.weather, hours.first + start) };
}

function isOutside({ first, last }: Span, entry: number): boolean {
  return entry < first || entry > last;
}

function isFrozen(weather: WeatherColumns, hour: number): boolean {
  return airTempC(weather, hour) <= FROZEN_C;
}

export function groundWords(language: Language, score: SessionScore, entry: number): string {
  const { session, hours } = score;
  const { weather, profile } = session;
  const reason = groundReason(weather, profile, hours.first + entry);
  // Water on the ground is ice by then, whatever it was when it fell.
  if (isFrozen(weather, hours.first + entry)) return language.icy;
  if (reason !== "wet") return language[reason];
  const stillWet = language.stillWet[surfaceOf(profile)];
  const isDamp =
    score.recommendation === "safe_to_book" || (hours.multiplier.wet[entry] ?? Number.NaN) >= DAMP_MULTIPLIER;
  return isDamp ? language.stillDamp(stillWet) : stillWet;
}

/** By `builtInName`; for a sport with a custom label, by its base. */
function surfaceOf({ builtInName, base, surface }: CompiledProfile): Surface {
  const named = SPORT_BY_NAME.get(builtInName ?? base)?.playedOn ?? "ground";
  return named === "rock" && surface === "artificial" ? "wall" : named;
}
