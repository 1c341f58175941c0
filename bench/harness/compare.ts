// Servers under the same load, in turn, and what their figures are to each other's.
import type { Bench, CaseResult, Finding, SideFigures, Target } from "./bench-case.ts";
import { cpuSeconds } from "./cpu-seconds.ts";
import { finding } from "./finding.ts";
import { watchGcPauses } from "./gc-pauses.ts";
import { median } from "./median.ts";
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

interface Round {
  readonly perSecond: number;
  readonly latencyMsP50: number;
  readonly latencyMsP99: number;
  readonly cpuUsPerAnswer: number;
  readonly gcPercent: number;
  readonly gcMsMax: number;
}

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

const UNITS: Partial<Readonly<Record<keyof Round, string>>> = { gcPercent: "%", gcMsMax: "ms" };

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
    ...(target && { target }),
  });
}

async function measure(side: Side, order: { seconds: number; seed: number }): Promise<Round> {
  const { servers, name, load } = side;
  const pids = servers.map(({ pid }) => pid);
  const cpuBefore = cpuSeconds(pids);
  const gcPauses = watchGcPauses(servers);
  const done = await load(order);
  const pausesMs = gcPauses();
  const cpu = cpuSeconds(pids) - cpuBefore;
  if (done.failures > 0 || done.answers === 0) {
    throw new Error(`${name}: ${done.failures} calls ended otherwise and ${done.answers} as they should`);
  }
  const onNode = servers.filter(({ gcFile }) => gcFile !== undefined).length;
  return {
    perSecond: done.answers / done.seconds,
    latencyMsP50: done.latencyMsP50,
    latencyMsP99: done.latencyMsP99,
    cpuUsPerAnswer: (cpu / done.answers) * 1e6,
    gcPercent: pausesMs.reduce((sum, ms) => sum + ms, 0) / 10 / (done.seconds * onNode),
    gcMsMax: Math.max(0, ...pausesMs),
  };
}

function figures({ name, servers }: Side, rounds: readonly Round[]): SideFigures {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return {
    side: name,
    processes: servers.length,
    answersPerSecond: of("perSecond"),
    latencyMsP50: of("latencyMsP50"),
    latencyMsP99: of("latencyMsP99"),
    cpuUsPerAnswer: of("cpuUsPerAnswer"),
    gcPercent: of("gcPercent"),
    gcMsMax: of("gcMsMax"),
  };
}
