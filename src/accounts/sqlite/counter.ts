// Counts calls in SQLite. This file gathers them into groups, counting-thread.ts runs in a thread of its own, and
// counting.ts is the transaction. Under load this is cheaper than counting in the thread that answers calls, because groups
// are larger; and a slow disk delays only the answers that wait for it, not the event loop.
import { createGroupCommit } from "../group-commit.ts";
import type { ProviderCalls, ProviderDay } from "../../weather/budget/provider-calls.ts";
import { spendingRows, type Spending, type SpendResult } from "../spending.ts";
import type { StoreOptions } from "../store-options.ts";
import { attempt } from "./attempt.ts";
import type { Counted, CountingReply, CountingRequest } from "./counting.ts";
import { createSupervisedThread } from "./supervised-thread.ts";

/** Something to commit with others: a call, provider calls, or nothing for a probe. */
interface Change {
  readonly spending?: Spending;
  readonly take?: ProviderCalls;
  readonly isProbe?: true;
}

/**
 * How long a commit may take, including the wait for the file's lock. A call may wait for two, the one in flight and its
 * own, and should be answered within a second.
 */
const COMMIT_TIMEOUT_MS = 450;

/** How long a write proves that the next will succeed, so that frequent probes do not wear out the disk. */
const PROOF_MS = 1_000;

export function createSqliteCounter({
  path,
  clock,
  commandTimeoutMs = COMMIT_TIMEOUT_MS,
}: Pick<StoreOptions, "clock" | "commandTimeoutMs"> & { readonly path: string }) {
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

  /** When something was last written to the disk, by performance.now(); reset after a failure. */
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
    spend: (spending: Spending) => group.add({ spending }) as Promise<SpendResult>,
    takeProviderCalls: (take: ProviderCalls) => group.add({ take }) as Promise<ProviderDay>,
    /** Writes as counting does, unless something was written within the last second. */
    probe: async (): Promise<void> => {
      if (performance.now() - writtenAtMs > PROOF_MS) await group.add({ isProbe: true });
    },
    /** Counts the waiting calls first. */
    close: async (): Promise<void> => {
      await group.settled();
      await thread.close();
    },
  };
}
