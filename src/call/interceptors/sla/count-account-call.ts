// Counts calls that are over by account, where the checks are: every door's call passes them, a sidecar's too.
import type { DescMethod } from "@bufbuild/protobuf";
import type { Account } from "../../../accounts/account.ts";
import { apiKeySha256 } from "../../../accounts/api-key.ts";
import type { CachedCallers } from "../../../accounts/cached-callers.ts";
import type { Plans } from "../../../accounts/plans/plans.ts";
import type { Metrics } from "../../../ops/metrics.ts";
import type { CallerClaim } from "../../call.ts";
import { isWellFormed, presentedKey } from "../presented-key.ts";
import type { WhenOver } from "../report.ts";
import { callResult } from "./call-result.ts";

export function createCountAccountCall(options: {
  readonly metrics: Pick<Metrics, "accountCalls">;
  readonly store: Pick<CachedCallers, "lastKnownCaller">;
  readonly plans: Plans;
  /** What is not counted is not promised either. */
  readonly freeMethods: ReadonlySet<DescMethod>;
  readonly callTimeoutMs: number;
}): WhenOver {
  const { metrics, store, plans, freeMethods, callTimeoutMs } = options;
  const { accountCalls } = metrics;

  /** While the store is away nobody can say whose a key is, but most callers have been here before. */
  const lastKnownAccount = (claim: CallerClaim): Account | undefined =>
    store.lastKnownCaller(apiKeySha256(presentedKey(claim)))?.account;

  return ({ asked, checked }, { code, ms }) => {
    if (freeMethods.has(asked.method)) return;
    const result = callResult({ code, ms, callTimeoutMs });
    if (result === undefined) return;
    let account = checked?.caller.account;
    if (account === undefined) {
      // Nobody's: whoever sends no key that could be one would have been refused.
      if (result !== "failed" || !isWellFormed(asked.key)) return;
      account = lastKnownAccount(asked);
    }
    if (account === undefined) accountCalls.countUnknown();
    else if (plans.of(account).includes.sla) accountCalls.count(account.id, result);
    else accountCalls.countOther(result);
  };
}
