import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Clock } from "../../clock.ts";
import { StoreUnavailable, type Spending, type SpendResult } from "../account-store.ts";
import { createGroupCommit } from "../group-commit.ts";
import { unavailable } from "./failure.ts";
import { spendingRows, type CountedRow, type SpendingRow } from "../spending-rows.ts";

/** To the counting thread, which takes one at a time. */
export interface CountingRequest {
  readonly rows: readonly SpendingRow[];
  readonly nowMs: number;
}

export type CountingReply =
  | { readonly kind: "Counted"; readonly rows: readonly CountedRow[] }
  /** What SQLite said, since errors are cloned without their class and their codes. */
  | {
      readonly kind: "Unavailable";
      readonly reason: string;
      readonly code: unknown;
      readonly errcode: unknown;
    }
  | { readonly kind: "Failed"; readonly error: unknown };

export interface SqliteCounter {
  spend(spending: Spending): Promise<SpendResult>;
  /** Starts what counting needs, for which the first call would otherwise wait. */
  start(): void;
  /** Counts what waits to be counted; then nothing is counted any more. */
  close(): Promise<void>;
}

/**
 * Counts calls in a thread of its own, one group at a time. Under load that is cheaper than counting in this thread, as
 * groups are larger; and a slow disk delays the answers that wait for it, not the event loop.
 */
export function createSqliteCounter({
  path,
  clock,
}: {
  readonly path: string;
  readonly clock: Clock;
}): SqliteCounter {
  let thread: Worker | undefined;
  let isClosed = false;

  const start = (): Worker => {
    if (isClosed) throw new StoreUnavailable("The account store is closed.");
    thread ??= new Worker(new URL("counting-thread.ts", import.meta.url), { workerData: { path } });
    return thread;
  };

  const group = createGroupCommit<Spending, SpendResult>({
    commit: async (spendings) => {
      const { rows, resultsOf } = spendingRows(spendings);
      return resultsOf(await countRows(start(), { rows, nowMs: clock.nowMs() }));
    },
  });

  return {
    spend: (spending) => group.add(spending),
    start,
    close: async () => {
      await group.settled();
      isClosed = true;
      if (thread !== undefined) {
        thread.postMessage("close");
        await once(thread, "exit");
        thread = undefined;
      }
    },
  };
}

async function countRows(thread: Worker, request: CountingRequest): Promise<readonly CountedRow[]> {
  thread.postMessage(request);
  // Rejects if the thread comes to an end that nobody foresaw.
  const [reply] = (await once(thread, "message")) as [CountingReply];
  switch (reply.kind) {
    case "Counted":
      return reply.rows;
    case "Unavailable": {
      const { reason, code, errcode } = reply;
      throw unavailable(Object.assign(new Error(reason), { code, errcode }));
    }
    case "Failed":
      throw reply.error;
  }
}
