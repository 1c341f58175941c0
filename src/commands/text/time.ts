/** `2026-11-21T14:00:00Z` */
export function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, "Z");
}
