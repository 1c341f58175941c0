// Repeatable random choices: the seed determines all choices, but not their times.
export type Random = ReturnType<typeof createRandom>;

/** mulberry32: small, and good enough for choices. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0 up to, but not including, 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from `min` to `max`. */
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T;
  return { next, between, pick };
}
