import type { Finding, Target } from "./bench-case.ts";

/** The figure that several rounds come to. */
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

/** The middle value, or the mean of the two middle ones; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

export function isMet({ value, target }: Finding): boolean {
  if (target === undefined) return true;
  return target.kind === "at least" ? value >= target.value : value <= target.value;
}

export function figureText({ value, unit }: Finding): string {
  return `${digits(value)} ${unit}`.trim();
}

export function rangeText({ least, greatest }: Finding): string {
  return `${digits(least)} to ${digits(greatest)}`;
}

export function wantedText({ target, unit }: Finding): string {
  if (target === undefined) return "";
  return `${target.kind === "at least" ? ">=" : "<="} ${target.value} ${unit}`;
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
