// Draws the backtest: the share of cancelled bookings by score, and the mistakes of a policy by threshold.
import { svgOf, type Line } from "../../scripts/pictures/plot.ts";
import { ratioByWeeks } from "../../verification/week-blocks.ts";
import type { Booking } from "./bookings.ts";
import { policyCosts, THRESHOLDS, type Policy, type PolicyCosts } from "./policy-costs.ts";

const BLUE = "#0969da";
const RED = "#cf222e";
const GREY = "#57606a";
const TENTHS = Array.from({ length: 10 }, (_, index) => index * 10);
/** Bins with fewer bookings are left out: they would only show chance. */
const BOOKINGS_MIN = 5;

/** SVG. */
export function backtestPicture(bookings: readonly Booking[], { refundBelow, unpaidWeight }: Policy): string {
  const byScore = TENTHS.flatMap((from) => {
    const own = bookings.filter(({ score }) => Math.min(90, Math.floor(score / 10) * 10) === from);
    const share = ratioByWeeks(own, ({ wasCancelled }) => Number(wasCancelled));
    return own.length < BOOKINGS_MIN ? [] : [{ middle: from + 5, share }];
  });
  const byThreshold = THRESHOLDS.map((threshold) => ({
    threshold,
    costs: policyCosts(bookings, { refundBelow: threshold, unpaidWeight }),
  }));
  const highest = Math.max(0.1, ...byThreshold.map(({ costs }) => costs.wrong));
  const step = highest > 0.5 ? 0.2 : 0.1;
  const steps = Math.ceil(highest / step - 1e-9);
  const max = steps * step;
  const line = (of: keyof PolicyCosts, how: Pick<Line, "color" | "name">): Line => ({
    ...how,
    points: byThreshold.map(({ threshold, costs }) => [threshold, costs[of]]),
  });
  const scores = { min: 0, max: 100, ticks: [0, 20, 50, 80, 100] };
  const policy: Line = { points: [[refundBelow, 0], [refundBelow, max]], color: GREY, isDashed: true }; // prettier-ignore
  return svgOf([
    {
      title: "Cancelled, by the score that was said",
      width: 340,
      height: 320,
      x: { ...scores, label: "score" },
      y: { label: "cancelled", min: 0, max: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], text: percentText },
      lines: [
        {
          points: byScore.map(({ middle, share }) => [middle, share.value]),
          bars: byScore.map(({ middle, share }) => [middle, share.low, share.high]),
          color: BLUE,
          hasDots: true,
        },
      ],
    },
    {
      title: "What a refund policy gets wrong",
      width: 440,
      height: 320,
      x: { ...scores, label: "refund below (grey: both together; dashed: the policy)" },
      y: {
        label: "of the turnover",
        min: 0,
        max,
        ticks: Array.from({ length: steps + 1 }, (_, index) => index * step),
        text: percentText,
      },
      lines: [
        policy,
        line("wrong", { color: GREY }),
        line("forNothing", { color: RED, name: "for nothing" }),
        line("unpaid", { color: BLUE, name: "kept" }),
      ],
    },
  ]);
}

function percentText(tick: number): string {
  return `${Math.round(tick * 100)}%`;
}
