// Counts what fails between a sidecar and its core, which no core can count.
import { createContextKey } from "@connectrpc/connect";
import type { DescMethod } from "@bufbuild/protobuf";
import type { Metrics } from "../../ops/metrics.ts";
import type { WhenOver } from "../report.ts";
import { callResult } from "./call-result.ts";

/** Whether the call's failure is the core's own: it has been counted there, with its account. */
export const isToldByCore = createContextKey(false, {
  description: "whether the core said how the call ended",
});

/**
 * A sidecar does not know accounts, so these are nobody's and everybody's. A core that lives and answers too late has counted
 * the call as well: better twice than not at all.
 */
export function createCountCoreFailure(options: {
  readonly metrics: Pick<Metrics, "accountCalls">;
  readonly freeMethods: ReadonlySet<DescMethod>;
  readonly callTimeoutMs: number;
}): WhenOver {
  const { metrics, freeMethods, callTimeoutMs } = options;
  return ({ method, contextValues }, { code, ms }) => {
    if (freeMethods.has(method) || contextValues.get(isToldByCore)) return;
    if (callResult({ code, ms, callTimeoutMs }) === "failed") metrics.accountCalls.countUnknown();
  };
}
