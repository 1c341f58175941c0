// A commit to disk costs the same for one change as for a hundred, so changes asked for together are committed together.

interface Waiting<Change, Result> {
  readonly change: Change;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommit<Change, Result> {
  /** Resolves once the group is committed. Rejects, like all of its group, when it is not: nothing was changed then. */
  add(change: Change): Promise<Result>;
  /** Commits at once what is waiting; for closing. */
  flush(): void;
}

/**
 * Gathers the changes of one turn of the event loop into one call of `commit`, which makes them in one transaction and
 * returns a result for each, in their order, after its commit; or throws after undoing all.
 */
export function createGroupCommit<Change, Result>({
  commit,
}: {
  readonly commit: (changes: readonly Change[]) => readonly Result[];
}): GroupCommit<Change, Result> {
  let waiting: Waiting<Change, Result>[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) {
      return;
    }
    try {
      const results = commit(group.map(({ change }) => change));
      for (const [position, result] of results.entries()) group[position]?.resolve(result);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return {
    add: (change) =>
      new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        // setImmediate runs after every socket that was readable has been read, so that its calls join the group.
        if (waiting.length === 1) {
          setImmediate(flush);
        }
      }),
    flush,
  };
}
