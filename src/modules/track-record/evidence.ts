// How far a place's own sessions deviate from the odds.
import type { Chances } from "../../scoring/odds/odds.ts";

/**
 * What a session adds to Tally.evidence, for both steps of the odds: first whether it is better than not recommended, then, if
 * it is, whether it is safe. Each step adds the outcome (1 or 0) less the stated chance, and the variance of an outcome with
 * this chance. The second step only counts sessions that were better than not recommended.
 */
export function evidenceOf({ safeToBook, notRecommended }: Chances, came: number): readonly number[] {
  const playable = 1 - notRecommended;
  const safe = safeToBook / playable;
  const first = [(came > 0 ? 1 : 0) - playable, playable * notRecommended];
  return came > 0 ? [...first, (came > 1 ? 1 : 0) - safe, safe * (1 - safe)] : [...first, 0, 0];
}
