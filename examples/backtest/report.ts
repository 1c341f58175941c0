// Reports the backtest as text and tables.
import { markdownTable } from "../../scripts/markdown-table.ts";
import { isoDay } from "../../src/lib/time/iso-time.ts";
import { recommendationFor } from "../../src/scoring/session-score.ts";
import { VERDICTS } from "../../src/scoring/verdicts.ts";
import { percent } from "../../verification/estimate-cells.ts";
import { ratioByWeeks } from "../../verification/week-blocks.ts";
import type { Booking, Bookings } from "./bookings.ts";
import { policyCosts, rightThreshold, THRESHOLDS, type Policy } from "./policy-costs.ts";

/** Markdown. */
export function backtestReport({ about, bookings }: Bookings, policy: Policy): string {
  const { refundBelow, unpaidWeight } = policy;
  const costs = policyCosts(bookings, policy);
  const right = rightThreshold(bookings, unpaidWeight);
  const best = policyCosts(bookings, { refundBelow: right, unpaidWeight });
  return `${about}: ${bookings.length} bookings, ${datesOf(bookings)}.

${verdictTable(bookings)}

In brackets: 95% of 1,000 draws of whole weeks.

Refunds below a score of ${refundBelow} would have paid back ${share(costs.refunded)} of the turnover: ${share(costs.forNothing)} for sessions
that were played. ${share(costs.unpaid)} would have been kept of sessions that were cancelled.

${thresholdTable(bookings, { ...policy, refundBelow: right })}

The right threshold would have been ${right}, with ${share(best.wrong)} of the turnover wrong. ${hindsight(bookings, unpaidWeight)}
`;
}

function verdictTable(bookings: readonly Booking[]): string {
  return markdownTable([
    ["Verdict", "Bookings", "Played", "Cancelled"],
    ...VERDICTS.map((verdict) => {
      const own = bookings.filter(({ score }) => recommendationFor(score) === verdict);
      const shareOf = (wasCancelled: boolean) =>
        percent(ratioByWeeks(own, (booking) => (booking.wasCancelled === wasCancelled ? 1 : 0)));
      return [`\`${verdict}\``, String(own.length), shareOf(false), shareOf(true)];
    }),
  ]);
}

function thresholdTable(bookings: readonly Booking[], { refundBelow: right, unpaidWeight }: Policy): string {
  const wrongName = unpaidWeight === 1 ? "Wrong" : `Wrong (kept counts ${unpaidWeight} times)`;
  return markdownTable([
    ["Refund below", "Paid back", "of that, for nothing", "Kept though cancelled", wrongName],
    ...THRESHOLDS.map((refundBelow) => {
      const name = refundBelow === right ? `**${refundBelow}**` : String(refundBelow);
      const costs = policyCosts(bookings, { refundBelow, unpaidWeight });
      const { refunded, forNothing, unpaid, wrong } = costs;
      return [name, share(refunded), share(forNothing), share(unpaid), share(wrong)];
    }),
  ]);
}

/** What the best threshold of the first half costs in the second half: it need not be the best one there. */
function hindsight(bookings: readonly Booking[], unpaidWeight: number): string {
  const inOrder = bookings.toSorted((a, b) => a.startMs - b.startMs);
  const [before, after] = [inOrder.slice(0, inOrder.length / 2), inOrder.slice(inOrder.length / 2)];
  const chosen = rightThreshold(before, unpaidWeight);
  const { wrong } = policyCosts(after, { refundBelow: chosen, unpaidWeight });
  const best = rightThreshold(after, unpaidWeight);
  const least = policyCosts(after, { refundBelow: best, unpaidWeight }).wrong;
  return `The first half of the
bookings would have chosen ${chosen}: in the second half ${share(wrong)} wrong, where ${best} was best with ${share(least)}.`;
}

function datesOf(bookings: readonly Booking[]): string {
  const starts = bookings.map(({ startMs }) => startMs);
  return [Math.min(...starts), Math.max(...starts)].map(isoDay).join(" to ");
}

function share(value: number): string {
  return `${(value * 100).toFixed(1)}%`;
}
