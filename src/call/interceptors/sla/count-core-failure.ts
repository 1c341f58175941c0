// Counts what fails between a sidecar and its core, which no core can count.
import type { DescMethod } from "@bufbuild/protobuf";
import type { Metrics } from "../../../ops/metrics.ts";
import type { WhenOver } from "../report.ts";
import { callResult } from "./call-result.ts";

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
  return ({ asked, isToldByCore }, { code, ms }) => {
    if (freeMethods.has(asked.method) || isToldByCore) return;
    if (callResult({ code, ms, callTimeoutMs }) === "failed") metrics.accountCalls.countUnknown();
  };
}
