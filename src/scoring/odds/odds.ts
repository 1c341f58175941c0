// How likely the weather of a session, looked at afterwards, is to deserve each verdict.
import type { SessionScore } from "../session-score.ts";
import { valueAt } from "../weather-columns.ts";
import { chances, type Chances } from "./chances.ts";
import type { OddsFit, OddsGroup } from "./fit.ts";

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
