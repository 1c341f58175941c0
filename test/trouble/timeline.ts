// Records which trouble there was at which time, to know which failures it explains.
import { setTimeout as sleep } from "node:timers/promises";

export type Trouble = "disk" | "provider" | "clock" | "machine";

/**
 * How long a trouble is felt after it is over. A breaker tries again every 10 s. A place whose answer was unusable is not
 * fetched again for 15 s from the end of its fetch. A store is back when it has answered. A late machine may make answers
 * of the provider too late.
 */
const FELT_MS: Readonly<Record<Trouble, number>> = {
  disk: 5_000,
  provider: 20_000,
  clock: 5_000,
  machine: 20_000,
};

/** A late machine is reported only when it is no longer late; this is how long to wait for the report. */
const NEWS_MS = 2_000;

interface Spell {
  readonly trouble: Trouble;
  readonly what: string;
  readonly startMs: number;
  endMs: number;
}

export type Timeline = ReturnType<typeof createTimeline>;

const SPELLS_MAX = 20;

export function createTimeline() {
  const spells: Spell[] = [];
  const startMs = Date.now();
  const at = (ms: number) => (ms === Infinity ? "now" : `${((ms - startMs) / 1000).toFixed(1)} s`);
  const add = (spell: Spell) => {
    spells.push(spell);
    spells.splice(0, spells.length - SPELLS_MAX);
  };
  return {
    begin: (trouble: Trouble, what: string) => add({ trouble, what, startMs: Date.now(), endMs: Infinity }),
    /** Adds a trouble that is known only after it is over. */
    note: (trouble: Trouble, what: string, ms: number) =>
      add({ trouble, what, startMs: Date.now() - ms, endMs: Date.now() }),
    /** Ends that trouble, if there is any. */
    end: (trouble: Trouble) => {
      for (const spell of spells) {
        if (spell.trouble === trouble && spell.endMs === Infinity) spell.endMs = Date.now();
      }
    },
    /** Whether one of these troubles may have affected something that began at `sinceMs`. */
    explains: async (troubles: readonly Trouble[], sinceMs: number) => {
      const isFelt = () =>
        spells.some(
          ({ trouble, endMs }) => troubles.includes(trouble) && endMs + FELT_MS[trouble] >= sinceMs,
        );
      if (isFelt()) return true;
      await sleep(NEWS_MS);
      return isFelt();
    },
    /** The last five troubles. */
    toString: () =>
      spells
        .slice(-5)
        .map(({ what, startMs: from, endMs }) => `${what} from ${at(from)} to ${at(endMs)}`)
        .join("; ") || "no trouble yet",
  };
}
