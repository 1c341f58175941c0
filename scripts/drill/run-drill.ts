// Runs one failure after another under a steady load, and counts what each costs callers.
import { setTimeout as sleep } from "node:timers/promises";
import { EVENTS } from "./events.ts";
import { startFleet } from "./fleet.ts";
import { startLoad, type Tally } from "./load.ts";
import { startPatroniCluster, type PatroniTimes } from "./patroni-cluster.ts";

interface DrillOptions {
  readonly callsPerSecond: number;
  readonly awayMs: number;
  readonly cutOffMs: number;
  /** By default the times in examples/postgres/patroni.yml. */
  readonly times?: PatroniTimes;
  /** Gets one line of progress, which replaces the line before. */
  readonly onProgress: (line: string) => void;
}

/** A drill of two minutes: the same events, and a Patroni that notices failures sooner than is safe on a real network. */
export const SHORT = {
  callsPerSecond: 30,
  awayMs: 2_000,
  cutOffMs: 6_500,
  times: { ttl: 5, loop_wait: 1, retry_timeout: 2 },
};

export interface EventResult extends Tally {
  readonly event: string;
  /** Calls that the store counted during the event. */
  readonly counted: number;
}

/** How long the load runs undisturbed before and after an event. */
const CALM_MS = 1_000;
const PROGRESS_MS = 1_000;

/**
 * The greatest number of an event's calls that may be counted without an answer: the calls in the batches that replicas had
 * sent when they lost the store. A replica waits 0.4 s for its store.
 */
export const batchMax = (callsPerSecond: number): number => Math.ceil(callsPerSecond * 0.4);

export async function runDrill(options: DrillOptions): Promise<readonly EventResult[]> {
  const { onProgress, callsPerSecond, awayMs, cutOffMs, times } = options;
  onProgress("starting etcd and three PostgreSQLs with Patroni");
  const cluster = await startPatroniCluster(times);
  try {
    onProgress("starting three replicas");
    const fleet = await startFleet(cluster);
    try {
      const results: EventResult[] = [];
      for (const { name, happen } of EVENTS) {
        const countedBefore = await fleet.counted();
        const load = startLoad(fleet, callsPerSecond);
        const startedMs = performance.now();
        const progress = setInterval(() => {
          const { sent, answered } = load.tally();
          const seconds = Math.round((performance.now() - startedMs) / 1_000);
          onProgress(`${name}: ${seconds} s, ${sent} calls sent, ${answered} answered`);
        }, PROGRESS_MS);
        try {
          await load.untilAnswered(1);
          await sleep(CALM_MS);
          await happen({ cluster, fleet, awayMs, cutOffMs });
          await cluster.untilWhole();
          await load.untilAnswered(callsPerSecond);
          await sleep(CALM_MS);
        } catch (error) {
          throw new Error(`when ${name}: ${(error as Error).message}`, { cause: error });
        } finally {
          clearInterval(progress);
        }
        const tally = await load.stop();
        results.push({ event: name, ...tally, counted: (await fleet.counted()) - countedBefore });
      }
      return results;
    } finally {
      await fleet.remove();
    }
  } finally {
    await cluster.remove();
  }
}
