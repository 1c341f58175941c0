/** Half a point rounds up; the 1e-9 absorbs binary noise, so that 79.49999999999999 is the 79.5 it stands for. */
export function roundedScore(raw: number): number {
  return Math.floor(raw + 0.5 + 1e-9);
}
