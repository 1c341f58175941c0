// Counting calls in SQLite: this file gathers them into groups, counting-thread.ts receives a group in a thread of its
// own, and counting.ts is the transaction. Under load that is cheaper than counting in the thread that answers calls, as
// groups are larger; and a slow disk delays the answers that wait for it, not the event loop.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { StoreUnavailable, type Spending, type SpendResult } from "../account-store.ts";
import { createGroupCommit } from "../group-commit.ts";
import { spendingRows, type CountedRow, type SpendingRow } from "../spending-rows.ts";
import { attempt } from "./attempt.ts";
import type { SqliteStoreParts } from "./store-parts.ts";

/** To the counting thread, which takes one at a time. */
export interface CountingRequest {
  readonly rows: readonly SpendingRow[];
  readonly nowMs: number;
}

export type CountingReply =
  | { readonly kind: "Counted"; readonly rows: readonly CountedRow[] }
  /** Properties such as `code` stand beside the error, since a clone of an error lacks them. */
  | { readonly kind: "Failed"; readonly error: unknown; readonly properties: object };

export interface SqliteCounter {
  spend(spending: Spending): Promise<SpendResult>;
  /** Starts what counting needs, so that the first call does not wait for it. */
  start(): void;
  /** Counts what waits to be counted; then nothing is counted any more. */
  close(): Promise<void>;
}

export function createSqliteCounter({
  path,
  clock,
}: Pick<SqliteStoreParts, "path" | "clock">): SqliteCounter {
  let thread: Worker | undefined;
  let isClosed = false;

  const start = (): Worker => {
    if (isClosed) throw new StoreUnavailable("The account store is closed.");
    thread ??= new Worker(new URL("counting-thread.ts", import.meta.url), { workerData: { path } });
    return thread;
  };

  const group = createGroupCommit<Spending, SpendResult>({
    commit: (spendings) =>
      attempt(async () => {
        const { rows, resultsOf } = spendingRows(spendings);
        return resultsOf(await countRows(start(), { rows, nowMs: clock.nowMs() }));
      }),
  });

  return {
    spend: group.add,
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
  if (reply.kind === "Failed") throw Object.assign(reply.error as Error, reply.properties);
  return reply.rows;
}
