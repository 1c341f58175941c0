// The outcome of recent calls, for the public status: neither how many there were nor whose.
import type { DescMethod } from "@bufbuild/protobuf";
import { type Clock, MINUTE_MS } from "../../lib/time/clock.ts";
import type { WhenOver } from "../reported-call.ts";
import { callResult } from "./call-result.ts";

const RECENT_MS = 5 * MINUTE_MS;

export function createRecentCalls(options: {
  readonly clock: Clock;
  /** They need neither weather nor a quota, so they say nothing about those. */
  readonly freeMethods: ReadonlySet<DescMethod>;
  readonly callTimeoutMs: number;
}) {
  const { clock, freeMethods, callTimeoutMs } = options;
  const last = { answered: -Infinity, failed: -Infinity, refused: -Infinity };
  const note: WhenOver = ({ method, caller }, { code, ms }) => {
    if (freeMethods.has(method)) return;
    const nowMs = clock.elapsedMs();
    if (code === "ok") last.answered = nowMs;
    else if (callResult({ code, ms, callTimeoutMs }) === "failed") last.failed = nowMs;
    // Only calls with a good key: anybody could send bad ones.
    else if (caller !== undefined && code !== "canceled") last.refused = nowMs;
  };
  return {
    note,
    /** `failed` and `refused` mean that no recent call was answered. */
    outcome() {
      const nowMs = clock.elapsedMs();
      const outcomes = ["answered", "failed", "refused"] as const;
      return outcomes.find((each) => nowMs - last[each] < RECENT_MS) ?? "none";
    },
  };
}
