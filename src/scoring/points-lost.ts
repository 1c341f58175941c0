import { FACTORS, type Factor } from "./hour-score.ts";
import type { SessionScore } from "./session-score.ts";

export interface PointsLost {
  readonly factor: Factor;
  /** Whole points, at least 1. */
  readonly points: number;
}

/** Keeps a multiplier of 0, which costs everything, from an infinite logarithm. */
const MULTIPLIER_MIN = 1e-6;

/**
 * What each factor took from 100, the costliest first; they add up to exactly 100 less the score. Factors multiply, so
 * their logarithms add up, and the shares do not depend on an order.
 */
export function pointsLost({
  playabilityScore,
  multiplier,
}: Pick<SessionScore, "playabilityScore" | "multiplier">): readonly PointsLost[] {
  const lost = 100 - playabilityScore;
  if (lost === 0) return [];
  const costly = FACTORS.filter((factor) => multiplier[factor] < 1);
  const shares = costly.map((factor) => {
    const cost = -Math.log(Math.max(multiplier[factor], MULTIPLIER_MIN));
    return { factor, cost, points: 0, rest: 0 };
  });
  let total = 0;
  for (const { cost } of shares) total += cost;
  let left = lost;
  for (const share of shares) {
    const exact = lost * (share.cost / total);
    share.points = Math.floor(exact);
    share.rest = exact - share.points;
    left -= share.points;
  }
  // The sort is stable: equal rests stay in the order of the factors.
  const largestRests = shares.toSorted((a, b) => b.rest - a.rest).slice(0, left);
  for (const share of largestRests) share.points += 1;
  return shares
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .map(({ factor, points }) => ({ factor, points }));
}
