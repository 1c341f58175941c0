export type AtOnce = ReturnType<typeof createAtOnce>;

/** Ends the turn, or the wait for it. May be called more than once. */
export type Leave = () => void;

/** Limits how many turns of each key run at once. Further ones wait in order of arrival; keys do not wait for each other. */
export function createAtOnce() {
  /** `waiting` has the callback of each waiting turn. */
  const keys = new Map<string, { underWay: number; readonly waiting: Set<() => void> }>();

  return {
    isFull: (key: string, max: number): boolean => (keys.get(key)?.underWay ?? 0) >= max,
    /** Calls `onTurn` when the turn begins; before this returns if fewer than `max` run now. */
    enter(key: string, max: number, onTurn: () => void): Leave {
      const entry = keys.get(key) ?? { underWay: 0, waiting: new Set() };
      keys.set(key, entry);
      const begin = () => {
        entry.waiting.delete(begin);
        entry.underWay += 1;
        onTurn();
      };
      let isOver = false;
      if (entry.underWay < max) begin();
      else entry.waiting.add(begin);
      return () => {
        if (isOver) return;
        isOver = true;
        if (entry.waiting.delete(begin)) return;
        entry.underWay -= 1;
        const [next] = entry.waiting;
        if (next !== undefined) next();
        else if (entry.underWay === 0) keys.delete(key);
      };
    },
  };
}
