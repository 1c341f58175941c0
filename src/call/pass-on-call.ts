// One call at a REST sidecar: the checks are its core's, but for what can be told without it.
import type { DescMethod } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { fault, plainFault, reasonOf } from "../fault.ts";
import type { Logger } from "../ops/logger.ts";
import type { Metrics } from "../ops/metrics.ts";
import type { Answer, AnswerCall, Call } from "./call.ts";
import { presentedKey } from "./interceptors/presented-key.ts";
import { createRequestCheck } from "./interceptors/request.ts";
import { createCountCoreFailure } from "./interceptors/sla/count-core-failure.ts";
import { traceCoreCall } from "./interceptors/trace.ts";
import type { OpenCall } from "./open-call.ts";
import { createToldCall } from "./told-call.ts";

/** A core that was restarted is back within seconds. */
const CORE_RETRY_SECONDS = 2;

/** Asks a core. What it did not say itself, as it cannot be reached for instance, is a ConnectError without a reason. */
export type AskCore = (
  call: Pick<Call, "method" | "question" | "key" | "origin" | "requestId" | "address">,
  options: {
    /** Of the trace that it belongs to. */
    readonly traceHeaders: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
) => Promise<Answer>;

export function createPassOnCall(options: {
  readonly askCore: AskCore;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly methods: readonly DescMethod[];
  readonly freeMethods: ReadonlySet<DescMethod>;
  readonly callTimeoutMs: number;
}): AnswerCall {
  const { askCore, callTimeoutMs } = options;
  const checkRequest = createRequestCheck(options.methods);

  const passOn = async (open: OpenCall): Promise<Answer> => {
    const { asked } = open;
    const { timeoutMs = Infinity } = asked;
    // What it cannot read it refuses itself, after a key that is missing or mistyped: 401 comes before 400.
    presentedKey(asked.key);
    if (asked.unreadable !== undefined) throw asked.unreadable;
    const times = { timeoutMs: Math.min(timeoutMs, callTimeoutMs), signal: open.signal };
    try {
      return await traceCoreCall(asked, (traceHeaders) => askCore(asked, { ...times, traceHeaders }));
    } catch (error) {
      throw explainedFailure(error, open, checkRequest);
    }
  };

  return createToldCall(passOn, {
    ...options,
    logFailuresOnly: true,
    whenOver: createCountCoreFailure(options),
  });
}

/**
 * The core explains its own refusals; what carries no reason is the connection's failure, and its words are not public.
 * A message too large to be sent breaks a rule that the core would name, so it is named here.
 */
function explainedFailure(error: unknown, open: OpenCall, checkRequest: (call: Call) => void): unknown {
  const reason = reasonOf(error);
  const isTooLarge = reason === "BODY_TOO_LARGE";
  if (isTooLarge) checkRequest(open.asked);
  // A deadline that has passed here has a reason too.
  open.isToldByCore = reason !== undefined && !isTooLarge && open.over === undefined;
  if (!(error instanceof ConnectError) || reason !== undefined) return error;
  return error.code === Code.DeadlineExceeded
    ? plainFault("DEADLINE_EXCEEDED", error)
    : coreUnavailable(error);
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
