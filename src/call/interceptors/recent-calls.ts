// What became of the calls of late, for everybody to know: neither how many there were nor whose.
import type { DescMethod } from "@bufbuild/protobuf";
import { type Clock, MINUTE_MS } from "../../clock.ts";
import type { WhenOver } from "./report.ts";
import { callResult } from "./sla/call-result.ts";

/** For so long what became of a call says how the service is. */
const RECENT_MS = 5 * MINUTE_MS;

/** `failed` and `refused`: none was answered. */
export type RecentCallsOutcome = "none" | "answered" | "refused" | "failed";

export interface RecentCalls {
  readonly note: WhenOver;
  outcome(): RecentCallsOutcome;
}

export function createRecentCalls(options: {
  readonly clock: Clock;
  /** They need neither weather nor a quota, and say nothing of what does. */
  readonly freeMethods: ReadonlySet<DescMethod>;
  readonly callTimeoutMs: number;
}): RecentCalls {
  const { clock, freeMethods, callTimeoutMs } = options;
  const last = { answered: -Infinity, failed: -Infinity, refused: -Infinity };
  return {
    note: ({ asked, checked }, { code, ms }) => {
      if (freeMethods.has(asked.method)) return;
      const nowMs = clock.nowMs();
      if (code === "ok") last.answered = nowMs;
      else if (callResult({ code, ms, callTimeoutMs }) === "failed") last.failed = nowMs;
      // Of strangers anybody could send some.
      else if (checked !== undefined && code !== "canceled") last.refused = nowMs;
    },
    outcome: () => {
      const nowMs = clock.nowMs();
      const found = (["answered", "failed", "refused"] as const).find(
        (each) => nowMs - last[each] < RECENT_MS,
      );
      return found ?? "none";
    },
  };
}
