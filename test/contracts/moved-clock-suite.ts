// What lasts for a while in a process, while its time of day is moved.
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/lib/time/clock.ts";
import { createManualClock, type ManualClock } from "../support/fakes/manual-clock.ts";

/** What it is, how long it lasts, and what begins it and returns what tells whether it still lasts. */
export type Duration = readonly [string, number, (clock: ManualClock) => Promise<() => unknown>];

/** Whether some work needs no new answer of what it asks. */
export async function unasked(work: () => unknown, timesAsked: () => number): Promise<boolean> {
  const before = timesAsked();
  await work();
  return timesAsked() === before;
}

const MOVES = [
  { when: "a machine is suspended over a month's end", byMs: HOUR_MS },
  { when: "a clock is set forward by a year", byMs: 365 * DAY_MS },
  { when: "a clock is set back by an hour", byMs: -HOUR_MS },
  { when: "a clock is set back by a year", byMs: -365 * DAY_MS },
];

export function itLastsWhateverTheClock(durations: readonly Duration[]): void {
  describe.each(MOVES)("when $when", ({ byMs }) => {
    it.each(durations)("lasts as long as it would have: %s", async (_what, lastsMs, begin) => {
      const clock = createManualClock("2026-11-30T23:30:00Z");
      const lasts = await begin(clock);
      clock.moveWall(byMs);
      clock.moveElapsed(lastsMs - 1);
      expect(await lasts()).toBe(true);
      clock.moveElapsed(2);
      expect(await lasts()).toBe(false);
    });
  });
}
