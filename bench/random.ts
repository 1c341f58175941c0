/** Numbers above 0 and below 1: Marsaglia's xorshift of 32 bits (https://www.jstatsoft.org/article/view/v008i14). */
export function createRandom(seed: number): () => number {
  // A state of 0 would stay 0.
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
