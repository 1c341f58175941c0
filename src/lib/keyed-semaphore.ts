export type KeyedSemaphore = ReturnType<typeof createKeyedSemaphore>;

/** Gives the permit back, or ends the wait for it. May be called more than once. */
export type Release = () => void;

interface Permits {
  held: number;
  /** In order of arrival. */
  readonly waiting: Set<{ readonly onAcquired: () => void }>;
}

/** A semaphore for each key. Whoever finds no permit waits, in order of arrival; keys are independent. */
export function createKeyedSemaphore() {
  const keys = new Map<string, Permits>();

  return {
    isFull: (key: string, max: number): boolean => (keys.get(key)?.held ?? 0) >= max,
    /** Calls `onAcquired` when there is a permit: if fewer than `max` are held now, before `acquire` returns. */
    acquire(key: string, max: number, onAcquired: () => void): Release {
      const permits: Permits = keys.get(key) ?? { held: 0, waiting: new Set() };
      keys.set(key, permits);
      const permit = { onAcquired };
      let isReleased = false;
      if (permits.held >= max) permits.waiting.add(permit);
      else {
        permits.held += 1;
        onAcquired();
      }
      return () => {
        if (isReleased) return;
        isReleased = true;
        if (permits.waiting.delete(permit)) return;
        const [next] = permits.waiting;
        if (next !== undefined) {
          // The next takes this permit over, so `held` stays.
          permits.waiting.delete(next);
          next.onAcquired();
          return;
        }
        permits.held -= 1;
        if (permits.held === 0) keys.delete(key);
      };
    },
  };
}
