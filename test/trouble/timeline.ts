// When which trouble was made, so that a failure can be told from what the trouble explains.
export type Trouble = "disk" | "provider" | "clock";

/**
 * How long a trouble is felt after it is over: a breaker tries again every 10 s, a place whose answer was unusable is left alone for
 * 15 s from the end of its fetch, and a store is back when it has answered.
 */
const FELT_MS: Readonly<Record<Trouble, number>> = { disk: 5_000, provider: 20_000, clock: 5_000 };

interface Spell {
  readonly trouble: Trouble;
  readonly what: string;
  readonly startMs: number;
  endMs: number;
}

export interface Timeline {
  begin(trouble: Trouble, what: string): void;
  /** Ends whatever there is of that trouble. */
  end(trouble: Trouble): void;
  /** Whether what began then may have been touched by that trouble. */
  explains(trouble: Trouble, sinceMs: number): boolean;
  /** The trouble there is, and what there was lately. */
  toString(): string;
}

const SPELLS_MAX = 20;

export function createTimeline(): Timeline {
  const spells: Spell[] = [];
  const startMs = Date.now();
  const at = (ms: number) => (ms === Infinity ? "now" : `${((ms - startMs) / 1000).toFixed(1)} s`);
  return {
    begin: (trouble, what) => {
      spells.push({ trouble, what, startMs: Date.now(), endMs: Infinity });
      spells.splice(0, spells.length - SPELLS_MAX);
    },
    end: (trouble) => {
      for (const spell of spells) {
        if (spell.trouble === trouble && spell.endMs === Infinity) spell.endMs = Date.now();
      }
    },
    explains: (trouble, sinceMs) =>
      spells.some((spell) => spell.trouble === trouble && spell.endMs + FELT_MS[trouble] >= sinceMs),
    toString: () =>
      spells
        .slice(-5)
        .map(({ what, startMs: from, endMs }) => `${what} from ${at(from)} to ${at(endMs)}`)
        .join("; ") || "no trouble yet",
  };
}
