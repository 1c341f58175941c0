// One call, from its key to its count: the order of the checks, and the reasons for this order.
import { create } from "@bufbuild/protobuf";
import type { ServingStore } from "../accounts/serving-store.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { Clock } from "../lib/time/clock.ts";
import { fault } from "../errors/fault.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { OutageLog } from "../observability/outage-log.ts";
import type { Answer, AnswerCall, Call } from "./call.ts";
import { createKeyCheck, type FindCaller } from "./interceptors/key.ts";
import { createAccountLimits } from "./interceptors/account-limits.ts";
import { createQuota } from "./interceptors/quota.ts";
import {
  createCallRestriction,
  createRequestCheck,
  type RequestCheck,
  restrictPlace,
} from "./interceptors/request.ts";
import type { OpenCall } from "./open-call.ts";
import type { ServedMethod, WhenCounted } from "./operation.ts";
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
  const { whenCounted, whenOver } = options;
  const methods = new Map(options.methods.map((served) => [served.method, served]));
  const checkKey = createKeyCheck(options);
  const restrictCall = createCallRestriction(options);
  const checkRequest = createRequestCheck([...methods.keys()]);
  const limits = createAccountLimits(options);
  const quota = createQuota(options);

  /** Each step throws if it refuses the call. */
  const answer = async <Body>(open: OpenCall<Body>): Promise<Answer<Body>> => {
    const { asked } = open;
    const served = methods.get(asked.method);
    if (served === undefined) throw notServed(asked);
    if (!served.needsKey) return answerAnybody(open, served, checkRequest);
    const { operation, counts } = served;

    // 401 before 400: an unknown caller learns nothing about the request.
    const checking = checkKey(open);
    const caller = checking instanceof Promise ? await checking : checking;
    open.throwIfOver();
    try {
      // What a key may do is checked right after the key.
      restrictCall(asked, caller);

      // The message, if its door has left it unread until the caller is known.
      if (asked.read !== undefined) {
        limits.takePlace(open, caller);
        await limits.boundReading(open, caller.owner);
        await open.read();
      }

      // Its rules, then what no rule can say. All violations are refused together.
      const reading = new RequestReading(checkRequest(asked));
      const asking = operation.read(asked.question, caller, reading);
      const question = asking instanceof Promise ? await asking : asking;
      // 400 before 429: a request that makes no sense gets 400, even when the quota is used up.
      reading.end();
      restrictPlace(asked, caller);
      if (!counts) await limits.boundUncounted(open, caller);
      // The limit of calls at once comes before the quota, as it does for a message that is read late.
      limits.takePlace(open, caller);
      if (counts) quota.refuseUsedUp(caller);

      const working = operation.answer(question, open);
      const { fields, headers, verdict, facts, used } = working instanceof Promise ? await working : working;
      // Before the count: an answer that cannot be written costs nothing.
      const message = create(asked.method.output, fields);
      const body = asked.writer.write({ message, headers }, asked.question);

      // Last, because only answered calls are counted.
      if (!counts) return { body, headers: Object.assign(headers, quota.left(caller, used)) };
      Object.assign(headers, await quota.spend(open, caller, verdict));
      if (facts !== undefined) for (const hear of whenCounted) hear(caller, facts);
      return { body, headers };
    } catch (error) {
      // A refusal that is held back does not count as a call in flight.
      open.leavePlace();
      await limits.boundRefusals(open, caller.owner, error);
      throw error;
    }
  };

  return createReportedCall(answer, {
    ...options,
    // Strangers may call a method without a key as often as they like, so the log has only its failures.
    isLogged: ({ asked }, error) => error !== undefined || methods.get(asked.method)?.needsKey === true,
    whenOver: (open, outcome) => {
      for (const hear of whenOver) hear(open, outcome);
    },
  });
}

/** Answers a method that needs no key. */
async function answerAnybody<Body>(
  open: OpenCall<Body>,
  { operation }: ServedMethod,
  checkRequest: RequestCheck,
): Promise<Answer<Body>> {
  const { asked } = open;
  const reading = new RequestReading(checkRequest(asked));
  const question = await operation.read(asked.question, undefined, reading);
  reading.end();
  const { fields, headers } = await operation.answer(question, open);
  const message = create(asked.method.output, fields);
  return { body: asked.writer.write({ message, headers }, asked.question), headers };
}

function notServed({ method }: Call) {
  const sentence = `${method.parent.typeName}/${method.name} is not served here.`;
  return fault({ reason: "UNKNOWN_PATH", sentence });
}
