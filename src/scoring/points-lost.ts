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
  const shares: { factor: Factor; cost: number; points: number; rest: number }[] = [];
  let total = 0;
  for (const factor of FACTORS) {
    if (!(multiplier[factor] < 1)) continue;
    const cost = -Math.log(Math.max(multiplier[factor], MULTIPLIER_MIN));
    total += cost;
    shares.push({ factor, cost, points: 0, rest: 0 });
  }
  let left = lost;
  for (const share of shares) {
    const exact = lost * (share.cost / total);
    share.points = Math.floor(exact);
    share.rest = exact - share.points;
    left -= share.points;
  }
  // What rounding left goes to the largest rests, a point each. The first factor wins among equal ones, here and below.
  for (; left > 0; left -= 1) {
    let largest: (typeof shares)[number] | undefined;
    for (const share of shares) if (share.rest > (largest?.rest ?? 0)) largest = share;
    if (largest === undefined) break;
    largest.points += 1;
    largest.rest = 0;
  }
  // Selected one by one: sorting two or three would be a tenth of the garbage of a score and its sentence.
  const costliestFirst: PointsLost[] = [];
  for (;;) {
    let costliest: (typeof shares)[number] | undefined;
    for (const share of shares) if (share.points > (costliest?.points ?? 0)) costliest = share;
    if (costliest === undefined) return costliestFirst;
    costliestFirst.push({ factor: costliest.factor, points: costliest.points });
    costliest.points = 0;
  }
}
