// A case of the benchmark, its inputs and its result.
import type { Run } from "./processes.ts";

/** The inputs of a case. */
export interface Bench extends Run {
  /** How long one load lasts. */
  readonly seconds: number;
  /** How many times each side is loaded. */
  readonly rounds: number;
  /** Seed of the first round's questions; each round adds one. */
  readonly seed: number;
  /** The doors to measure, by their names in varied/door.ts, such as "REST on SQLite"; empty for all. */
  readonly doors: readonly string[];
  /** Another checkout, whose service is measured beside this one; undefined for none. */
  readonly before: string | undefined;
}

export interface BenchCase {
  /** The name of the case on the command line. */
  readonly name: string;
  /** A program that the case needs. If the program is not installed, the report lists the case as skipped. */
  readonly needs?: string;
  /**
   * Throws if the case cannot run or a call fails, because its figures would mislead. A case with several doors returns
   * `failures` instead.
   */
  run(bench: Bench): Promise<CaseResult>;
}

export interface CaseResult {
  readonly findings: readonly Finding[];
  /** What could not be measured on this machine, and why. */
  readonly skipped?: readonly string[];
  /** The doors without figures, and why: a call failed, or a server did not start. */
  readonly failures?: readonly string[];
  /** The absolute figures of each side, which findings compare. */
  readonly sides?: readonly SideFigures[];
}

/** One figure: the median of the rounds, their least and greatest, and the target if there is one. */
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
  /** The CPU time of all processes for one answer; NaN without /proc. */
  readonly cpuUsPerAnswer: number;
  /** The share of time in garbage collection pauses; the mean of several processes. */
  readonly gcPercent: number;
  /** The longest pause of a round; the median over the rounds. */
  readonly gcMsMax: number;
}

export interface Checkout {
  readonly name: string;
  readonly dir?: string;
  /** Begins the names of its findings: empty for this checkout. */
  readonly prefix: "" | "before, ";
}

/** The checkouts whose services a run measures: this one, and the other if one is given. */
export function checkoutsOf({ before: dir }: Bench): readonly Checkout[] {
  const service = { name: "service", prefix: "" } as const;
  return dir === undefined ? [service] : [service, { name: "before", dir, prefix: "before, " }];
}
