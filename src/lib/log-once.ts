// Keeps repeated log lines few. Each function returns one that says whether a line is due; its caller writes the line.
import { LRUCache } from "lru-cache";
import type { Clock } from "./time/clock.ts";

/** Nothing that is logged has so many keys, unless somebody floods it. */
const KEYS_MAX = 100;

/** At most one line in `everyMs`. Returns the sum of all counts since the last line if a line is due, otherwise 0. */
export function atMostEvery(clock: Clock, everyMs: number): (count?: number) => number {
  let unlogged = 0;
  let loggedAtMs = -Infinity;
  return (count = 1) => {
    unlogged += count;
    const nowMs = clock.elapsedMs();
    if (nowMs - loggedAtMs < everyMs) return 0;
    const due = unlogged;
    unlogged = 0;
    loggedAtMs = nowMs;
    return due;
  };
}

/** The same for each key. Of more than a hundred keys, the one that was used longest ago is forgotten. */
export function atMostEveryForEach<Key extends string>(clock: Clock, everyMs: number): (key: Key) => number {
  const dueOf = new LRUCache<Key, () => number>({
    max: KEYS_MAX,
    memoMethod: () => atMostEvery(clock, everyMs),
  });
  return (key) => dueOf.memo(key)();
}

/** One line for each key, and none for the keys after the first hundred. */
export function onceForEach<Key>(): (key: Key) => boolean {
  const logged = new Set<Key>();
  return (key) => {
    if (logged.has(key) || logged.size >= KEYS_MAX) return false;
    logged.add(key);
    return true;
  };
}

/** A line when the value is not the one before; the first is compared with `initial`. */
export function whenChanged<Value>(initial: Value): (value: Value) => boolean {
  let last = initial;
  return (value) => {
    if (value === last) return false;
    last = value;
    return true;
  };
}
