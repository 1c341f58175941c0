// Commits changes in groups: a commit to disk costs the same for one change as for a hundred.
import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, systemClock } from "../lib/time/clock.ts";

interface WaitingGroup<Group, Result> {
  /** The changes that the next commit makes. */
  readonly group: Group;
  /** Resolves with the result of `commit`, or rejects with its error. */
  readonly committed: Promise<Result>;
}

/**
 * Under load, the least time from the start of one commit to the next. Without it, a fast store commits small groups: at 11,000
 * calls a second, a quarter of a call's CPU went to commits. A lone call does not wait.
 */
const PERIOD_MS = 2;

/**
 * Load is a change that waits when a commit ends, or a commit of so many changes: the callers of those come back with their
 * next calls, a few at a time.
 */
const CHANGES_UNDER_LOAD = 8;

/**
 * Changes of one turn of the event loop share a call of `commit`; those that arrive during a commit share the next. Commits
 * never overlap. `commit` makes all changes of a group in one transaction, or none. If its error does not say which, as
 * with some `StoreUnavailable`, the outcome is unknown for the whole group.
 */
export function createGroupCommit<Group, Result>({
  createGroup,
  commit,
  clock = systemClock,
  pause = sleep,
}: {
  /** Makes a group without changes. */
  readonly createGroup: () => Group;
  readonly commit: (group: Group) => Promise<Result>;
  readonly clock?: Pick<Clock, "elapsedMs">;
  readonly pause?: (ms: number) => Promise<unknown>;
}) {
  let waiting:
    (WaitingGroup<Group, Result> & { changes: number; outcome: PromiseWithResolvers<Result> }) | undefined;
  let inFlight: Promise<void> | undefined;
  /** The latest commit. */
  let last = { startedMs: -Infinity, changes: 0 };

  const pauseUnderLoad = async (): Promise<void> => {
    const pauseMs = PERIOD_MS - (clock.elapsedMs() - last.startedMs);
    if (pauseMs > 0) await pause(pauseMs);
  };

  const commitWaiting = async (): Promise<void> => {
    // setImmediate runs after all readable sockets were read, so that their calls join the group.
    await new Promise(setImmediate);
    if (last.changes >= CHANGES_UNDER_LOAD) await pauseUnderLoad();
    while (waiting !== undefined) {
      const { group, changes, outcome } = waiting;
      waiting = undefined;
      last = { startedMs: clock.elapsedMs(), changes };
      try {
        outcome.resolve(await commit(group));
      } catch (error) {
        outcome.reject(error);
      }
      if (waiting !== undefined) await pauseUnderLoad();
    }
    inFlight = undefined;
  };

  return {
    /** The group that is committed next. Add a change before you wait for anything, then wait for `committed`. */
    join: (): WaitingGroup<Group, Result> => {
      if (waiting === undefined) {
        const outcome = Promise.withResolvers<Result>();
        waiting = { group: createGroup(), committed: outcome.promise, changes: 0, outcome };
      }
      waiting.changes += 1;
      inFlight ??= commitWaiting();
      return waiting;
    },
    /** Resolves when nothing waits and nothing is in flight. */
    settled: async (): Promise<void> => inFlight,
  };
}
