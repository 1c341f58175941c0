import {
  Code,
  ConnectError,
  type Interceptor,
  type StreamRequest,
  type UnaryRequest,
} from "@connectrpc/connect";
import { codeName, reasonOf } from "../fault.ts";
import type { Logger } from "../ops/logger.ts";
import type { Metrics } from "../ops/metrics.ts";
import { isOverloadRefusal } from "../ops/overload-refusal.ts";
import { REQUEST_ID_HEADER } from "../request-id.ts";
import { checkedCall } from "./checked-call.ts";

/** Told of every call once it is over: how it ended, and how long it took. */
export type WhenOver = (
  request: Pick<UnaryRequest | StreamRequest, "method" | "header" | "contextValues">,
  outcome: { readonly code: string; readonly ms: number },
) => void;

/**
 * Counts and times every call by method and outcome. Writes one line about it, unless a core refused it for overload:
 * method, outcome and why, duration, request id, and whose call it was by account and key id. Never the key, the query string or the message: where people play is
 * their business. Labels come from descriptors and codes alone.
 */
export function createReportInterceptor(options: {
  metrics: Metrics;
  logger: Logger;
  /** For a sidecar: calls that were answered stand in the core's log. */
  logFailuresOnly?: boolean;
  whenOver?: WhenOver;
}): Interceptor {
  const { metrics, logger, logFailuresOnly = false, whenOver } = options;

  return (next) => async (request) => {
    const method = request.method.name;
    const startedAtMs = performance.now();
    let code = "ok";
    let reason: string | undefined;
    let isLogged = !logFailuresOnly;
    try {
      return await next(request);
    } catch (error) {
      code = codeName(error instanceof ConnectError ? error.code : Code.Internal);
      reason = reasonOf(error);
      isLogged = !isOverloadRefusal(error);
      throw error;
    } finally {
      const ms = performance.now() - startedAtMs;
      metrics.calls.inc({ method, code });
      metrics.callSeconds.observe({ method }, ms / 1000);
      whenOver?.(request, { code, ms });
      if (isLogged) logger.info(logFields(request, { code, reason, ms }), "call");
    }
  };
}

function logFields(
  request: UnaryRequest | StreamRequest,
  { code, reason, ms }: { code: string; reason: string | undefined; ms: number },
) {
  const caller = request.contextValues.get(checkedCall)?.caller;
  return {
    method: request.method.name,
    code,
    reason,
    ms: Math.round(ms * 100) / 100,
    request_id: request.header.get(REQUEST_ID_HEADER),
    account: caller?.account.id,
    key: caller?.keyId,
  };
}
