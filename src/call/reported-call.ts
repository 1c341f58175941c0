// What every call has wherever it is answered: a deadline, a trace, and a report at its end.
import type { ConnectError } from "@connectrpc/connect";
import { SpanKind } from "@opentelemetry/api";
import { type Clock, systemClock } from "../lib/time/clock.ts";
import { codeName, reasonOf } from "../errors/fault.ts";
import { createCallLine } from "../observability/call-line.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { OutageLog } from "../observability/outage-log.ts";
import { contextFromHeaders } from "../observability/trace/headers.ts";
import { runInContext, startSpan } from "../observability/trace/traced.ts";
import type { Answer } from "./answer.ts";
import type { AnswerCall, Call } from "./call.ts";
import { createPublicFault } from "./interceptors/faults.ts";
import { callSpan, setOutcome } from "./interceptors/trace.ts";
import { createEndInTime } from "./end-in-time.ts";

/** Called when a call has ended, with its outcome and duration in ms. */
export type WhenOver = (call: Call, outcome: { readonly code: string; readonly ms: number }) => void;

interface ReportOptions {
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Of what the calls need: the store or the core. */
  readonly outage?: OutageLog;
  /** Whether the log gets a line about an ended call; by default it does. */
  readonly isLogged?: (call: Call, error: ConnectError | undefined) => boolean;
  readonly whenOver?: WhenOver;
}

/** Runs a call within its deadline and its trace, reports its outcome, and makes its failures readable for its caller. */
export function createReportedCall(
  work: <Body>(call: Call<Body>) => Promise<Answer<Body>>,
  options: ReportOptions & {
    readonly clock: Clock;
    readonly callTimeoutMs: number;
    readonly support?: string | undefined;
  },
): AnswerCall {
  const endInTime = createEndInTime(options);
  const publicFault = createPublicFault(options);
  const report = createReport(options);
  return (call) => {
    const { span, current } = startSpan(
      callSpan(call.method, SpanKind.SERVER, contextFromHeaders(call.head)),
    );
    const end = (error?: ConnectError): void => {
      setOutcome(span, SpanKind.SERVER, error);
      span.end();
      try {
        report(call, error);
      } catch (err) {
        // What hears of calls must not cost a caller its answer.
        options.logger.error({ request_id: call.requestId, err }, "reporting a call failed because of a bug");
      }
    };
    // Outermost: everything counted, logged or fetched during a call belongs to its trace.
    return runInContext(current, () =>
      endInTime(call, work).then(
        (answer) => {
          end();
          return answer;
        },
        (thrown: unknown) => {
          const error = publicFault(thrown, call.requestId);
          end(error);
          throw error;
        },
      ),
    );
  };
}

/**
 * Counts and times every call by method and outcome, and logs one line: method, outcome, reason, duration, request id,
 * account and key id. It never logs the key, the query string or the message, because where people play is private. Labels
 * come only from descriptors and codes.
 */
function createReport({ metrics, logger, outage, isLogged, whenOver }: ReportOptions) {
  const logAnswered = createCallLine(logger);
  return (call: Call, error?: ConnectError): void => {
    const method = call.method.name;
    const code = error === undefined ? "ok" : codeName(error.code);
    const ms = systemClock.elapsedMs() - call.startedAtMs;
    metrics.calls.inc(method, code);
    metrics.callSeconds.observe(ms / 1000, method);
    whenOver?.(call, { code, ms });
    if (isLogged?.(call, error) === false) return;
    const reason = error && reasonOf(error);
    outage?.noteRefusal(reason);
    const { caller } = call;
    const fields = {
      method,
      code,
      reason,
      ms: Math.round(ms * 100) / 100,
      request_id: call.requestId,
      account: caller?.account.id,
      key: caller?.keyId,
      operator: call.operator,
    };
    if (error === undefined) logAnswered(fields);
    else logger.info(fields, "call");
  };
}
