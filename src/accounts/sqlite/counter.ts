// Counting calls in SQLite: this file gathers them into groups, counting-thread.ts receives a group in a thread of its
// own, and counting.ts is the transaction. Under load that is cheaper than counting in the thread that answers calls, as
// groups are larger; and a slow disk delays the answers that wait for it, not the event loop.
import type { Spending, SpendResult } from "../account-store.ts";
import { createGroupCommit } from "../group-commit.ts";
import { spendingRows, type CountedRow, type SpendingRow } from "../spending-rows.ts";
import { attempt } from "./attempt.ts";
import type { SqliteStoreParts } from "./store-parts.ts";
import { createSupervisedThread } from "./supervised-thread.ts";

/** To the counting thread, which takes one at a time. */
export interface CountingRequest {
  readonly rows: readonly SpendingRow[];
  readonly nowMs: number;
  /** Whether something is to be written to the disk even where no call is counted. */
  readonly isProbe: boolean;
}

export type CountingReply =
  | { readonly kind: "Counted"; readonly rows: readonly CountedRow[] }
  /** Properties such as `code` stand beside the error, since a clone of an error lacks them. */
  | { readonly kind: "Failed"; readonly error: unknown; readonly properties: object };

export interface SqliteCounter {
  spend(spending: Spending): Promise<SpendResult>;
  /** Writes in the way that calls are counted, unless that was done within the last second. */
  probe(): Promise<void>;
  /** Counts what waits to be counted; then nothing is counted any more. */
  close(): Promise<void>;
}

/**
 * How long a commit may take, the wait for the file's lock included. A call may wait for two of them, the one under way and
 * its own, and is to be told within a second.
 */
const COMMIT_TIMEOUT_MS = 450;

/** For how long a write proves that the next will do, so that whoever asks often does not wear out the disk. */
const PROOF_MS = 1_000;

export function createSqliteCounter({
  path,
  clock,
  commandTimeoutMs = COMMIT_TIMEOUT_MS,
}: Pick<SqliteStoreParts, "path" | "clock" | "commandTimeoutMs">): SqliteCounter {
  const thread = createSupervisedThread<CountingRequest, CountingReply>({
    url: new URL("counting-thread.ts", import.meta.url),
    workerData: { path },
    timeoutMs: commandTimeoutMs,
  });

  const countRows = async (request: CountingRequest): Promise<readonly CountedRow[]> => {
    const reply = await thread.ask(request);
    if (reply.kind === "Failed") throw Object.assign(reply.error as Error, reply.properties);
    return reply.rows;
  };

  /** When something was last written to the disk, by performance.now(); never where what came after it failed. */
  let writtenAtMs = -Infinity;

  // A probe is a change without a spending.
  const group = createGroupCommit<Spending | undefined, SpendResult | undefined>({
    commit: (changes) =>
      attempt(async () => {
        const spendings = changes.filter((change) => change !== undefined);
        const { rows, resultsOf } = spendingRows(spendings);
        const isProbe = spendings.length < changes.length;
        writtenAtMs = -Infinity;
        const countedRows = await countRows({ rows, nowMs: clock.nowMs(), isProbe });
        if (isProbe || countedRows.some(({ counted }) => counted > 0)) writtenAtMs = performance.now();
        const results = resultsOf(countedRows).values();
        return changes.map((change) => change && results.next().value);
      }),
  });

  return {
    spend: (spending) => group.add(spending) as Promise<SpendResult>,
    probe: async () => {
      if (performance.now() - writtenAtMs > PROOF_MS) await group.add(undefined);
    },
    close: async () => {
      await group.settled();
      await thread.close();
    },
  };
}
