// What a case is to the harness, and what it hands back.
import type { Run } from "./processes.ts";

/** What a case may use. */
export interface Bench extends Run {
  /** How long one load lasts. */
  readonly seconds: number;
  /** How many times each side is loaded. */
  readonly rounds: number;
  /** Of the varied questions; each round has its own, one higher than the last. */
  readonly seed: number;
  /** The ways in that a case is limited to; empty for all. */
  readonly doors: readonly string[];
  /** Another checkout, whose service is measured beside this one; undefined for none. */
  readonly before: string | undefined;
}

export interface BenchCase {
  /** What it is called on the command line. */
  readonly name: string;
  /** A program it cannot do without; where that is not installed the case is skipped by name. */
  readonly needs?: string;
  /** Throws when the case cannot be carried out or a call failed: its figures would mean nothing. */
  run(bench: Bench): Promise<CaseResult>;
}

export interface CaseResult {
  readonly findings: readonly Finding[];
  /** What could not be measured here, and why. */
  readonly skipped?: readonly string[];
  /** What could not be carried out: wrong answers, refusals, servers that did not start. */
  readonly failures?: readonly string[];
  /** The servers behind a ratio, for who wants to know what it is made of. */
  readonly sides?: readonly SideFigures[];
}

/** One figure: the median of the rounds, the least and the greatest of them, and what it ought to be where that is known. */
export interface Finding {
  readonly what: string;
  readonly value: number;
  readonly least: number;
  readonly greatest: number;
  readonly unit: string;
  readonly target?: Target;
}

export interface Target {
  readonly kind: "at least" | "at most";
  readonly value: number;
}

/** Medians of the rounds. */
export interface SideFigures {
  readonly side: string;
  /** How many processes the side consists of. */
  readonly processes: number;
  readonly answersPerSecond: number;
  readonly latencyMsP50: number;
  readonly latencyMsP99: number;
  /** CPU time of all of them for one answer; NaN without /proc. */
  readonly cpuUsPerAnswer: number;
  /** In how much of the time the garbage collector paused them; of several processes the mean. */
  readonly gcPercent: number;
  /** The longest of these pauses. */
  readonly gcMsMax: number;
}

/** The checkouts whose services a run measures: this one, and the other where there is one. */
export function checkoutsOf({ before }: Bench): readonly { readonly name: string; readonly dir?: string }[] {
  return [{ name: "service" }, ...(before === undefined ? [] : [{ name: "before", dir: before }])];
}
