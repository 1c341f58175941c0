/**
 * Stateless value noise: a point always has the same value, neighbours have nearly the same, and points two units apart
 * along an axis are independent. Mean 0, standard deviation 1 everywhere: without dividing by the root of the squared
 * weights, points between lattice points would be calmer.
 * `seed` is an integer, one for each independent field; `point` has any number of coordinates within ±2^31.
 */
export function smoothNoise(seed: number, point: readonly number[]): number {
  // The corners of the cell around the point. Each axis makes two of each corner so far: below and above the point.
  const hashes = [seed];
  const weights = [1];
  for (const coordinate of point) {
    const cell = Math.floor(coordinate);
    const fade = smoothStep(coordinate - cell);
    for (let corner = 0, corners = hashes.length; corner < corners; corner++) {
      const hash = hashes[corner] ?? 0;
      const weight = weights[corner] ?? 0;
      hashes[corner] = mix(hash, cell);
      hashes.push(mix(hash, cell + 1));
      weights[corner] = weight * (1 - fade);
      weights.push(weight * fade);
    }
  }
  let sum = 0;
  let squares = 0;
  for (let corner = 0; corner < hashes.length; corner++) {
    const weight = weights[corner] ?? 0;
    sum += weight * ((hashes[corner] ?? 0) / 2 ** 32);
    squares += weight * weight;
  }
  // `sum` is around 1/2, and the variance of a uniform number in 0..1 is 1/12. The weights add up to 1.
  return (sum - 0.5) / Math.sqrt(squares / 12);
}

function smoothStep(x: number): number {
  return x * x * (3 - 2 * x);
}

/** One round of MurmurHash3 (public domain) with its finaliser: 32 bits, as an unsigned number. */
function mix(hash: number, value: number): number {
  let h = hash ^ Math.imul(value, 0xcc9e2d51);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
