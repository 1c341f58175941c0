/**
 * Fills runs of at most `maxHours` NaN between two known values, in place and linearly. Longer runs and those at either
 * end stay: what lies beyond the last known value is not known.
 */
export function bridgeGaps(values: Float32Array, maxHours: number): void {
  let left = -1;
  for (let right = 0; right < values.length; right++) {
    const end = values[right] ?? Number.NaN;
    if (Number.isNaN(end)) continue;
    const gap = right - left - 1;
    if (left >= 0 && gap > 0 && gap <= maxHours) {
      const start = values[left] ?? Number.NaN;
      for (let step = 1; step <= gap; step++)
        values[left + step] = start + ((end - start) * step) / (gap + 1);
    }
    left = right;
  }
}
