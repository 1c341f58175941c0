// Why the Redis of shared forecasts is away, for whoever operates it: calls go on, so nothing else tells of a wrong password.
import { MINUTE_MS } from "../../../clock.ts";

/** While it is away every fetch fails in the same way; nobody waits for it, so that now and then is enough. */
const SILENT_MS = 10 * MINUTE_MS;

/** Each reason goes out when it is met first, and not again for ten minutes. */
export function createAwayReports(
  onAway: (reason: string) => void = () => undefined,
): (error: unknown) => void {
  const toldAtMs = new Map<string, number>();
  return (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    const nowMs = performance.now();
    for (const [told, atMs] of toldAtMs) if (nowMs - atMs >= SILENT_MS) toldAtMs.delete(told);
    if (toldAtMs.has(reason)) return;
    toldAtMs.set(reason, nowMs);
    onAway(reason);
  };
}
