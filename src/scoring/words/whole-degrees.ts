/**
 * Degrees for a sentence: half up, never "-0", and from the one decimal that answers carry, so that a reader who
 * rounds the 21.5 beside the sentence finds the 22 in it.
 */
export function wholeDegrees(tempC: number): number {
  return Math.floor(Math.round(tempC * 10) / 10 + 0.5);
}
