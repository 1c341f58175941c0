/** Reads a column or a curve; outside of it nothing is known, so NaN. */
export function valueAt(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN;
}
