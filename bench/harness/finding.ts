import type { Finding, Target } from "./bench-case.ts";

export function finding(init: {
  readonly what: string;
  readonly unit: string;
  readonly target?: Target | undefined;
  readonly rounds: readonly number[];
}): Finding {
  const { rounds, target, ...rest } = init;
  const [value, least, greatest] = [median(rounds), Math.min(...rounds), Math.max(...rounds)];
  return { ...rest, value, least, greatest, ...(target && { target }) };
}

/** The middle value, or the mean of the two middle ones; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
