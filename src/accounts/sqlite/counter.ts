// Counting calls in SQLite: this file gathers them into groups, counting-thread.ts receives a group in a thread of its
// own, and counting.ts is the transaction. Under load that is cheaper than counting in the thread that answers calls, as
// groups are larger; and a slow disk delays the answers that wait for it, not the event loop.
import type { Clock } from "../../clock.ts";
import { createGroupCommit } from "../group-commit.ts";
import type { ProviderCalls, ProviderDay } from "../../weather/budget/provider-calls.ts";
import { spendingRows, type Spending, type SpendResult } from "../spending.ts";
import { attempt } from "./attempt.ts";
import type { Counted, CountingReply, CountingRequest } from "./counting.ts";
import { createSupervisedThread } from "./supervised-thread.ts";

/** What is written together with others: a call, calls of a provider, or nothing but what a probe needs. */
interface Change {
  readonly spending?: Spending;
  readonly take?: ProviderCalls;
  readonly isProbe?: true;
}

export interface SqliteCounter {
  spend(spending: Spending): Promise<SpendResult>;
  takeProviderCalls(calls: ProviderCalls): Promise<ProviderDay>;
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
}: {
  readonly path: string;
  readonly clock: Clock;
  /** How long a commit may take. */
  readonly commandTimeoutMs?: number | undefined;
}): SqliteCounter {
  const thread = createSupervisedThread<CountingRequest, CountingReply>({
    url: new URL("counting-thread.ts", import.meta.url),
    workerData: { path },
    timeoutMs: commandTimeoutMs,
  });

  const count = async (request: CountingRequest): Promise<Counted> => {
    const reply = await thread.ask(request);
    if (reply.kind === "Failed") throw Object.assign(reply.error as Error, reply.properties);
    return reply;
  };

  /** When something was last written to the disk, by performance.now(); never where what came after it failed. */
  let writtenAtMs = -Infinity;

  const group = createGroupCommit<Change, SpendResult | ProviderDay | undefined>({
    commit: (changes) =>
      attempt(async () => {
        const spendings = changes.flatMap(({ spending }) => spending ?? []);
        const takes = changes.flatMap(({ take }) => take ?? []);
        const { rows, resultsOf } = spendingRows(spendings);
        const isProbe = changes.some((change) => change.isProbe);
        writtenAtMs = -Infinity;
        const counted = await count({ rows, takes, nowMs: clock.nowMs(), isProbe });
        if (isProbe || counted.rows.some((row) => row.counted > 0)) writtenAtMs = performance.now();
        const [results, taken] = [resultsOf(counted.rows).values(), counted.taken.values()];
        return changes.map(({ spending, take }) => {
          if (spending !== undefined) return results.next().value;
          return take && taken.next().value;
        });
      }),
  });

  return {
    spend: (spending) => group.add({ spending }) as Promise<SpendResult>,
    takeProviderCalls: (take) => group.add({ take }) as Promise<ProviderDay>,
    probe: async () => {
      if (performance.now() - writtenAtMs > PROOF_MS) await group.add({ isProbe: true });
    },
    close: async () => {
      await group.settled();
      await thread.close();
    },
  };
}
