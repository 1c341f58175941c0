// One call, from its key to its count: the order of the checks, and the reasons for this order.
import { create, type DescMethod } from "@bufbuild/protobuf";
import type { ServingStore } from "../accounts/serving-store.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { Clock } from "../clock.ts";
import { fault } from "../fault.ts";
import type { ServedMethod } from "../api/served-method.ts";
import type { Logger } from "../ops/logger.ts";
import type { Metrics } from "../ops/metrics.ts";
import type { OutageLog } from "../ops/outage-log.ts";
import type { Answer, AnswerCall, Call } from "./call.ts";
import { createPublicFault } from "./interceptors/faults.ts";
import { createKeyCheck, type FindCaller } from "./interceptors/key.ts";
import { createLimits } from "./interceptors/limits.ts";
import { createQuota } from "./interceptors/quota.ts";
import {
  createCallRestriction,
  createRequestCheck,
  refuseViolations,
  restrictPlace,
} from "./interceptors/request.ts";
import { createCountAccountCall } from "./interceptors/sla/count-account-call.ts";
import type { CheckedCall, OpenCall } from "./open-call.ts";
import { createReportedCall, type WhenOver } from "./reported-call.ts";

interface AnswerCallOptions {
  readonly methods: readonly ServedMethod<CheckedCall>[];
  readonly findCaller: FindCaller;
  readonly store: ServingStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Of the store. */
  readonly outage: OutageLog;
  /** Methods that are not counted. A method that is missing here is counted, so a forgotten one gives nothing away. */
  readonly freeMethods: ReadonlySet<DescMethod>;
  readonly plans: Plans;
  /** Origins of pages that may call with secret keys; `*` for all. */
  readonly corsOrigins: readonly string[];
  readonly recentCalls: { readonly note: WhenOver };
  /** Whether waiting calls are stuck behind the store. */
  readonly isStoreStalled: () => boolean;
  readonly callTimeoutMs: number;
  readonly support: string | undefined;
}

/** Answers calls that need a key. */
export function createAnswerCall(options: AnswerCallOptions): AnswerCall {
  const { methods, freeMethods } = options;
  const operations = new Map(methods.map(({ method, answer }) => [method, answer]));
  const checkRequest = createRequestCheck(methods.map(({ method }) => method));
  const restrictCall = createCallRestriction(options);
  const limits = createLimits(options);
  const quota = createQuota(options);

  /**
   * Every operation calls this after it has understood the request and before it works, because only the operation knows all
   * violations. Each step throws if it refuses the call.
   */
  const admit = (open: OpenCall, call: CheckedCall): void => {
    // 400 before 429: a request that makes no sense gets 400, even when the quota is used up.
    refuseViolations(call);
    restrictPlace(open, call);
    // The limit of calls at once comes before the quota, as it does for a message that is read late.
    limits.takePlace(open, call);
    if (!freeMethods.has(open.asked.method)) quota.look(call);
  };
  const checkKey = createKeyCheck({
    ...options,
    admission: { admit, explained: createPublicFault(options) },
  });

  /** Each step throws if it refuses the call. */
  const answer = async (open: OpenCall): Promise<Answer> => {
    const { method } = open.asked;
    const operation = operations.get(method);
    if (operation === undefined) throw notServed(open.asked);
    // 401 before 400: an unknown caller learns nothing about the request.
    const checked = checkKey(open);
    const call = checked instanceof Promise ? await checked : checked;
    open.throwIfOver();
    try {
      // What a key may do is checked right after the key.
      restrictCall(open, call);
      if (open.asked.read !== undefined) {
        limits.takePlace(open, call);
        await limits.boundReading(open, call.owner);
        await open.read();
      }
      // A counted method refuses violations in `admit`, together with those that its operation finds.
      call.violations = checkRequest(open.asked);
      const isFree = freeMethods.has(method);
      if (isFree) {
        refuseViolations(call);
        await limits.boundUncounted(open, call);
      }
      const fields = operation(open.asked.question, call);
      const message = create(method.output, fields instanceof Promise ? await fields : fields);
      // Last, because only answered calls are counted.
      if (isFree) quota.tellFree(call);
      else await quota.spend(open, call);
      return { message, headers: call.headers };
    } catch (error) {
      // A refusal that is held back does not count as a call in flight.
      open.leavePlace();
      await limits.boundRefusals(open, call.owner, error);
      throw error;
    }
  };

  const countAccountCall = createCountAccountCall(options);
  const whenOver: WhenOver = (open, outcome) => {
    countAccountCall(open, outcome);
    options.recentCalls.note(open, outcome);
  };
  return createReportedCall(answer, { ...options, whenOver });
}

/**
 * Answers the calls of a method that needs no key. Nothing here limits how often strangers call, so the method must cost no
 * more than the refusal of a call without a key.
 */
export function createAnswerKeyless(
  options: Pick<AnswerCallOptions, "clock" | "metrics" | "logger" | "callTimeoutMs"> & {
    readonly served: ServedMethod<undefined>;
  },
): AnswerCall {
  const { method, answer } = options.served;
  const checkRequest = createRequestCheck([method]);
  const answerKeyless = async ({ asked }: OpenCall): Promise<Answer> => {
    refuseViolations({ violations: checkRequest(asked) });
    return { message: create(method.output, await answer(asked.question, undefined)), headers: {} };
  };
  return createReportedCall(answerKeyless, { ...options, logFailuresOnly: true });
}

function notServed({ method }: Call) {
  const sentence = `${method.parent.typeName}/${method.name} is not served here.`;
  return fault({ reason: "UNKNOWN_PATH", sentence });
}
