import { setTimeout as delay } from "node:timers/promises";

/** What is held back has to have an end too: those beyond are refused at once. */
const HELD_BACK_MAX = 1_000;

/** How long a refusal is held back: a budget that it went beyond has room again by then. */
export const HELD_BACK_SECONDS = 1;

export type HoldBack = (signal: AbortSignal) => Promise<void>;

/**
 * Waits before a refusal leaves. It costs nearly as much as an answer, and whoever sends the next call upon it would hold
 * up the others. It ends early for a caller who has left, or whose time is up: others tell them so.
 */
export function createHoldBack(): HoldBack {
  let heldBack = 0;
  return async (signal) => {
    if (heldBack >= HELD_BACK_MAX) return;
    heldBack += 1;
    await delay(HELD_BACK_SECONDS * 1_000, undefined, { signal }).catch(() => undefined);
    heldBack -= 1;
  };
}
