import { afterEach, beforeEach, vi } from "vitest";

/**
 * From here on, time passes for timers and `performance` only when a test moves it with `passMs`. The time of day is not
 * faked: see manual-clock.
 */
export function useTimersByHand(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Lets this much time pass for timers, and waits for what they do. */
export const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Resolves after all code that waits only for promises that are already settled. */
export const allSettled = () => new Promise((resolve) => setImmediate(resolve));
