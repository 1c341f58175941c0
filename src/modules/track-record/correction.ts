// Corrects the odds, which were fitted on one city, by the outcomes at a place. docs/verification.md has the reasoning.
import type { OddsCorrection } from "../../scoring/odds/odds.ts";
import type { TallySum } from "./record-store.ts";

/** Half a year has warm and cold weather; with fewer days, one season would correct the odds of all seasons. */
const DAYS_MIN = 180;

/** The assumed share of places whose odds differ, and the variance of the difference in log-odds. */
const PRIOR_SHARE = 0.1;
const PRIOR_VARIANCE = 0.25;

/** The 26 sessions of a day share its weather, which often lasts for days: together they count as half of one session. */
const INDEPENDENT_SHARE = 1 / 52;

/** Undefined before there are 180 days. */
export function oddsCorrection({
  days,
  evidence,
}: Pick<TallySum, "days" | "evidence">): OddsCorrection | undefined {
  if (days < DAYS_MIN) return undefined;
  const [playableOff = 0, playableSpread = 0, safeOff = 0, safeSpread = 0] = evidence;
  return {
    playable: expectedShift(playableOff, playableSpread),
    safe: expectedShift(safeOff, safeSpread),
  };
}

/**
 * The posterior mean of the shift in log-odds. Prior: most places have no shift; the shift of the others is drawn from a
 * normal distribution. The likelihood (from the score and its variance) is normal too, so the update is conjugate.
 */
function expectedShift(off: number, spread: number): number {
  const score = INDEPENDENT_SHARE * off;
  const precision = 1 / PRIOR_VARIANCE + INDEPENDENT_SHARE * spread;
  const likelihoodRatio = Math.exp(score ** 2 / (2 * precision)) / Math.sqrt(PRIOR_VARIANCE * precision);
  const differs = 1 / (1 + (1 - PRIOR_SHARE) / (PRIOR_SHARE * likelihoodRatio));
  return (differs * score) / precision;
}
