import type { CallResult } from "../../../ops/account-calls.ts";

/** What docs/sla.md promises, and the latency objective of docs/operations.md: a page that waits so long still feels alive. */
const LATE_AFTER_MS = 1_000;

/**
 * By how much a deadline of ours may seem shorter: a core's begins when the call has come to it from its sidecar, and ends with
 * the sidecar's.
 */
const DEADLINE_SLACK_MS = 500;

/** As `codeName` has them. */
const FAILURES: ReadonlySet<string> = new Set(["internal", "unknown", "unavailable", "data_loss"]);

/** What a call that is over is to whoever was promised something; undefined for a refusal, or one given up too soon to tell. */
export function callResult(options: {
  /** `ok`, `unavailable` … */
  readonly code: string;
  /** How long it took. */
  readonly ms: number;
  /** How long it might have taken, by our own setting. */
  readonly callTimeoutMs: number;
}): CallResult | undefined {
  const { code, ms, callTimeoutMs } = options;
  const isLate = ms > LATE_AFTER_MS;
  if (code === "ok") return isLate ? "late" : "good";
  if (FAILURES.has(code)) return "failed";
  if (code === "deadline_exceeded" && ms >= callTimeoutMs - DEADLINE_SLACK_MS) return "failed";
  // Whoever gave up after that long had been kept waiting, whatever the answer would have been.
  return isLate && (code === "canceled" || code === "deadline_exceeded") ? "late" : undefined;
}
