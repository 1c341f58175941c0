// What is the matter with the ground, in words.
import { groundReason } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { SPORT_BY_NAME } from "../scoring/sports/sports.ts";
import type { Language, Surface } from "./language.ts";
import { isLikely } from "./precipitation.ts";
import { COSTLY_MULTIPLIER, worstHour } from "./when.ts";

/** From this multiplier up, a surface is rather damp than wet. */
const DAMP_MULTIPLIER = 0.8;

/**
 * The hour with the worst ground, as an entry of the session's hours; -1 if there is none to complain of. While it rains, nobody
 * needs to hear that the ground is wet.
 */
export function groundHour(score: SessionScore): number {
  const { session, hours, minutes } = score;
  const { weather, profile } = session;
  const worst = worstHour(score, "wet");
  if (!isLikely(weather, hours.first + worst)) return worst;
  if (groundReason(weather, profile, hours.first + worst) !== "wet") return worst;
  let found = -1;
  let lowest = COSTLY_MULTIPLIER;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const left = hours.multiplier.wet[entry] ?? Number.NaN;
    if (minutes[entry] === 0 || !(left < lowest) || isLikely(weather, hours.first + entry)) continue;
    found = entry;
    lowest = left;
  }
  return found;
}

export function groundWords(language: Language, score: SessionScore, entry: number): string {
  const { session, hours } = score;
  const { weather, profile } = session;
  const reason = groundReason(weather, profile, hours.first + entry);
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
