const DAY_MS = 24 * 3_600_000;

/** Eight in the morning, UTC, two days from now: inside the horizon for as long as a run may last. */
export function slotStartMs(nowMs: number): number {
  return (Math.floor(nowMs / DAY_MS) + 2) * DAY_MS + 8 * 3_600_000;
}
