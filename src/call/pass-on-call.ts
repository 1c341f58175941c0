// One call at a REST sidecar. The core checks everything that cannot be checked without it.
import type { DescMethod, Message } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { secretSha256 } from "../accounts/api-key.ts";
import type { Clock } from "../lib/time/clock.ts";
import { fault, type FieldViolation, invalidArgument, plainFault, reasonOf } from "../errors/fault.ts";
import type { Logger } from "../observability/logger.ts";
import type { LostCalls } from "../observability/lost-calls.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { OutageLog } from "../observability/outage-log.ts";
import type { CallerCheck } from "./caller-check.ts";
import type { Answer, JsonBody, MessageAnswer } from "./answer.ts";
import type { AskCore, CoreCall } from "./ask-core.ts";
import type { AnswerCall, Call } from "./call.ts";
import { type ItemsAlone, splitByItem, withBareItems } from "./items-alone.ts";
import { presentedKey } from "./interceptors/key.ts";
import { createRefusalBound } from "./interceptors/refusal-bound.ts";
import { createRequestCheck, refuseViolations, type RequestCheck } from "./interceptors/request.ts";
import { callResult } from "./interceptors/call-result.ts";
import { traceCoreCall } from "./interceptors/trace.ts";
import { createReportedCall, type WhenOver } from "./reported-call.ts";

/** A restarted core is back within seconds. */
const CORE_RETRY_SECONDS = 2;

interface PassOnOptions {
  readonly core: {
    readonly ask: AskCore;
    /** A core may answer with a message all the same. */
    readonly askForJson: AskCore<MessageAnswer | (JsonBody & Pick<MessageAnswer, "headers">)>;
  };
  readonly metrics: Metrics;
  readonly lostCalls: Pick<LostCalls, "note">;
  readonly logger: Logger;
  /** Of the core. */
  readonly outage: OutageLog;
  readonly methods: readonly DescMethod[];
  readonly freeMethods: ReadonlySet<DescMethod>;
  readonly itemsAlone: ReadonlyMap<DescMethod, ItemsAlone>;
  readonly callerCheck: CallerCheck;
  readonly callTimeoutMs: number;
  readonly clock: Clock;
}

export function createPassOnCall(options: PassOnOptions): AnswerCall {
  const { core, callerCheck, callTimeoutMs, itemsAlone } = options;
  const checkRequest = createRequestCheck(options.methods);
  const refusals = createRefusalBound(options);

  const explained = <Result>(call: Call, asking: Promise<Result>): Promise<Result> =>
    asking.catch((error: unknown) => {
      throw explainedFailure(error, call, checkRequest);
    });

  const passOn = async <Body>(call: Call<Body>): Promise<Answer<Body>> => {
    const { method, head, request, writer } = call;
    const { write, fromJson } = writer;
    const { message } = request;
    if (request.unreadable !== undefined) throw request.unreadable;
    const misread = request.misread && checkRequest(method, request);
    const asked = {
      ...questionOf(method, message, { misread, alone: itemsAlone.get(method) }),
      method,
      head,
    };
    const times = { timeoutMs: Math.min(call.timeoutMs, callTimeoutMs), signal: call.signal };
    const ask = fromJson === undefined ? core.ask : core.askForJson;
    const asking = traceCoreCall(method, (traceHeaders) => ask(asked, { ...times, traceHeaders }));
    const answer = await explained(
      call,
      asking.catch((error: unknown) => {
        call.isReportedByCore = isReportedByCore(error, call);
        throw error;
      }),
    );
    const { headers } = answer;
    const isWritten = "json" in answer && fromJson !== undefined;
    return { body: isWritten ? fromJson(answer) : write(answer as MessageAnswer, message), headers };
  };

  /** The core limits calls, but it cannot limit reading this message, which happens here. */
  const readAndPassOn = async <Body>(call: Call<Body>, owner: string): Promise<Answer<Body>> => {
    try {
      // The core hears of the caller, and not of this call, which is therefore logged here if it is refused.
      await explained(call, callerCheck.check(call.head, call.method));
      await refusals.boundReading(call, owner);
      await call.read();
      return await passOn(call).catch((error: unknown) => {
        // Only here: a refusal that is cached already must not be cached for longer.
        callerCheck.noteRefusal(call.head, call.method, error);
        throw error;
      });
    } catch (error) {
      await refusals.boundRefusals(call, owner, error);
      throw error;
    }
  };

  // The sidecar refuses what it cannot read, but only after a missing or malformed key: 401 comes before 400.
  const answer = async <Body>(call: Call<Body>): Promise<Answer<Body>> => {
    const key = presentedKey(call.head);
    const { refusal } = call;
    if (refusal !== undefined) await explained(call, Promise.reject(refusal.reason));
    return call.request.read === undefined ? passOn(call) : readAndPassOn(call, secretSha256(key));
  };

  return createReportedCall(answer, {
    ...options,
    // The core logs what it answers and what it refuses.
    isLogged: (call, error) => error !== undefined && !call.isReportedByCore,
    whenOver: createNoteLostCall(options),
  });
}

/** The message for the core, which answers for items that could not be read. Everything else is refused here. */
function questionOf(
  method: DescMethod,
  message: Message,
  {
    misread = [],
    alone,
  }: { readonly misread?: readonly FieldViolation[] | undefined; readonly alone: ItemsAlone | undefined },
): Pick<CoreCall, "message" | "misread"> {
  if (misread.length === 0) return { message };
  if (alone === undefined) throw invalidArgument(misread);
  const { ofRequest, others, ofItems } = splitByItem(misread, alone);
  if (ofRequest.length > 0) throw invalidArgument([...ofRequest, ...others]);
  return { message: withBareItems(method, message, alone, new Set(ofItems.keys())), misread };
}

/**
 * Notes failures between this sidecar and its core, which no core can count. If the core answered too late, it has counted
 * the call as well: twice is better than never.
 */
function createNoteLostCall({
  freeMethods,
  callTimeoutMs,
  lostCalls,
}: Pick<PassOnOptions, "freeMethods" | "callTimeoutMs" | "lostCalls">): WhenOver {
  return ({ method, isReportedByCore }, { code, ms }) => {
    if (freeMethods.has(method) || isReportedByCore) return;
    if (callResult({ code, ms, callTimeoutMs }) === "failed") lostCalls.note();
  };
}

/**
 * Whether the core has logged this failure, and counted it for the SLA. A message that is too large to be sent never reached the
 * core.
 */
function isReportedByCore(error: unknown, call: Call): boolean {
  const reason = reasonOf(error);
  // A deadline that passed here has a reason too.
  return reason !== undefined && reason !== "BODY_TOO_LARGE" && call.over === undefined;
}

/**
 * The core explains its own refusals. An error without a reason is a failure of the connection, and its message is not
 * public. A message too large to be sent breaks a rule that the core would name, so the rule is named here.
 */
function explainedFailure(error: unknown, call: Call, checkRequest: RequestCheck): unknown {
  const reason = reasonOf(error);
  if (reason === "BODY_TOO_LARGE") refuseViolations(checkRequest(call.method, call.request));
  // The error of a call that has ended is reported to nobody.
  if (!(error instanceof ConnectError) || reason !== undefined || call.over !== undefined) return error;
  if (error.code === Code.DeadlineExceeded) return plainFault("DEADLINE_EXCEEDED", error);
  return fault({
    sentence: "The service cannot answer at the moment. Try again in a few seconds.",
    reason: "CORE_UNAVAILABLE",
    retryAfterSeconds: CORE_RETRY_SECONDS,
    cause: error,
  });
}
