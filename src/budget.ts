import type { Clock } from "./clock.ts";

export type Budget = ReturnType<typeof createBudget>;

/** A budget that fills again with time, and is reckoned in it: whole milliseconds, unlike parts of places. Full at first. */
export function createBudget(clock: Clock) {
  /** Until it is full again. */
  let owedMs = 0;
  let atMs = clock.nowMs();
  return {
    /** Takes so much, unless more than `fullMs` would be owed; how long until it can be taken, 0 when it was. */
    take(costMs: number, fullMs: number): number {
      const nowMs = clock.nowMs();
      // A clock that was set back gives nothing, and goes on from there.
      owedMs = Math.max(0, owedMs - Math.max(0, nowMs - atMs));
      atMs = nowMs;
      // Sums of parts may differ from the whole by less than this.
      const tooMuchMs = owedMs + costMs - fullMs;
      if (tooMuchMs > 0.001) return tooMuchMs;
      owedMs += costMs;
      return 0;
    },
    giveBack(costMs: number): void {
      owedMs = Math.max(0, owedMs - costMs);
    },
  };
}
