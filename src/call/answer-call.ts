// One call, from its key to its count: the order of the checks, and the reason for each place.
import type { DescMethod } from "@bufbuild/protobuf";
import type { CachedCallers } from "../accounts/cached-callers.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { Clock } from "../clock.ts";
import { fault } from "../fault.ts";
import type { ServedMethod } from "../operations/served-method.ts";
import type { Logger } from "../ops/logger.ts";
import type { Metrics } from "../ops/metrics.ts";
import type { Answer, AnswerCall, Call } from "./call.ts";
import type { CheckedCall } from "./checked-call.ts";
import { createKeyCheck, type FindCaller } from "./interceptors/key.ts";
import { createLimits } from "./interceptors/limits.ts";
import { createQuota } from "./interceptors/quota.ts";
import type { RecentCalls } from "./interceptors/recent-calls.ts";
import type { WhenOver } from "./interceptors/report.ts";
import { createRequestCheck, refuseViolations, restrictCall } from "./interceptors/request.ts";
import { createCountAccountCall } from "./interceptors/sla/count-account-call.ts";
import type { OpenCall } from "./open-call.ts";
import { createToldCall } from "./told-call.ts";

export interface AnswerCallOptions {
  readonly methods: readonly ServedMethod<CheckedCall>[];
  readonly findCaller: FindCaller;
  readonly store: CachedCallers;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Methods that are not counted. One that is missing here is counted, so forgetting it gives nothing away. */
  readonly freeMethods: ReadonlySet<DescMethod>;
  readonly plans: Plans;
  readonly recentCalls: Pick<RecentCalls, "note">;
  /** Whether calls wait for the store that would be over by now. */
  readonly isStoreStalled: () => boolean;
  /** How long a call may take. */
  readonly callTimeoutMs: number;
  /** Where to ask for help, if anywhere. */
  readonly support: string | undefined;
}

/** Answers calls that need a key, by what answers their methods. */
export function createAnswerCall(options: AnswerCallOptions): AnswerCall {
  const { methods, freeMethods } = options;
  const answers = new Map(methods.map(({ method, answer }) => [method, answer]));
  const checkKey = createKeyCheck(options);
  const checkRequest = createRequestCheck(methods.map(({ method }) => method));
  const limits = createLimits(options);
  const quota = createQuota(options);

  /** Each step throws what its caller is refused with. */
  const answer = async (open: OpenCall): Promise<Answer> => {
    const { method } = open.asked;
    const operation = answers.get(method);
    if (operation === undefined) throw notServed(open.asked);
    // 401 before 400: who calls comes before what was said.
    const checked = checkKey(open);
    const call = checked instanceof Promise ? await checked : checked;
    open.throwIfOver();
    let leaveAtOnce: (() => void) | undefined;
    try {
      // Which operations a key is good for is part of who calls.
      restrictCall(open, call);
      // A call too many at once is told so before a used-up quota. Both are looked at when the operation has understood the
      // request and calls `admit`.
      leaveAtOnce = limits.boundAtOnce(open, call);
      if (open.asked.read !== undefined) {
        await limits.boundReading(open, call);
        await open.read();
      }
      // 400 before 429: a request that makes no sense is told so even when the quota is used up.
      call.violations = checkRequest(open.asked);
      const isFree = freeMethods.has(method);
      // What is counted finds more wrong with it first, to tell all at once.
      if (isFree) refuseViolations(call);
      if (isFree) await limits.boundUncounted(open, call);
      if (!isFree) quota.look(call);
      const message = await operation(open.asked.question, call);
      // Last, as it spends only when there is an answer.
      if (isFree) quota.tellFree(call);
      else await quota.spend(open, call);
      return { message, headers: call.headers };
    } catch (error) {
      // What is held back takes no place among the calls at once.
      leaveAtOnce?.();
      await limits.boundRefusals(open, call, error);
      throw error;
    }
  };

  const countAccountCall = createCountAccountCall(options);
  const whenOver: WhenOver = (open, outcome) => {
    countAccountCall(open, outcome);
    options.recentCalls.note(open, outcome);
  };
  return createToldCall(answer, { ...options, whenOver });
}

/**
 * Answers calls that need no key. Nothing here bounds how often a stranger asks: what it leads to must cost no more than the
 * refusal of a call without a key.
 */
export function createAnswerKeyless(
  options: Pick<AnswerCallOptions, "metrics" | "logger" | "callTimeoutMs"> & {
    readonly served: ServedMethod<undefined>;
  },
): AnswerCall {
  const { method, answer } = options.served;
  const checkRequest = createRequestCheck([method]);
  const answerKeyless = async ({ asked }: OpenCall): Promise<Answer> => {
    refuseViolations({ violations: checkRequest(asked) });
    return { message: await answer(asked.question, undefined), headers: {} };
  };
  return createToldCall(answerKeyless, { ...options, logFailuresOnly: true });
}

function notServed({ method }: Call) {
  const sentence = `${method.parent.typeName}/${method.name} is not served here.`;
  return fault({ reason: "UNKNOWN_PATH", sentence });
}
