// How likely the actual weather of a session is to deserve each verdict.
import type { SessionVerdict } from "../session-score.ts";
import { valueAt } from "../weather-columns.ts";
import type { OddsFit, OddsGroup, StepCoefficients } from "./fit.ts";

/** Three chances in whole hundredths that add up to 1; none is 0 or 1. */
export interface Odds extends Chances {
  /** Whole hours from the forecast to the start, at least 0. */
  readonly leadHours: number;
  /** What the odds were fitted on. */
  readonly basis: string;
}

/** Added to the log-odds of each step at a place whose track record differs from the fit. */
export interface OddsCorrection {
  readonly playable: number;
  readonly safe: number;
}

/** Undefined for a sport that was not fitted, or if the chance of rain is unknown in an hour of the session. */
type FromScore<Answer> = (
  score: SessionVerdict,
  leadHours: number,
  correction?: OddsCorrection | undefined,
) => Answer | undefined;

export type OddsOf = FromScore<Odds>;

/** The odds before they are rounded. */
export type StatedChances = FromScore<Chances>;

export function createStatedChances({ groups }: OddsFit): StatedChances {
  const groupOf = new Map(groups.flatMap((group) => group.sports.map((sport) => [sport, group] as const)));
  return (score, leadHours, correction) => {
    const group = groupOf.get(score.session.profile.base);
    if (group === undefined || !hasChanceOfRain(score)) return undefined;
    return chances(group, score.raw, leadHours, correction);
  };
}

/** Appended to the basis if the track record of the place corrected the odds. */
const CORRECTED = "+track-record";

/** Odds from coefficients. Odds from another source, such as an ensemble's members, would be another `OddsOf`. */
export function createOdds(fit: OddsFit): OddsOf {
  const chancesOf = createStatedChances(fit);
  return (score, leadHours, correction) => {
    const wholeHours = Math.max(0, Math.round(leadHours));
    const found = chancesOf(score, wholeHours, correction);
    if (found === undefined) return undefined;
    const basis = correction === undefined ? fit.basis : fit.basis + CORRECTED;
    return { ...inHundredths(found), leadHours: wholeHours, basis };
  };
}

/** The fit is for forecasts that state a chance of rain, not for scores from an amount alone. */
function hasChanceOfRain({ session, minutes }: SessionVerdict): boolean {
  const first = Math.floor(session.startMinute / 60);
  const { precipProbPct } = session.weather;
  return minutes.every((share, entry) => share === 0 || !Number.isNaN(valueAt(precipProbPct, first + entry)));
}

/** `safeToBook` and `notRecommended` are rounded; `proceedWithCaution` gets the rest. */
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

// The model of the odds: two steps, each a logistic curve over the score.

/** From 0 to 1; the three add up to 1. */
export interface Chances {
  readonly safeToBook: number;
  readonly proceedWithCaution: number;
  readonly notRecommended: number;
}

/** The horizon of forecasts. The fit has no data on longer leads. */
const LEAD_HOURS_MAX = 168;

/**
 * The chance of each verdict. A better score never lowers the chance of safe_to_book and never raises the chance of
 * not_recommended: the chances of both steps rise with the score, and their product is the chance of safe_to_book. A
 * longer lead makes both curves flatter.
 */
export function chances(
  { playable, safe }: Pick<OddsGroup, "playable" | "safe">,
  raw: number,
  leadHours: number,
  correction?: OddsCorrection,
): Chances {
  const rootDays = Math.sqrt(Math.min(LEAD_HOURS_MAX, Math.max(0, leadHours)) / 24);
  const isPlayable = stepChance(playable, raw / 100, rootDays, correction?.playable);
  const isSafe = stepChance(safe, raw / 100, rootDays, correction?.safe);
  return {
    safeToBook: isPlayable * isSafe,
    proceedWithCaution: isPlayable * (1 - isSafe),
    notRecommended: 1 - isPlayable,
  };
}

/** A chance of 0 to 1 that rises with the score (a share of 100); `added` is added to its log-odds. */
export function stepChance(step: StepCoefficients, score: number, rootDays: number, added = 0): number {
  const slope = Math.exp(step.steepness + step.fade * rootDays);
  const middle = step.middle + step.drift * rootDays;
  return 1 / (1 + Math.exp(slope * (middle - bent(score, step.bend)) - added));
}

/** 0 to 1 like the score, but steeper towards 1 for a positive bend, towards 0 for a negative one. */
function bent(score: number, bend: number): number {
  return Math.abs(bend) < 1e-6 ? score : Math.expm1(bend * score) / Math.expm1(bend);
}
