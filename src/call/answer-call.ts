// One call, from its key to its count: the order of the checks, and the reasons for this order.
import type { ServingStore } from "../accounts/serving-store.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { Clock } from "../lib/time/clock.ts";
import { fault } from "../errors/fault.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { OutageLog } from "../observability/outage-log.ts";
import type { Answer } from "./answer.ts";
import type { AnswerCall, Call } from "./call.ts";
import { createKeyCheck, type FindCaller } from "./interceptors/key.ts";
import { createAccountLimits } from "./interceptors/account-limits.ts";
import { createQuota } from "./interceptors/quota.ts";
import {
  createCallRestriction,
  createRequestCheck,
  type RequestCheck,
  restrictPlace,
} from "./interceptors/request.ts";
import type { CheckedCaller, Fact, ServedMethod, WhenCounted } from "./operation.ts";
import { createReportedCall, type WhenOver } from "./reported-call.ts";
import { RequestReading } from "./request-reading.ts";

interface AnswerCallOptions {
  readonly methods: readonly ServedMethod[];
  readonly findCaller: FindCaller;
  readonly store: ServingStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Of the store. */
  readonly outage: OutageLog;
  readonly plans: Plans;
  /** Origins of pages that may call with secret keys; `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Who hears of each call that was counted. */
  readonly whenCounted: readonly WhenCounted[];
  /** Who hears of each call that is over, counted or not. */
  readonly whenOver: readonly WhenOver[];
  /** Whether waiting calls are stuck behind the store. */
  readonly isStoreStalled: () => boolean;
  readonly callTimeoutMs: number;
  readonly support: string | undefined;
}

export function createAnswerCall(options: AnswerCallOptions): AnswerCall {
  const { whenOver } = options;
  const tellCounted = createTellCounted(options);
  const methods = new Map(options.methods.map((served) => [served.method, served]));
  const checkKey = createKeyCheck(options);
  const restrictCall = createCallRestriction(options);
  const checkRequest = createRequestCheck([...methods.keys()]);
  const limits = createAccountLimits(options);
  const quota = createQuota(options);

  /** Each step throws if it refuses the call. */
  const answer = async <Body>(call: Call<Body>): Promise<Answer<Body>> => {
    const { method } = call;
    const served = methods.get(method);
    if (served === undefined) throw notServed(call);
    if (served.access === "public") return answerAnybody(call, served, checkRequest);
    const { operation } = served;
    const isCounted = served.access === "counted";

    // 401 before 400: an unknown caller learns nothing about the request. Refusals up to here are no account's, so they are not
    // bounded as those of accounts are; the throttle of an address bounds wrong keys.
    const checking = checkKey(call);
    const caller = checking instanceof Promise ? await checking : checking;
    call.throwIfOver();
    try {
      // Needs the head alone, so a caller that may not do this does not have its message read.
      restrictCall(call, caller);

      // The message, if its door has left it unread until the caller is known.
      if (call.request.read !== undefined) {
        limits.takePermit(call, caller);
        await limits.boundReading(call, caller.owner);
        await call.read();
      }

      // Its rules, then what no rule can say. All violations are refused together.
      const reading = new RequestReading(checkRequest(method, call.request));
      const read = operation.read(call.request.message, caller, reading);
      const question = read instanceof Promise ? await read : read;
      // 400 before 429: a request that makes no sense gets 400, even when the quota is used up.
      reading.end();
      restrictPlace(call, caller);
      if (!isCounted) await limits.boundUncounted(call, caller);
      // Work for a caller that has left would not be limited by its permit.
      call.throwIfOver();
      // Unless the call has one already, for the reading of its message. Before the quota: too many calls at once are to be
      // told apart from a quota that they would use up.
      limits.takePermit(call, caller);
      if (isCounted) quota.refuseUsedUp(caller);

      const work = operation.answer(question, call);
      const { fields, headers, verdict, facts, usedOfMonth } = work instanceof Promise ? await work : work;
      // Before the count: an answer that cannot be written costs nothing.
      const body = call.write(fields, headers);

      if (!isCounted) return { body, headers: { ...headers, ...quota.left(caller, usedOfMonth) } };
      // Last, so that only a call with its answer ready is counted.
      const left = await quota.spend(call, caller, verdict);
      if (facts !== undefined) tellCounted(call, caller, facts);
      return { body, headers: { ...headers, ...left } };
    } catch (error) {
      // A refusal that is held back does not count as a call in flight.
      call.returnPermit();
      await limits.boundRefusals(call, caller.owner, error);
      throw error;
    }
  };

  return createReportedCall(answer, {
    ...options,
    // Strangers may call a method without a key as often as they like, so the log leaves out its answers.
    isLogged: ({ method }, error) => error !== undefined || methods.get(method)?.access !== "public",
    whenOver: (call, outcome) => {
      for (const hear of whenOver) hear(call, outcome);
    },
  });
}

/** The call has its answer and is counted, so a bug of a listener must not cost it the answer. */
function createTellCounted({ whenCounted, logger }: Pick<AnswerCallOptions, "whenCounted" | "logger">) {
  return (call: Call, caller: CheckedCaller, facts: readonly Fact[]): void => {
    for (const hear of whenCounted) {
      try {
        hear(caller, facts);
      } catch (err) {
        const fields = { request_id: call.requestId, err };
        logger.error(fields, "a listener to counted calls failed because of a bug");
      }
    }
  };
}

/** Answers a method that needs no key. */
async function answerAnybody<Body>(
  call: Call<Body>,
  { operation }: ServedMethod,
  checkRequest: RequestCheck,
): Promise<Answer<Body>> {
  if (call.request.read !== undefined) await call.read();
  const reading = new RequestReading(checkRequest(call.method, call.request));
  const question = await operation.read(call.request.message, undefined, reading);
  reading.end();
  const { fields, headers } = await operation.answer(question, call);
  return { body: call.write(fields, headers), headers };
}

function notServed({ method }: Call) {
  const sentence = `${method.parent.typeName}/${method.name} is not served here.`;
  return fault({ reason: "UNKNOWN_PATH", sentence });
}
