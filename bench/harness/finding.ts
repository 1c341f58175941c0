import type { Finding, Target } from "./bench-case.ts";
import { median } from "./median.ts";

/** The figure that several rounds come to. */
export function finding(init: {
  readonly what: string;
  readonly unit: string;
  readonly target?: Target;
  readonly rounds: readonly number[];
}): Finding {
  const { rounds, ...rest } = init;
  return { ...rest, value: median(rounds), least: Math.min(...rounds), greatest: Math.max(...rounds) };
}

export function isMet({ value, target }: Finding): boolean {
  if (target === undefined) return true;
  return target.kind === "at least" ? value >= target.value : value <= target.value;
}
