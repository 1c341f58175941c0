// Counts finished calls by account. All doors' calls pass here, a sidecar's too.
import { secretSha256, isWellFormedApiKey } from "../../accounts/api-key.ts";
import { UNCOUNTED_METHODS } from "../../api/methods.ts";
import type { CallListener } from "../../app/module.ts";
import { callResult } from "../../call/interceptors/call-result.ts";
import type { ProcessParts } from "../../observability/process-parts.ts";
import { createAccountCalls } from "./account-calls.ts";

export function createAccountCallListener({ metrics }: Pick<ProcessParts, "metrics">): CallListener {
  const accountCalls = createAccountCalls([metrics.registry]);
  return {
    whenLost: accountCalls.countUnknown,
    whenOver:
      ({ store, plans, callTimeoutMs }) =>
      ({ method, head, caller, heldBackMs }, { code, ms }) => {
        // The SLA covers only counted calls.
        if (UNCOUNTED_METHODS.has(method)) return;
        // A caller whose refusals we slow down must not make us late.
        const result = callResult({ code, ms: ms - heldBackMs, callTimeoutMs });
        if (result === undefined) return;
        let account = caller?.account;
        if (account === undefined) {
          const { key = "" } = head;
          // A call without a well-formed key would have been refused anyway.
          if (result !== "failed" || !isWellFormedApiKey(key)) return;
          // While the store is away, the owner of a key is unknown; but most callers were here before.
          account = store.lastCachedCaller(secretSha256(key))?.account;
        }
        if (account === undefined) accountCalls.countUnknown(1);
        else if (plans.of(account).includes.sla) accountCalls.count(account.id, result);
        else accountCalls.countOther(result);
      },
  };
}
