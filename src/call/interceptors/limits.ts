// How much an account may ask at once, how often what is not counted, and how fast it is refused.
import { type Caller, shareOwner } from "../../accounts/key.ts";
import type { Plan } from "../../accounts/plans/plan.ts";
import { createAtOnce, type Leave } from "../../at-once.ts";
import type { Clock } from "../../clock.ts";
import { fault } from "../../fault.ts";
import { createLimiter } from "../../limiter.ts";
import type { Metrics } from "../../ops/metrics.ts";
import { LIMITS } from "../limits.ts";
import type { OpenCall } from "../open-call.ts";
import { storeUnavailable } from "./faults.ts";
import type { CheckedCall } from "../checked-call.ts";
import { createHoldBack, createRefusalBound, HELD_BACK_SECONDS } from "./refusal-bound.ts";

export interface Limits {
  /**
   * Bounds how often an account is answered what no quota bounds, whatever its plan. The bound on calls at once does not:
   * such a call is over within a turn of the event loop. A refusal is held back for as long as it asks its caller to wait.
   */
  boundUncounted(open: OpenCall, call: CheckedCall): Promise<void> | undefined;
  /**
   * Bounds how many calls of one account this process works on at once, so that one customer cannot starve the rest. Like
   * the quota it is looked at when the request is known to make sense (400 before 429). While it is the store that holds the
   * account's calls, one too many is not its fault, and told so. What it returns gives the place back, if one was taken: a
   * call that is over early gives it back by itself. A message that has yet to be read is read within them.
   */
  boundAtOnce(open: OpenCall, call: CheckedCall): () => void;
  /** Holds back the reading of a message whose account is refused too fast already: what it says may be refused too. */
  boundReading(open: OpenCall, call: CheckedCall): Promise<void> | undefined;
  /**
   * Bounds how fast an account is refused, whatever its plan: nothing else does, as a refusal is neither counted nor a call
   * at once. One beyond is told what it would have been told, after being held back.
   */
  boundRefusals(open: OpenCall, call: CheckedCall, error: unknown): Promise<void> | undefined;
}

/** Calls under way are over within the deadline; most take milliseconds. */
const AT_ONCE_RETRY_SECONDS = 1;

export function createLimits({
  clock,
  metrics,
  isStoreStalled,
}: {
  clock: Clock;
  metrics: Metrics;
  /** Whether calls wait for the store that would be over by now. */
  isStoreStalled: () => boolean;
}): Limits {
  const holdBack = createHoldBack();
  const uncounted = createLimiter({ clock });
  const refusals = createRefusalBound({ clock, metrics, holdBack });
  const atOnce = createAtOnce();

  return {
    boundUncounted: (open, { caller }) => {
      if (uncounted.take(shareOwner(caller), LIMITS.uncounted.max) === 0) return undefined;
      metrics.throttled.inc({ reason: "uncounted_calls" });
      return holdBack(open).then(() => {
        throw tooManyUncounted();
      });
    },
    boundAtOnce: (open, { caller, plan, admissionChecks }) => {
      let leave: Leave | undefined;
      const enter = () => {
        const owner = shareOwner(caller);
        if (atOnce.isFull(owner, plan.concurrentCalls)) {
          // Those that wait for the store say in the log what is wrong with it, once each.
          if (isStoreStalled()) throw storeUnavailable();
          metrics.throttled.inc({ reason: "concurrency" });
          throw tooManyAtOnce(caller, plan);
        }
        leave = atOnce.enter(owner, plan.concurrentCalls, () => undefined);
        // It gives its place back, whatever still goes on for it here.
        open.whenOver(leave);
      };
      if (open.asked.read === undefined) admissionChecks.push(enter);
      else enter();
      return () => leave?.();
    },
    boundReading: (open, { caller }) => refusals.boundReading(open, shareOwner(caller)),
    boundRefusals: (open, { caller }, error) => refusals.boundRefusals(open, shareOwner(caller), error),
  };
}

function tooManyUncounted() {
  const { max, reason } = LIMITS.uncounted;
  const { count, burst } = max;
  const sentence = `Calls that are not counted, such as this one, are answered ${count} times a second to an account, after ${burst} at once. Wait a second, and ask less often.`;
  return fault({
    sentence,
    reason,
    quota: { subject: "calls that are not counted", description: sentence },
    retryAfterSeconds: HELD_BACK_SECONDS,
  });
}

function tooManyAtOnce({ restrictions }: Caller, { title, concurrentCalls: limit }: Plan) {
  const sentence =
    restrictions === undefined
      ? `More than ${limit} calls of this account are under way, the limit of the ${title} plan. Wait for answers before sending more.`
      : `More than ${limit} calls with this publishable API key are under way. Wait for answers before sending more.`;
  return fault({
    sentence,
    reason: LIMITS.callsAtOnce.reason,
    quota: { subject: "calls at once", description: sentence },
    retryAfterSeconds: AT_ONCE_RETRY_SECONDS,
  });
}
