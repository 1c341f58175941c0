// What is told of a call once it is over: metrics, a line of the log, and whether what was promised was kept.
import type { ConnectError } from "@connectrpc/connect";
import { codeName, reasonOf } from "../../fault.ts";
import type { Logger } from "../../ops/logger.ts";
import type { Metrics } from "../../ops/metrics.ts";
import type { OpenCall } from "../open-call.ts";

/** Told of every call once it is over: how it ended, and how long it took. */
export type WhenOver = (open: OpenCall, outcome: { readonly code: string; readonly ms: number }) => void;

export type Report = (open: OpenCall, error?: ConnectError) => void;

/**
 * Counts and times every call by method and outcome. Writes one line about it, unless a core refused it, whose log has it:
 * method, outcome and why, duration, request id, and whose call it was by account and key id. Never the key, the query
 * string or the message: where people play is their business. Labels come from descriptors and codes alone.
 */
export function createReport(options: {
  metrics: Metrics;
  logger: Logger;
  /** Where calls that were answered stand in another log, or in none. */
  logFailuresOnly?: boolean;
  whenOver?: WhenOver;
}): Report {
  const { metrics, logger, logFailuresOnly = false, whenOver } = options;
  return (open, error) => {
    const method = open.asked.method.name;
    const code = error === undefined ? "ok" : codeName(error.code);
    const ms = performance.now() - open.startedAtMs;
    metrics.calls.inc({ method, code });
    metrics.callSeconds.observe({ method }, ms / 1000);
    whenOver?.(open, { code, ms });
    const isLogged = error === undefined ? !logFailuresOnly : !open.isToldByCore;
    if (!isLogged) return;
    const caller = open.checked?.caller;
    const fields = {
      method,
      code,
      reason: error && reasonOf(error),
      ms: Math.round(ms * 100) / 100,
      request_id: open.asked.requestId,
      account: caller?.account.id,
      key: caller?.keyId,
    };
    logger.info(fields, "call");
  };
}
