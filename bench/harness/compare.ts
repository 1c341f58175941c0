// Servers under the same load, in turn, and what the first has of each other's throughput.
import type { Bench, CaseResult, Finding, SideFigures, Target } from "./bench-case.ts";
import { cpuSeconds } from "./cpu-seconds.ts";
import { finding } from "./finding.ts";
import { median } from "./median.ts";
import { readMetrics } from "./service-metrics.ts";

/** What a load generator reports of one load. */
export interface Load {
  /** Good ones. */
  readonly answers: number;
  /** Any other answer, and calls without one. */
  readonly failures: number;
  readonly seconds: number;
  readonly latencyMsP50: number;
  readonly latencyMsP99: number;
}

/** A server that is up. */
export interface Side {
  /** What it is, in the words of the report. */
  readonly name: string;
  /** Every process that works for an answer; their CPU time is added up. */
  readonly pids: readonly number[];
  /** Where those that run Node tell how long the garbage collector paused them. */
  readonly opsPorts: readonly number[];
  load(order: { readonly seconds: number; readonly seed: number }): Promise<Load>;
  /** Calls that were refused or failed, by its own count; a bare server has none. */
  countRefusals(): Promise<number>;
  stop(): Promise<void>;
}

interface Round {
  readonly perSecond: number;
  readonly latencyMsP50: number;
  readonly latencyMsP99: number;
  readonly cpuUsPerAnswer: number;
  readonly gcShare: number;
}

/** A figure of a side held against the same figure of another; the rounds' ratios have a median. */
interface Against {
  readonly what: string;
  readonly figure: keyof Round;
  readonly target?: Target;
}

/** Enough for the hot functions to be compiled: after 2 s throughput no longer rises. */
const WARM_UP_SECONDS = 3;

/**
 * Loads each side in each round, so that a slow minute of the machine meets all, and holds the first against the others.
 * Who goes first changes from round to round. Stops the sides.
 */
export async function compare(
  sides: readonly [Side, ...Side[]],
  against: (side: Side) => readonly Against[],
  { seconds, rounds, seed }: Bench,
): Promise<Required<CaseResult>> {
  for (const side of sides) await measure(side, { seconds: WARM_UP_SECONDS, seed: seed - 1 });
  const measured = new Map<Side, Round[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % sides.length;
    for (const side of [...sides.slice(first), ...sides.slice(0, first)]) {
      console.error(`  ${side.name}, round ${round + 1} of ${rounds}`);
      measured.get(side)?.push(await measure(side, { seconds, seed: seed + round }));
    }
  }
  for (const side of sides) {
    const refusals = await side.countRefusals();
    if (refusals > 0) throw new Error(`${side.name} refused or failed ${refusals} calls`);
    await side.stop();
  }
  const [service, ...others] = sides;
  const roundsOf = (side: Side) => measured.get(side) ?? [];
  const findings = others.flatMap((other) =>
    against(other).map(({ what, figure, target }): Finding => {
      const ratios = roundsOf(service).map(
        (round, i) => round[figure] / (roundsOf(other)[i]?.[figure] ?? Number.NaN),
      );
      return finding({ what, unit: "x", rounds: ratios, ...(target && { target }) });
    }),
  );
  return { findings, sides: sides.map((side) => figures(side, roundsOf(side))) };
}

async function measure(side: Side, order: { seconds: number; seed: number }): Promise<Round> {
  const { pids, name, load } = side;
  const before = { cpu: cpuSeconds(pids), gc: await gcSeconds(side) };
  const done = await load(order);
  const cpu = cpuSeconds(pids) - before.cpu;
  const gc = (await gcSeconds(side)) - before.gc;
  if (done.failures > 0 || done.answers === 0) {
    throw new Error(`${name}: ${done.failures} calls failed and ${done.answers} were answered`);
  }
  return {
    perSecond: done.answers / done.seconds,
    latencyMsP50: done.latencyMsP50,
    latencyMsP99: done.latencyMsP99,
    cpuUsPerAnswer: (cpu / done.answers) * 1e6,
    gcShare: gc / (done.seconds * side.opsPorts.length),
  };
}

async function gcSeconds({ opsPorts }: Side): Promise<number> {
  const metrics = await Promise.all(opsPorts.map(readMetrics));
  return metrics.reduce((sum, { sum: of }) => sum + of("nodejs_gc_duration_seconds_sum"), 0);
}

function figures({ name, pids }: Side, rounds: readonly Round[]): SideFigures {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return {
    side: name,
    processes: pids.length,
    answersPerSecond: of("perSecond"),
    latencyMsP50: of("latencyMsP50"),
    latencyMsP99: of("latencyMsP99"),
    cpuUsPerAnswer: of("cpuUsPerAnswer"),
    gcShare: of("gcShare"),
  };
}
