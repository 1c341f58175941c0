/**
 * The bound of docs/sla.md and of the latency objective in docs/operations.md: a page that waits for a second still feels
 * alive.
 */
const LATE_AFTER_MS = 1_000;

/** A core's deadline begins later than its sidecar's but ends with it, so a call may end this much before our own limit. */
const DEADLINE_SLACK_MS = 500;

/** Codes as `codeName` writes them. */
const FAILURES: ReadonlySet<string> = new Set(["internal", "unknown", "unavailable", "data_loss"]);

/** Answered in time, answered late, or failed by our fault. */
export type CallResult = "good" | "late" | "failed";

/** The result of a finished call; undefined for a refusal, or a call cancelled too early to tell. */
export function callResult(options: {
  /** `ok`, `unavailable` … */
  readonly code: string;
  readonly ms: number;
  /** Our own limit; the caller's may be shorter. */
  readonly callTimeoutMs: number;
}): CallResult | undefined {
  const { code, ms, callTimeoutMs } = options;
  const isLate = ms > LATE_AFTER_MS;
  if (code === "ok") return isLate ? "late" : "good";
  if (FAILURES.has(code)) return "failed";
  if (code === "deadline_exceeded" && ms >= callTimeoutMs - DEADLINE_SLACK_MS) return "failed";
  // A caller that cancels after that long was kept waiting, whatever the answer would have been.
  return isLate && (code === "canceled" || code === "deadline_exceeded") ? "late" : undefined;
}
