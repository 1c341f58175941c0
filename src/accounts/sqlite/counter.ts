// Counts calls in SQLite: gathers them into groups, which counting-thread.ts counts in a thread of its own. Under load this is
// cheaper than counting in the thread that answers calls, because groups are larger; and a slow disk delays only the answers
// that wait for it, not the event loop.
import { createGroupCommit } from "../group-commit.ts";
import { sqlToText, type Sql } from "../sql/sql.ts";
import { SpendingRows, type Spending, type SpendResult } from "../spending.ts";
import type { StoreOptions } from "../store-options.ts";
import { storeFailure } from "./attempt.ts";
import { sqliteValues } from "./database.ts";
import type { Counted, CountingReply, CountingRequest, OtherStatement } from "./counting-thread.ts";
import { createSupervisedThread } from "./supervised-thread.ts";

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

  /** When something was last written to the disk, in elapsed time; reset after a failure. */
  let writtenAtMs = -Infinity;

  const groups = createGroupCommit({
    createGroup: () => ({
      spendings: new SpendingRows(),
      others: [] as (readonly OtherStatement[])[],
      isProbe: false,
    }),
    commit: async ({ spendings: { rows }, others, isProbe }): Promise<Counted> => {
      writtenAtMs = -Infinity;
      const reply = await thread.ask({ rows, others, nowMs: clock.nowMs(), isProbe });
      if (reply.kind === "Failed") throw storeFailure(Object.assign(reply.error as Error, reply.properties));
      if (reply.hasWritten) writtenAtMs = clock.elapsedMs();
      return reply;
    },
  });

  return {
    spend: (spending: Spending): Promise<SpendResult> => {
      const { group, committed } = groups.join();
      return committed.then(group.spendings.add(spending));
    },
    /** See SqliteParts. */
    commit: async (statements: readonly Sql[]): Promise<readonly (readonly object[])[]> => {
      const { group, committed } = groups.join();
      const sent = statements.map((each) => ({
        text: sqlToText(each, () => "?"),
        values: sqliteValues(each),
      }));
      const position = group.others.push(sent) - 1;
      const { others } = await committed;
      return others[position] as Counted["others"][number];
    },
    /** Writes as counting does, unless something was written within the last second. */
    probe: async (): Promise<void> => {
      if (clock.elapsedMs() - writtenAtMs <= PROOF_MS) return;
      const { group, committed } = groups.join();
      group.isProbe = true;
      await committed;
    },
    /** Counts the waiting calls first. */
    close: async (): Promise<void> => {
      await groups.settled();
      await thread.close();
    },
  };
}
