// Servers under the same load, in turn, and what their figures are to each other's.
import { readFileSync, statSync } from "node:fs";
import type { Bench, CaseResult, Finding, SideFigures, Target } from "./bench-case.ts";
import { cpuSeconds, residentMb } from "./cpu-seconds.ts";
import { finding, median } from "./finding.ts";
import type { ServerProcess } from "./processes.ts";

/** What a load generator reports of one load. */
export interface Load {
  /** Of the kind that was to be expected. */
  readonly answers: number;
  /** Any other answer, and calls without one. */
  readonly failures: number;
  readonly seconds: number;
  readonly latencyMsP50: number;
  readonly latencyMsP99: number;
}

/** Servers that are up, and what is asked of them. Several sides may share their servers. */
export interface Side {
  /** What it is, in the words of the report. */
  readonly name: string;
  /** Every process that works for an answer; their CPU time is added up. */
  readonly servers: readonly ServerProcess[];
  load(order: { readonly seconds: number; readonly seed: number }): Promise<Load>;
}

type Round = Omit<SideFigures, "side" | "processes"> & {
  /** The CPU time for an answer, of what runs on Node and of what does not: the store. */
  readonly ownUsPerAnswer: number;
  readonly storeUsPerAnswer: number;
  /** Memory of what runs on Node, after the load. */
  readonly residentMb: number;
};

/** A figure of a side, or what it is to another's in the same round; the rounds have a median. */
export interface Question {
  readonly what: string;
  readonly figure: keyof Round;
  readonly of: Side;
  readonly beside?: Side | undefined;
  readonly target?: Target | undefined;
}

/** Enough for the hot functions to be compiled: after 2 s throughput no longer rises. */
const WARM_UP_SECONDS = 3;

const UNITS: Partial<Readonly<Record<keyof Round, string>>> = {
  cpuUsPerAnswer: "µs",
  ownUsPerAnswer: "µs",
  storeUsPerAnswer: "µs",
  residentMb: "MB",
  gcPercent: "%",
  gcMsMax: "ms",
};

/**
 * Loads each side in each round, so that a slow minute of the machine meets all, and answers the questions about them.
 * Who goes first changes from round to round. Stops the servers.
 */
export async function compare(
  sides: readonly Side[],
  questions: readonly Question[],
  { seconds, rounds, seed }: Bench,
): Promise<Required<Pick<CaseResult, "findings" | "sides">>> {
  for (const side of sides) {
    console.error(`  ${side.name}, warm-up`);
    await measure(side, { seconds: Math.min(WARM_UP_SECONDS, seconds), seed: seed - 1 });
  }
  const measured = new Map<Side, Round[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % sides.length;
    for (const side of [...sides.slice(first), ...sides.slice(0, first)]) {
      console.error(`  ${side.name}, round ${round + 1} of ${rounds}`);
      measured.get(side)?.push(await measure(side, { seconds, seed: seed + round }));
    }
  }
  for (const server of new Set(sides.flatMap(({ servers }) => servers))) await server.stop();
  const roundsOf = (side: Side) => measured.get(side) ?? [];
  return {
    findings: questions.map((question) => answer(question, roundsOf)),
    sides: sides.map((side) => figures(side, roundsOf(side))),
  };
}

function answer(question: Question, roundsOf: (side: Side) => readonly Round[]): Finding {
  const { what, figure, of, beside, target } = question;
  const own = roundsOf(of).map((round) => round[figure]);
  const others = beside && roundsOf(beside).map((round) => round[figure]);
  const ratios = others && own.map((value, i) => value / (others[i] ?? Number.NaN));
  return finding({
    what,
    unit: ratios === undefined ? (UNITS[figure] ?? "") : "x",
    rounds: ratios ?? own,
    target,
  });
}

async function measure(side: Side, order: { seconds: number; seed: number }): Promise<Round> {
  const { servers, name, load } = side;
  const [own, foreign] = [true, false].map((isOurs) =>
    servers.filter(({ gcFile }) => (gcFile !== undefined) === isOurs).map(({ pid }) => pid),
  ) as [number[], number[]];
  const [ownBefore, foreignBefore] = [cpuSeconds(own), cpuSeconds(foreign)];
  const gcPauses = watchGcPauses(servers);
  const done = await load(order);
  const pausesMs = gcPauses();
  const [ownCpu, storeCpu] = [cpuSeconds(own) - ownBefore, cpuSeconds(foreign) - foreignBefore];
  if (done.failures > 0 || done.answers === 0) {
    throw new Error(`${name}: ${done.failures} calls ended otherwise and ${done.answers} as they should`);
  }
  return {
    answersPerSecond: done.answers / done.seconds,
    latencyMsP50: done.latencyMsP50,
    latencyMsP99: done.latencyMsP99,
    cpuUsPerAnswer: ((ownCpu + storeCpu) / done.answers) * 1e6,
    ownUsPerAnswer: (ownCpu / done.answers) * 1e6,
    storeUsPerAnswer: (storeCpu / done.answers) * 1e6,
    residentMb: residentMb(own),
    gcPercent: pausesMs.reduce((sum, ms) => sum + ms, 0) / 10 / (done.seconds * own.length),
    gcMsMax: Math.max(0, ...pausesMs),
  };
}

/** From now on: how long the garbage collector pauses the servers that run on Node, in milliseconds, one figure a pause. */
function watchGcPauses(servers: readonly ServerProcess[]): () => readonly number[] {
  const files = servers.flatMap(({ gcFile }) => gcFile ?? []);
  const starts = files.map((file) => statSync(file).size);
  return () =>
    files.flatMap((file, i) => {
      const lines = readFileSync(file).subarray(starts[i]).toString().split("\n");
      // The hook writes whole lines; what follows the last one is empty.
      return lines.slice(0, -1).map(Number);
    });
}

function figures({ name, servers }: Side, rounds: readonly Round[]): SideFigures {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return {
    side: name,
    processes: servers.length,
    answersPerSecond: of("answersPerSecond"),
    latencyMsP50: of("latencyMsP50"),
    latencyMsP99: of("latencyMsP99"),
    cpuUsPerAnswer: of("cpuUsPerAnswer"),
    gcPercent: of("gcPercent"),
    gcMsMax: of("gcMsMax"),
  };
}
