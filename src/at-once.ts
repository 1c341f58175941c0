export type AtOnce = ReturnType<typeof createAtOnce>;

/** Gives the place back, or gives up the wait for one. May be called again. */
export type Leave = () => void;

/** How many of each key are under way at once. Those beyond wait in order of arrival; no key waits for another. */
export function createAtOnce() {
  /** Each of those that wait begins one. */
  const keys = new Map<string, { underWay: number; readonly waiting: Set<() => void> }>();

  return {
    isFull: (key: string, max: number): boolean => (keys.get(key)?.underWay ?? 0) >= max,
    /** Calls `onTurn` as soon as there is a place: in this very call, if there is. */
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
