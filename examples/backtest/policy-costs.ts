// Computes what a policy "refund below a score" pays back and keeps.
import type { Booking } from "./bookings.ts";

export interface Policy {
  readonly refundBelow: number;
  /** How many times worse it is to keep the money of a cancelled booking than to refund a played one. */
  readonly unpaidWeight: number;
}

/** Shares of the turnover. */
export interface PolicyCosts {
  readonly refunded: number;
  /** The part of `refunded` for sessions that were played. */
  readonly forNothing: number;
  /** Kept for sessions that were cancelled. */
  readonly unpaid: number;
  /** `forNothing`, plus `unpaid` times `unpaidWeight`. */
  readonly wrong: number;
}

export const THRESHOLDS = Array.from({ length: 21 }, (_, step) => step * 5);

export function policyCosts(
  bookings: readonly Booking[],
  { refundBelow, unpaidWeight }: Policy,
): PolicyCosts {
  let turnover = 0;
  let refunded = 0;
  let forNothing = 0;
  let unpaid = 0;
  for (const { score, price, wasCancelled } of bookings) {
    turnover += price;
    if (score < refundBelow) {
      refunded += price;
      if (!wasCancelled) forNothing += price;
    } else if (wasCancelled) unpaid += price;
  }
  return {
    refunded: refunded / turnover,
    forNothing: forNothing / turnover,
    unpaid: unpaid / turnover,
    wrong: (forNothing + unpaidWeight * unpaid) / turnover,
  };
}

/** The threshold with the least `wrong`; among several, the lowest. */
export function rightThreshold(bookings: readonly Booking[], unpaidWeight: number): number {
  const wrongOf = (refundBelow: number) => policyCosts(bookings, { refundBelow, unpaidWeight }).wrong;
  return THRESHOLDS.reduce((best, threshold) => (wrongOf(threshold) < wrongOf(best) ? threshold : best));
}
