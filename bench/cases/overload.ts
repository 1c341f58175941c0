// Loads the service with more callers than it can answer. Callers do not wait after a refusal. Throughput must hold, refusals
// must be quick, and the operations port must keep answering.
import { setTimeout as delay } from "node:timers/promises";
import {
  checkoutsOf,
  type Bench,
  type BenchCase,
  type Checkout,
  type Finding,
  type Target,
} from "../harness/bench-case.ts";
import { finding } from "../harness/finding.ts";
import type { Load } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL } from "../harness/http-load.ts";
import { startService } from "../harness/service.ts";
import { trafficSide } from "../varied/load-traffic.ts";

/** The number of callers beyond which throughput no longer rises, at either door. */
const SATURATING = 64;
const TIMES = [1, 4, 64] as const;

/** The time between two requests to the operations port. */
const LOOK_MS = 100;

export const overload: BenchCase = { name: "overload", needs: HTTP_LOAD_TOOL, run };

async function run(bench: Bench) {
  const findings: Finding[] = [];
  for (const checkout of checkoutsOf(bench)) {
    console.error(`  ${checkout.name}`);
    findings.push(...(await overloaded(checkout, bench)));
  }
  return { findings };
}

async function overloaded(checkout: Checkout, bench: Bench): Promise<readonly Finding[]> {
  // One account stands for many, so its own limit of concurrent calls is lifted.
  const settings = { CONCURRENT_CALLS: "internal=100000" };
  const service = await startService(bench, { ...checkout, settings });
  const { servers, httpPort, grpcPort, opsPort, key } = service;
  const { prefix } = checkout;
  const found = (what: string, unit: string, target: Target, rounds: readonly number[]) =>
    finding({ what: prefix + what, unit, rounds, target: prefix === "" ? target : undefined });
  const findings: Finding[] = [];
  const watch = watchOps(opsPort);
  for (const [way, port] of [
    ["REST", httpPort],
    ["gRPC", grpcPort],
  ] as const) {
    const loadOf = (times: number, round: number) => {
      const asked = { mix: "same", keys: [key], callers: SATURATING * times } as const;
      const side = trafficSide({ name: way, way, server: { servers, port }, ...asked }, bench);
      return side.load({ seconds: bench.seconds, seed: bench.seed + round });
    };
    await loadOf(1, -1);
    const rounds: Load[][] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      console.error(`  ${way}, round ${round + 1} of ${bench.rounds}`);
      const levels: Load[] = [];
      for (const times of TIMES) levels.push(await loadOf(times, round));
      rounds.push(levels);
    }
    const share = (level: number) => rounds.map((levels) => perSecond(levels[level]) / perSecond(levels[0]));
    const slowest = rounds.flatMap((levels) => levels.map(({ latencyMsP99 }) => latencyMsP99));
    findings.push(
      found(`${way}: answers/s, 4 x the callers that saturate it`, "x", atLeast(0.8), share(1)),
      found(`${way}: answers/s, 64 x the callers that saturate it`, "x", atLeast(0.4), share(2)),
      found(`${way}: p99 of all, answered and refused`, "ms", atMost(1_000), [Math.max(...slowest)]),
    );
  }
  const slowestOpsMs = await watch.stop();
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  await service.stop();
  const bugs = /^suitability_calls_total\{.*code="internal".*\} [1-9].*$/m.exec(metrics);
  if (bugs !== null) throw new Error(`calls ended with an internal error: ${bugs[0]}`);
  const what = "slowest answer of health and metrics throughout";
  return [...findings, found(what, "ms", atMost(1_000), [slowestOpsMs])];
}

const atLeast = (value: number) => ({ kind: "at least", value }) as const;
const atMost = (value: number) => ({ kind: "at most", value }) as const;

function perSecond(load: Load | undefined): number {
  return load === undefined ? Number.NaN : load.answers / load.seconds;
}

/** `stop` resolves to the time of the slowest answer, in milliseconds. It rejects if an answer was not 200. */
function watchOps(opsPort: number): { stop(): Promise<number> } {
  const over = new AbortController();
  const ask = async (path: string): Promise<number> => {
    let slowestMs = 0;
    while (!over.signal.aborted) {
      const startedMs = performance.now();
      const response = await fetch(`http://127.0.0.1:${opsPort}${path}`);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} said ${response.status}`);
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
      await delay(LOOK_MS);
    }
    return slowestMs;
  };
  const watching = Promise.all(["/livez", "/readyz", "/metrics"].map(ask));
  // Awaited in `stop`; until then a failure must not count as unhandled.
  watching.catch(() => undefined);
  return {
    stop: async () => {
      over.abort();
      return Math.max(...(await watching));
    },
  };
}
