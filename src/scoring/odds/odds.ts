// How likely the weather of a session, looked at afterwards, is to deserve each verdict.
import type { SessionScore } from "../session-score.ts";
import { valueAt } from "../weather-columns.ts";
import type { OddsFit, OddsGroup, StepCoefficients } from "./fit.ts";

/** Three hundredths that add up to 1, none of them 0 or 1. */
export interface Odds extends Chances {
  /** Whole hours from the forecast to the start, at least 0. */
  readonly leadHours: number;
  /** What the odds were fitted on. */
  readonly basis: string;
}

/** Undefined where there is nothing to go by: a sport that was not fitted, a forecast without a chance of rain. */
export type OddsOf = (score: SessionScore, leadHours: number) => Odds | undefined;

/** Odds by coefficients. Another way to come by odds, such as an ensemble's members, is another function of this type. */
export function createOdds({ basis, groups }: OddsFit): OddsOf {
  const groupOf = new Map<string, OddsGroup>();
  for (const group of groups) for (const sport of group.sports) groupOf.set(sport, group);
  return (score, leadHours) => {
    const group = groupOf.get(score.session.profile.base);
    if (group === undefined || !hasChanceOfRain(score)) return undefined;
    const wholeHours = Math.max(0, Math.round(leadHours));
    return { ...inHundredths(chances(group, score.raw, wholeHours)), leadHours: wholeHours, basis };
  };
}

/** The fit knows forecasts with a chance of rain; a score that takes an amount for certain means something else. */
function hasChanceOfRain({ session, hours, minutes }: SessionScore): boolean {
  for (let entry = 0; entry < hours.count; entry += 1) {
    const isKnown = !Number.isNaN(valueAt(session.weather.precipProbPct, hours.first + entry));
    if (!isKnown && valueAt(minutes, entry) > 0) return false;
  }
  return true;
}

/** Each to the nearest hundredth but the middle one, which has the rest. */
export function inHundredths({ safeToBook, notRecommended }: Chances): Chances {
  let safe = Math.min(98, Math.max(1, Math.round(safeToBook * 100)));
  let not = Math.min(98, Math.max(1, Math.round(notRecommended * 100)));
  while (safe + not > 99) {
    if (safe > not) safe -= 1;
    else not -= 1;
  }
  const rest = 100 - safe - not;
  return { safeToBook: safe / 100, proceedWithCaution: rest / 100, notRecommended: not / 100 };
}

// The model behind the odds: two steps, each a logistic curve of the score.

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
