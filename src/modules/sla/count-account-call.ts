// Counts finished calls by account. All doors' calls pass here, a sidecar's too.
import type { DescMethod } from "@bufbuild/protobuf";
import { secretSha256, isWellFormedApiKey } from "../../accounts/api-key.ts";
import type { ServingStore } from "../../accounts/serving-store.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { WhenOver } from "../../call/reported-call.ts";
import { callResult } from "../../call/interceptors/call-result.ts";

export function createCountAccountCall(options: {
  readonly metrics: Pick<Metrics, "accountCalls">;
  readonly store: Pick<ServingStore, "lastKnownCaller">;
  readonly plans: Plans;
  /** The SLA covers only counted calls. */
  readonly freeMethods: ReadonlySet<DescMethod>;
  readonly callTimeoutMs: number;
}): WhenOver {
  const { metrics, store, plans, freeMethods, callTimeoutMs } = options;
  const { accountCalls } = metrics;
  return ({ asked, caller, heldBackMs }, { code, ms }) => {
    if (freeMethods.has(asked.method)) return;
    // A caller whose refusals we slow down must not make us late.
    const result = callResult({ code, ms: ms - heldBackMs, callTimeoutMs });
    if (result === undefined) return;
    let account = caller?.account;
    if (account === undefined) {
      const { key = "" } = asked;
      // A call without a well-formed key would have been refused anyway.
      if (result !== "failed" || !isWellFormedApiKey(key)) return;
      // While the store is away, the owner of a key is unknown; but most callers were here before.
      account = store.lastKnownCaller(secretSha256(key))?.account;
    }
    if (account === undefined) accountCalls.countUnknown();
    else if (plans.of(account).includes.sla) accountCalls.count(account.id, result);
    else accountCalls.countOther(result);
  };
}
