// Commits changes in groups: a commit to disk costs the same for one change as for a hundred.
import { setTimeout as sleep } from "node:timers/promises";

interface Waiting<Change, Result> {
  readonly change: Change;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Timer {
  /** Of a monotonic clock. */
  nowMs(): number;
  sleep(ms: number): Promise<unknown>;
}

const SYSTEM_TIMER: Timer = { nowMs: () => performance.now(), sleep };

/**
 * The time from one commit to the next under load. Without it a fast disk commits small groups: at 11,000 calls a second a
 * quarter of a call's CPU went to commits. A lone call does not wait.
 */
const PERIOD_MS = 2;

/**
 * Changes of one turn of the event loop share a call of `commit`; those that arrive during a commit share the next. Commits
 * never overlap. `commit` makes all changes in one transaction and resolves to a result for each, in order; or it undoes
 * all and rejects.
 */
export function createGroupCommit<Change, Result>({
  commit,
  timer = SYSTEM_TIMER,
}: {
  readonly commit: (changes: readonly Change[]) => Promise<readonly Result[]>;
  readonly timer?: Timer;
}) {
  let waiting: Waiting<Change, Result>[] = [];
  let inFlight: Promise<void> | undefined;

  async function commitWaiting(): Promise<void> {
    // setImmediate runs after all readable sockets were read, so that their calls join the group.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const startedMs = timer.nowMs();
      await commitGroup(group, commit);
      const pauseMs = PERIOD_MS - (timer.nowMs() - startedMs);
      if (waiting.length > 0 && pauseMs > 0) await timer.sleep(pauseMs);
    }
    inFlight = undefined;
  }

  return {
    /** Resolves once the group is committed. If the commit fails, all of the group reject, and nothing was changed. */
    add: (change: Change): Promise<Result> => {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      waiting.push({ change, resolve, reject });
      inFlight ??= commitWaiting();
      return promise;
    },
    /** Resolves when nothing waits and nothing is in flight. */
    settled: async (): Promise<void> => inFlight,
  };
}

async function commitGroup<Change, Result>(
  group: readonly Waiting<Change, Result>[],
  commit: (changes: readonly Change[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await commit(group.map(({ change }) => change));
    for (const [position, result] of results.entries()) group[position]?.resolve(result);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
