// The ages of the forecasts behind recent answers.
import { HOUR_MS, type Clock } from "../lib/time/clock.ts";

/** Enough that ten answers are above the 99th percentile; 16 kB. */
const ANSWERS_MAX = 1_024;

export type RecentAges = ReturnType<typeof createRecentAges>;

export function createRecentAges({ clock }: { readonly clock: Clock }) {
  const ages = new Float64Array(ANSWERS_MAX);
  const notedMs = new Float64Array(ANSWERS_MAX).fill(-Infinity);
  let next = 0;
  return {
    note(ageSeconds: number): void {
      // A forecast may be dated a little ahead of our clock.
      ages[next] = Math.max(0, ageSeconds);
      notedMs[next] = clock.elapsedMs();
      next = (next + 1) % ANSWERS_MAX;
    },
    /** For answers of the last hour, at most the last 1,024; undefined if there were none. */
    quantiles(): { readonly p50Seconds: number; readonly p99Seconds: number } | undefined {
      const sinceMs = clock.elapsedMs() - HOUR_MS;
      const recent = ages.filter((_age, i) => (notedMs[i] ?? 0) >= sinceMs).sort();
      const atMost = (share: number) => recent[Math.ceil(recent.length * share) - 1];
      const [p50Seconds, p99Seconds] = [atMost(0.5), atMost(0.99)];
      return p50Seconds === undefined || p99Seconds === undefined ? undefined : { p50Seconds, p99Seconds };
    },
  };
}
