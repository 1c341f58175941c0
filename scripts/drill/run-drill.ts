// Runs one failure after another under a steady load, and counts what each costs callers.
import { setTimeout as sleep } from "node:timers/promises";
import { isPgBouncerInstalled } from "../../test/support/programs/pgbouncer.ts";
import { isPostgresInstalled } from "../../test/support/programs/postgres-server.ts";
import { EVENTS } from "./events.ts";
import { startFleet } from "./fleet.ts";
import { startLoad, type Tally } from "./load.ts";
import { startPostgresCluster } from "./postgres-cluster.ts";

const CALLS_PER_SECOND = 60;
const AWAY_MS = 4_000;

/** A replica leaves rotation after 10 s without its database. */
const CUT_OFF_MS = 14_000;

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
export const BATCH_MAX = Math.ceil(CALLS_PER_SECOND * 0.4);

/** The programs that the drill needs and that are not installed. */
export function missingPrograms(): readonly string[] {
  return [...(isPostgresInstalled() ? [] : ["postgresql"]), ...(isPgBouncerInstalled() ? [] : ["pgbouncer"])];
}

/** `onProgress` gets one line of progress, which replaces the line before. */
export async function runDrill(onProgress: (line: string) => void): Promise<readonly EventResult[]> {
  onProgress("starting three PostgreSQLs");
  const cluster = await startPostgresCluster();
  try {
    onProgress("starting three replicas");
    const fleet = await startFleet(cluster);
    try {
      const results: EventResult[] = [];
      for (const { name, happen } of EVENTS) {
        const countedBefore = await fleet.counted();
        const load = startLoad(fleet, CALLS_PER_SECOND);
        const startedMs = performance.now();
        const progress = setInterval(() => {
          const { sent, answered } = load.tally();
          const seconds = Math.round((performance.now() - startedMs) / 1_000);
          onProgress(`${name}: ${seconds} s, ${sent} calls sent, ${answered} answered`);
        }, PROGRESS_MS);
        try {
          await load.untilAnswered(1);
          await sleep(CALM_MS);
          await happen({ cluster, fleet, awayMs: AWAY_MS, cutOffMs: CUT_OFF_MS });
          await cluster.untilFollowedBy(2);
          await load.untilAnswered(CALLS_PER_SECOND);
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
