import { ConnectError, type Interceptor } from "@connectrpc/connect";
import { codeName } from "../code-name.ts";
import type { Logger } from "../ops/logger.ts";
import { caller } from "./call-context.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

/**
 * One line a call: method, outcome, duration, request id, and whose call it was by account and key id. Never the key,
 * the query string or the message: where people play is their business.
 */
export function createLogInterceptor({ logger }: { logger: Logger }): Interceptor {
  return (next) => async (request) => {
    const startedAtMs = performance.now();
    let failure: unknown;
    try {
      return await next(request);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const who = request.contextValues.get(caller);
      logger.info(
        {
          method: request.method.name,
          code: outcome(failure),
          ms: Math.round((performance.now() - startedAtMs) * 100) / 100,
          request_id: request.header.get(REQUEST_ID_HEADER),
          account: who?.account.id,
          key: who?.keyId,
        },
        "call",
      );
    }
  };
}

function outcome(failure: unknown): string {
  if (failure === undefined) {
    return "ok";
  }
  return failure instanceof ConnectError ? codeName(failure.code) : "internal";
}
