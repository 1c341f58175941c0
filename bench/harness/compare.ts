// Loads servers in turn with the same calls and compares their figures.
import { readFileSync, statSync } from "node:fs";
import type { Bench, CaseResult, Finding, SideFigures, Target } from "./bench-case.ts";
import { cpuSeconds, residentMb } from "./cpu-seconds.ts";
import { finding, median } from "./finding.ts";
import type { ServerProcess } from "./processes.ts";

/** The report of a load generator. */
export interface Load {
  /** Answers of the expected kind. */
  readonly answers: number;
  /** Other answers, and calls without an answer. */
  readonly failures: number;
  readonly seconds: number;
  readonly latencyMsP50: number;
  readonly latencyMsP99: number;
}

/** Running servers and a load for them. Several sides may share their servers. */
export interface Side {
  /** Its name in the report. */
  readonly name: string;
  /** Every process that works on an answer; their CPU times are added up. */
  readonly servers: readonly ServerProcess[];
  load(order: { readonly seconds: number; readonly seed: number }): Promise<Load>;
}

type Round = Omit<SideFigures, "side" | "processes"> & {
  /** The CPU time for an answer: `own` of the processes on Node, `store` of PostgreSQL or Redis. */
  readonly ownUsPerAnswer: number;
  readonly storeUsPerAnswer: number;
  /** The memory of the processes on Node after the load. */
  readonly residentMb: number;
};

/** Asks for a figure of the side `of`, or for its ratio to the figure of the side `beside` in the same round. */
export interface Question {
  readonly what: string;
  readonly figure: keyof Round;
  readonly of: Side;
  readonly beside?: Side | undefined;
  readonly target?: Target | undefined;
}

/** Enough to compile the hot functions: throughput stops rising after 2 s. */
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
 * Loads every side in every round, so that a slow minute of the machine affects all of them. Each round begins with another
 * side. Then stops the servers and answers the questions.
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
  const unit = ratios === undefined ? (UNITS[figure] ?? "") : "x";
  return finding({ what, unit, rounds: ratios ?? own, target });
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
    throw new Error(`${name}: ${done.failures} calls failed, ${done.answers} did not`);
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

/** Starts watching the servers on Node; the returned function lists the garbage collection pauses since then, in ms. */
function watchGcPauses(servers: readonly ServerProcess[]): () => readonly number[] {
  const files = servers.flatMap(({ gcFile }) => gcFile ?? []);
  const starts = files.map((file) => statSync(file).size);
  return () =>
    files.flatMap((file, i) => {
      const lines = readFileSync(file).subarray(starts[i]).toString().split("\n");
      // The hook ends each line with a newline, so the last element is empty.
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
