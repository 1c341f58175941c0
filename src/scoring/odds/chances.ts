// The model behind the odds: two steps, each a logistic curve of the score.
import type { OddsGroup, StepCoefficients } from "./fit.ts";

/** They add up to 1. */
export interface Chances {
  readonly safeToBook: number;
  readonly proceedWithCaution: number;
  readonly notRecommended: number;
}

/** The horizon; no forecast that was fitted is older. */
const LEAD_HOURS_MAX = 168;

/**
 * The chance of each verdict. A better score never lowers the chance of safe nor raises that of not recommended: both
 * steps rise with the score, and safe is their product. The lead makes them flatter.
 */
export function chances(
  { playable, safe }: Pick<OddsGroup, "playable" | "safe">,
  raw: number,
  leadHours: number,
): Chances {
  const rootDays = Math.sqrt(Math.min(LEAD_HOURS_MAX, Math.max(0, leadHours)) / 24);
  const isPlayable = stepChance(playable, raw / 100, rootDays);
  const isSafe = stepChance(safe, raw / 100, rootDays);
  return {
    safeToBook: isPlayable * isSafe,
    proceedWithCaution: isPlayable * (1 - isSafe),
    notRecommended: 1 - isPlayable,
  };
}

/** 0 to 1, rising with the score, which is given as a share of 100. */
export function stepChance(step: StepCoefficients, score: number, rootDays: number): number {
  const slope = Math.exp(step.steepness + step.fade * rootDays);
  const middle = step.middle + step.drift * rootDays;
  return 1 / (1 + Math.exp(slope * (middle - bent(score, step.bend))));
}

/** 0 to 1 like the score, but steeper towards 1 for a positive bend, towards 0 for a negative one. */
function bent(score: number, bend: number): number {
  return Math.abs(bend) < 1e-6 ? score : Math.expm1(bend * score) / Math.expm1(bend);
}
