// The checks of a REST sidecar: only what it can tell without its core.
import type { DescMethod } from "@bufbuild/protobuf";
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { fault, plainFault, reasonOf } from "../fault.ts";
import type { Logger } from "../ops/logger.ts";
import type { Metrics } from "../ops/metrics.ts";
import { unreadable } from "./door-context.ts";
import { createFaultsInterceptor } from "./faults.ts";
import { answerInTime } from "./in-time.ts";
import { presentedKey } from "./authenticate/presented-key.ts";
import { createReportInterceptor } from "./report.ts";
import { createCountCoreFailure, isToldByCore } from "./sla/count-core-failure.ts";
import { traceCall, traceCoreCall } from "./trace.ts";
import { createValidateInterceptor } from "./validate.ts";

/** A core that was restarted is back within seconds. */
const CORE_RETRY_SECONDS = 2;

/** The first is the outermost. */
export function createSidecarInterceptors(options: {
  metrics: Metrics;
  logger: Logger;
  methods: readonly DescMethod[];
  freeMethods: ReadonlySet<DescMethod>;
  callTimeoutMs: number;
}): Interceptor[] {
  return [
    traceCall,
    createReportInterceptor({ ...options, logFailuresOnly: true, whenOver: createCountCoreFailure(options) }),
    createFaultsInterceptor(options),
    answerInTime,
    refuseLocally,
    createExplainCoreFailure(options.methods),
    // Innermost: nothing but the core's own part of the call.
    traceCoreCall,
  ];
}

/** What the sidecar cannot read it refuses itself, after a key that is missing or mistyped: 401 comes before 400. */
const refuseLocally: Interceptor = (next) => async (request) => {
  presentedKey(request.header);
  const readError = request.contextValues.get(unreadable);
  if (readError !== undefined) {
    throw readError;
  }
  return next(request);
};

/**
 * The core explains its own refusals; what carries no reason is the connection's failure, and its words are not public.
 * A message too large to be sent breaks a rule that the core would name, so it is named here.
 */
function createExplainCoreFailure(methods: readonly DescMethod[]): Interceptor {
  const validate = createValidateInterceptor(methods);
  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === "BODY_TOO_LARGE") return validate(() => Promise.reject(error))(request);
      // A deadline that has passed here has a reason too.
      if (reason !== undefined && !request.signal.aborted) request.contextValues.set(isToldByCore, true);
      if (!(error instanceof ConnectError) || reason !== undefined) throw error;
      throw error.code === Code.DeadlineExceeded
        ? plainFault("DEADLINE_EXCEEDED", error)
        : coreUnavailable(error);
    }
  };
}

function coreUnavailable(cause: ConnectError) {
  return cause.code === Code.Canceled
    ? cause
    : fault({
        sentence: "The service cannot answer at the moment. Try again in a few seconds.",
        reason: "CORE_UNAVAILABLE",
        retryAfterSeconds: CORE_RETRY_SECONDS,
        cause,
      });
}
