// More callers than can be answered, none of whom waits as told: what is answered must stay, refusals must be quick, the
// operations port must answer all the while, and memory must come back.
import { setTimeout as delay } from "node:timers/promises";
import type { Bench, BenchCase, Finding } from "../harness/bench-case.ts";
import { finding } from "../harness/finding.ts";
import {
  grpcCallers,
  httpCallers,
  loadByCallers,
  MANY_CALLERS_TOOL,
  type Callers,
} from "../harness/many-callers.ts";
import { watchOps } from "../harness/ops-watch.ts";
import { readMetrics } from "../harness/service-metrics.ts";
import { startService } from "../harness/service.ts";
import { bookingCall, bookingPath } from "./booking-request.ts";

/** Throughput no longer rises with more, at either door. */
const SATURATING = 64;
const TIMES = [1, 4, 64] as const;

/** V8 collects what a load left some 25 s after it has little to do. */
const REST_MS = 60_000;
const SAMPLE_MS = 1_000;

const ANSWERED = 200;
const REFUSED = 503;

interface Memory {
  readonly heapBytes: number;
  readonly rssBytes: number;
}

interface Level {
  readonly answersPerSecond: number;
  /** Undefined where nobody was refused. */
  readonly refusalMsP99: number | undefined;
}

export const overload: BenchCase = { name: "overload", needs: MANY_CALLERS_TOOL, run };

async function run(bench: Bench) {
  // One account stands for many: without its own limit, which would refuse it first.
  const service = await startService(bench, { settings: { CONCURRENT_CALLS: "internal=100000" } });
  const [opsPort] = service.opsPorts;
  const http = httpCallers({
    url: `http://127.0.0.1:${service.httpPort}${bookingPath(Date.now())}`,
    key: service.key,
  });
  const grpc = grpcCallers(bookingCall({ port: service.grpcPort, key: service.key }), bench);
  const doors = { http, grpc };
  const level = (callers: Callers, times: number) => measure(opsPort, callers, times, bench);

  const started = await readMemory(opsPort);
  for (const callers of Object.values(doors)) await level(callers, 1);
  const saturated = await readMemory(opsPort);
  const watch = watchOps(opsPort);
  const findings: Finding[] = [];
  for (const [door, callers] of Object.entries(doors)) {
    const rounds: Level[][] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      const levels: Level[] = [];
      console.error(`  ${door}, round ${round + 1} of ${bench.rounds}`);
      for (const times of TIMES) levels.push(await level(callers, times));
      rounds.push(levels);
    }
    findings.push(...doorFindings(door, rounds));
  }
  const slowestOpsMs = await watch.stop();
  console.error(`  rest of ${REST_MS / 1000} s`);
  const rested = await restedMemory(opsPort);
  await service.stop();
  return {
    findings: [
      ...findings,
      one("slowest answer of health and metrics throughout", "ms", 1_000, slowestOpsMs),
      one("heap after a minute of rest against the start", "x", 1.25, rested.heapBytes / started.heapBytes),
      one("memory after a minute of rest against saturated", "x", 1.5, rested.rssBytes / saturated.rssBytes),
    ],
  };
}

function doorFindings(door: string, rounds: readonly (readonly Level[])[]): readonly Finding[] {
  const share = (index: number) =>
    rounds.map((levels) => (levels[index]?.answersPerSecond ?? 0) / (levels[0]?.answersPerSecond ?? 0));
  const refusals = rounds.flatMap((levels) => levels.flatMap(({ refusalMsP99 }) => refusalMsP99 ?? []));
  return [
    atLeast(`${door}: answers/s, 4 x the callers that saturate it`, 0.8, share(1)),
    atLeast(`${door}: answers/s, 64 x the callers that saturate it`, 0.4, share(2)),
    // A service that keeps up with them all refuses nobody.
    ...(refusals.length === 0 ? [] : [refusalFinding(door, refusals)]),
  ];
}

function refusalFinding(door: string, refusals: readonly number[]): Finding {
  return finding({
    what: `${door}: p99 of a refusal`,
    unit: "ms",
    target: { kind: "at most", value: 1_000 },
    rounds: refusals,
  });
}

function atLeast(what: string, value: number, rounds: readonly number[]): Finding {
  return finding({ what, unit: "x", target: { kind: "at least", value }, rounds });
}

function one(what: string, unit: string, most: number, figure: number): Finding {
  return finding({ what, unit, target: { kind: "at most", value: most }, rounds: [figure] });
}

/** Answers are counted by the service: over gRPC a refusal is a trailer, and h2load does not look at those. */
async function measure(opsPort: number, callers: Callers, times: number, bench: Bench): Promise<Level> {
  const count = async () => {
    const metrics = await readMetrics(opsPort);
    return {
      answers: metrics.sum("suitability_calls_total", 'code="ok"'),
      refusals: metrics.sum("suitability_throttled_total", 'reason="overload"'),
    };
  };
  const before = await count();
  const startedMs = performance.now();
  const load = { callers: SATURATING * times, seconds: bench.seconds };
  const latencies = await loadByCallers(callers, load, bench);
  const seconds = (performance.now() - startedMs) / 1000;
  const after = await count();

  const other = [...latencies.keys()].find((status) => status !== ANSWERED && status !== REFUSED);
  if (other !== undefined) {
    throw new Error(`${latencies.get(other)?.length ?? 0} calls ended with ${other}`);
  }
  // Over gRPC there is no telling which they were: then it is the p99 of all, answered and refused.
  const refused = latencies.get(REFUSED) ?? latencies.get(ANSWERED) ?? [];
  return {
    answersPerSecond: (after.answers - before.answers) / seconds,
    refusalMsP99: after.refusals > before.refusals ? p99(refused) : undefined,
  };
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}

/** The least of a minute: what is in use rather than not yet collected. */
async function restedMemory(opsPort: number): Promise<Memory> {
  const samples: Memory[] = [];
  const endMs = performance.now() + REST_MS;
  while (performance.now() < endMs) {
    await delay(SAMPLE_MS);
    samples.push(await readMemory(opsPort));
  }
  return {
    heapBytes: Math.min(...samples.map(({ heapBytes }) => heapBytes)),
    rssBytes: Math.min(...samples.map(({ rssBytes }) => rssBytes)),
  };
}

async function readMemory(opsPort: number): Promise<Memory> {
  const metrics = await readMetrics(opsPort);
  return {
    heapBytes: metrics.sum("nodejs_heap_size_used_bytes"),
    rssBytes: metrics.sum("process_resident_memory_bytes"),
  };
}
