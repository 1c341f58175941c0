import { ConnectError, type Interceptor, type StreamRequest, type UnaryRequest } from "@connectrpc/connect";
import { codeName } from "../code-name.ts";
import type { Logger } from "../ops/logger.ts";
import { caller } from "./call-context.ts";
import { isOverloadRefusal } from "../ops/overload-refusal.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

/**
 * One line a call: method, outcome, duration, request id, and whose call it was by account and key id. Never the key,
 * the query string or the message: where people play is their business.
 */
export function createLogInterceptor(options: {
  logger: Logger;
  /** For a sidecar: calls that were answered stand in the core's log. */
  failuresOnly?: boolean;
}): Interceptor {
  const { logger, failuresOnly = false } = options;
  return (next) => async (request) => {
    const startedAtMs = performance.now();
    try {
      const response = await next(request);
      if (!failuresOnly) {
        logger.info(callFields(request, "ok", startedAtMs), "call");
      }
      return response;
    } catch (error) {
      if (!isOverloadRefusal(error)) {
        const code = error instanceof ConnectError ? codeName(error.code) : "internal";
        logger.info(callFields(request, code, startedAtMs), "call");
      }
      throw error;
    }
  };
}

function callFields(request: UnaryRequest | StreamRequest, code: string, startedAtMs: number) {
  const who = request.contextValues.get(caller);
  return {
    method: request.method.name,
    code,
    ms: Math.round((performance.now() - startedAtMs) * 100) / 100,
    request_id: request.header.get(REQUEST_ID_HEADER),
    account: who?.account.id,
    key: who?.keyId,
  };
}
