export type AtOnce = ReturnType<typeof createAtOnce>;

/** Ends the turn, or the wait for it. May be called more than once. */
export type Leave = () => void;

interface Turns {
  underWay: number;
  /** In order of arrival. */
  readonly waiting: Set<{ readonly onTurn: () => void }>;
}

/** Limits how many turns of each key run at once. Further turns wait in order of arrival; keys are independent. */
export function createAtOnce() {
  const keys = new Map<string, Turns>();

  return {
    isFull: (key: string, max: number): boolean => (keys.get(key)?.underWay ?? 0) >= max,
    /** Calls `onTurn` when the turn begins: before `enter` returns if fewer than `max` turns run now. */
    enter(key: string, max: number, onTurn: () => void): Leave {
      const turns: Turns = keys.get(key) ?? { underWay: 0, waiting: new Set() };
      keys.set(key, turns);
      const turn = { onTurn };
      let isOver = false;
      if (turns.underWay >= max) turns.waiting.add(turn);
      else {
        turns.underWay += 1;
        onTurn();
      }
      return () => {
        if (isOver) return;
        isOver = true;
        if (turns.waiting.delete(turn)) return;
        const [next] = turns.waiting;
        if (next !== undefined) {
          // The next turn begins as this one ends, so `underWay` stays.
          turns.waiting.delete(next);
          next.onTurn();
          return;
        }
        turns.underWay -= 1;
        if (turns.underWay === 0) keys.delete(key);
      };
    },
  };
}
