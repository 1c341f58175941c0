// A commit to disk costs the same for one change as for a hundred, so changes asked for together are committed together.
import { setTimeout as sleep } from "node:timers/promises";

interface Waiting<Change, Result> {
  readonly change: Change;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Time as it passes, in ms since any instant. */
export interface Timer {
  nowMs(): number;
  sleep(ms: number): Promise<unknown>;
}

const SYSTEM_TIMER: Timer = { nowMs: () => performance.now(), sleep };

export interface GroupCommit<Change, Result> {
  /** Resolves once the group is committed. Rejects, like all of its group, when it is not: nothing was changed then. */
  add(change: Change): Promise<Result>;
  /** Resolves when nothing waits any more, and nothing is under way. */
  settled(): Promise<void>;
}

/**
 * From the start of one commit to the next while there is always something waiting. Without it, a fast disk makes groups
 * of a few: at 11,000 calls a second a quarter of a call's CPU went to commits. A lone call does not wait.
 */
const PERIOD_MS = 2;

/**
 * The changes of one turn of the event loop go into one call of `commit`; those that arrive during a commit go into the
 * next. Commits never overlap. `commit` makes all changes in one transaction and resolves, once they are committed, to a
 * result for each in their order; or it undoes all and rejects.
 */
export function createGroupCommit<Change, Result>({
  commit,
  timer = SYSTEM_TIMER,
}: {
  readonly commit: (changes: readonly Change[]) => Promise<readonly Result[]>;
  readonly timer?: Timer;
}): GroupCommit<Change, Result> {
  let waiting: Waiting<Change, Result>[] = [];
  let underWay: Promise<void> | undefined;

  async function commitWaiting(): Promise<void> {
    // setImmediate runs after every socket that was readable has been read, so that its calls join the group.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const startedMs = timer.nowMs();
      await commitGroup(group, commit);
      const pauseMs = PERIOD_MS - (timer.nowMs() - startedMs);
      if (waiting.length > 0 && pauseMs > 0) await timer.sleep(pauseMs);
    }
    underWay = undefined;
  }

  return {
    add: (change) => {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      waiting.push({ change, resolve, reject });
      underWay ??= commitWaiting();
      return promise;
    },
    settled: async () => underWay,
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
