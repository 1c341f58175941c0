// Two servers under the same load, in turn, and what the first has of the second's throughput.
import type { Bench, BenchCase, CaseResult, SideFigures } from "./bench-case.ts";
import { cpuSeconds } from "./cpu-seconds.ts";
import { finding } from "./finding.ts";
import { median } from "./median.ts";

/** What a load generator reports of one load. */
export interface Load {
  /** Good ones. */
  readonly answers: number;
  /** Any other answer, and calls without one. */
  readonly failures: number;
  readonly seconds: number;
  readonly latencyMsP99: number | undefined;
}

/** A server that is up, and whose answer has been looked at. */
export interface Side {
  /** Every process that works for an answer; their CPU time is added up. */
  readonly pids: readonly number[];
  load(seconds: number): Promise<Load>;
  stop(): Promise<void>;
}

export interface Comparison {
  readonly name: string;
  /** What the service is held against. */
  readonly against: string;
  /** The least share of the baseline's answers per second. */
  readonly targetRatio: number;
  readonly needs?: string;
  start(bench: Bench): Promise<{
    readonly service: Side & { countRefusals(): Promise<number> };
    readonly baseline: Side;
  }>;
}

interface Round {
  readonly perSecond: number;
  readonly latencyMsP99: number | undefined;
  readonly cpuUsPerAnswer: number | undefined;
  readonly coreShare: number | undefined;
}

/** Enough for the hot functions to be compiled: after 2 s throughput no longer rises. */
const WARM_UP_SECONDS = 2;

/** A case from a comparison. Each round loads both sides, so that a slow minute of the machine meets both. */
export function compare({ start, name, against, targetRatio, needs }: Comparison): BenchCase {
  return { name, ...(needs !== undefined && { needs }), run };

  async function run(bench: Bench): Promise<CaseResult> {
    const { service, baseline } = await start(bench);
    await measure(service, WARM_UP_SECONDS);
    await measure(baseline, WARM_UP_SECONDS);
    const rounds: { service: Round; baseline: Round }[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      rounds.push({
        service: await measure(service, bench.seconds),
        baseline: await measure(baseline, bench.seconds),
      });
    }
    const refusals = await service.countRefusals();
    await Promise.all([service.stop(), baseline.stop()]);
    if (refusals > 0) {
      throw new Error(`the service refused or failed ${refusals} calls`);
    }
    const ratio = finding({
      what: `answers/s against ${against}`,
      unit: "x",
      target: { kind: "at least", value: targetRatio },
      rounds: rounds.map((round) => round.service.perSecond / round.baseline.perSecond),
    });
    const sides = (["service", "baseline"] as const).map((side) =>
      figures(
        side,
        { service, baseline }[side].pids.length,
        rounds.map((round) => round[side]),
      ),
    );
    return { findings: [ratio], sides };
  }
}

async function measure({ pids, load }: Side, seconds: number): Promise<Round> {
  const before = cpuSeconds(pids);
  const done = await load(seconds);
  const after = cpuSeconds(pids);
  if (done.failures > 0 || done.answers === 0) {
    throw new Error(`${done.failures} calls failed and ${done.answers} were answered`);
  }
  const used = before === undefined || after === undefined ? undefined : after - before;
  return {
    perSecond: done.answers / done.seconds,
    latencyMsP99: done.latencyMsP99,
    cpuUsPerAnswer: used === undefined ? undefined : (used / done.answers) * 1e6,
    coreShare: used === undefined ? undefined : used / done.seconds,
  };
}

function figures(side: SideFigures["side"], processes: number, rounds: readonly Round[]): SideFigures {
  return {
    side,
    processes,
    answersPerSecond: median(rounds.map(({ perSecond }) => perSecond)),
    latencyMsP99: medianOfKnown(rounds.map(({ latencyMsP99 }) => latencyMsP99)),
    cpuUsPerAnswer: medianOfKnown(rounds.map(({ cpuUsPerAnswer }) => cpuUsPerAnswer)),
    coreShare: medianOfKnown(rounds.map(({ coreShare }) => coreShare)),
  };
}

function medianOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : median(known);
}
