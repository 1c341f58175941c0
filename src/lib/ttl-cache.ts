import { LRUCache } from "lru-cache";
import type { Clock } from "./time/clock.ts";

/**
 * A bounded cache whose entries live for `ttlMs` of elapsed time, or for the `ttl` (whole milliseconds) that `set` gives one.
 * Beyond `max` entries, the least recently used is dropped.
 */
export function createTtlCache<Value extends {}>({
  clock,
  max,
  ttlMs,
}: {
  readonly clock: Clock;
  readonly max: number;
  readonly ttlMs: number;
}): LRUCache<string, Value> {
  return new LRUCache({
    // As createGrowingLru.
    maxSize: max,
    sizeCalculation: () => 1,
    ttl: ttlMs,
    // Otherwise the time is read at most once a millisecond, and a timer is set each time.
    ttlResolution: 0,
    perf: { now: () => clock.elapsedMs() },
  });
}
