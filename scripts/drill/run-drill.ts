// One event after the other under a steady load, and what it cost callers.
import { setTimeout as sleep } from "node:timers/promises";
import { EVENTS } from "./events.ts";
import { startFleet } from "./fleet.ts";
import { startLoad, type Tally } from "./load.ts";
import { startPatroniCluster, type PatroniTimes } from "./patroni-cluster.ts";

export interface DrillOptions {
  readonly callsPerSecond: number;
  readonly awayMs: number;
  readonly stoppedMs: number;
  /** Instead of what docs/stores.md recommends. */
  readonly times?: PatroniTimes;
  /** Told what is going on, each time as one line that takes the place of the last. */
  readonly onProgress: (line: string) => void;
}

export interface EventResult extends Tally {
  readonly event: string;
  /** By the store, when all was over. */
  readonly counted: number;
}

/** How long all is well before an event, and after it. */
const CALM_MS = 1_000;
const PROGRESS_MS = 1_000;

/**
 * How many calls may be counted without having been answered, in an event: the batch that each replica had sent when its store was
 * lost. For 0.4 s a store is waited for.
 */
export const batchMax = (callsPerSecond: number): number => Math.ceil(callsPerSecond * 0.4);

export async function runDrill(options: DrillOptions): Promise<readonly EventResult[]> {
  const { onProgress, callsPerSecond, awayMs, stoppedMs, times } = options;
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
          await happen({ cluster, fleet, awayMs, stoppedMs });
          await cluster.untilWhole();
          await load.untilAnswered(callsPerSecond);
          await sleep(CALM_MS);
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
