import { afterEach, beforeEach, vi } from "vitest";

/** From here on time passes for timers only when a test moves it, with `passMs`. Not the time of day: see manual-clock. */
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

/** Ends after everything that only waits for promises already settled. */
export const allSettled = () => new Promise((resolve) => setImmediate(resolve));
