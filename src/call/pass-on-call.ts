// One call at a REST sidecar: the checks are its core's, but for what can be told without it.
import type { DescMethod, DescMethodUnary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { apiKeySha256 } from "../accounts/api-key.ts";
import type { Clock } from "../clock.ts";
import { fault, plainFault, reasonOf } from "../fault.ts";
import type { Logger } from "../ops/logger.ts";
import type { Metrics } from "../ops/metrics.ts";
import { createAskedCallers } from "./asked-callers.ts";
import type { AnswerCall, AskCore } from "./call.ts";
import { presentedKey } from "./interceptors/presented-key.ts";
import { createRefusalBound } from "./interceptors/refusal-bound.ts";
import { createRequestCheck, refuseViolations, type RequestCheck } from "./interceptors/request.ts";
import { createCountCoreFailure } from "./interceptors/sla/count-core-failure.ts";
import { traceCoreCall } from "./interceptors/trace.ts";
import type { OpenCall } from "./open-call.ts";
import { createToldCall } from "./told-call.ts";

/** A core that was restarted is back within seconds. */
const CORE_RETRY_SECONDS = 2;

export function createPassOnCall<Answered>(options: {
  readonly askCore: AskCore<Answered>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly methods: readonly DescMethod[];
  readonly freeMethods: ReadonlySet<DescMethod>;
  /** One of them that is good for every key. */
  readonly freeMethod: DescMethodUnary;
  readonly callTimeoutMs: number;
  readonly clock: Clock;
}): AnswerCall<Answered> {
  const { askCore, callTimeoutMs } = options;
  const checkRequest = createRequestCheck(options.methods);
  const askedCallers = createAskedCallers(options);
  const refusals = createRefusalBound(options);

  const explained = async <Result>(open: OpenCall, asking: Promise<Result>): Promise<Result> => {
    try {
      return await asking;
    } catch (error) {
      throw explainedFailure(error, open, checkRequest);
    }
  };

  const passOn = async (open: OpenCall): Promise<Answered> => {
    const { asked } = open;
    if (asked.unreadable !== undefined) throw asked.unreadable;
    if (asked.misread !== undefined) refuseViolations({ violations: checkRequest(asked) });
    const times = { timeoutMs: Math.min(asked.timeoutMs ?? Infinity, callTimeoutMs), signal: open.signal };
    return explained(
      open,
      traceCoreCall(asked, (traceHeaders) => askCore(asked, { ...times, traceHeaders })),
    );
  };

  /** What the core would bound, but that the message has to be read here. */
  const readAndPassOn = async (open: OpenCall, owner: string): Promise<Answered> => {
    const { asked } = open;
    try {
      await explained(open, askedCallers.check(asked));
      await refusals.boundReading(open, owner);
      await open.read();
      return await passOn(open);
    } catch (error) {
      askedCallers.noteRefusal(asked, error);
      await refusals.boundRefusals(open, owner, error);
      throw error;
    }
  };

  // What it cannot read it refuses itself, after a key that is missing or mistyped: 401 comes before 400.
  const answer = async (open: OpenCall): Promise<Answered> => {
    const key = presentedKey(open.asked);
    return open.asked.read === undefined ? passOn(open) : readAndPassOn(open, apiKeySha256(key));
  };

  return createToldCall(answer, {
    ...options,
    logFailuresOnly: true,
    whenOver: createCountCoreFailure(options),
  });
}

/**
 * The core explains its own refusals; what carries no reason is the connection's failure, and its words are not public.
 * A message too large to be sent breaks a rule that the core would name, so it is named here.
 */
function explainedFailure(error: unknown, open: OpenCall, checkRequest: RequestCheck): unknown {
  const reason = reasonOf(error);
  const isTooLarge = reason === "BODY_TOO_LARGE";
  if (isTooLarge) refuseViolations({ violations: checkRequest(open.asked) });
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
