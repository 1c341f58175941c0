// Estimates as cells of the tables.
import type { Estimate } from "./week-blocks.ts";

/** In per cent, with its interval; empty without items. */
export function percent(estimate?: Estimate): string {
  if (estimate === undefined || estimate.n === 0) return "";
  return `${whole(estimate.value)}% (${whole(estimate.low)} to ${whole(estimate.high)})`;
}

/** In per cent; empty for NaN. */
export function short({ value }: Estimate): string {
  return Number.isNaN(value) ? "" : `${whole(value)}%`;
}

/** As a number, with its interval; empty for NaN. */
export function shown({ value, low, high }: Estimate, digits = 3): string {
  if (Number.isNaN(value)) return "";
  return `${value.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

export function thousands(count: number): string {
  return count.toLocaleString("en-GB");
}

function whole(share: number): string {
  return String(Math.round(share * 100));
}
