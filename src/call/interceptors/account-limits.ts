// Limits of an account: calls at once, free calls a second, refusals a second.
import { createKeyedSemaphore } from "../../lib/keyed-semaphore.ts";
import type { Clock } from "../../lib/time/clock.ts";
import { fault } from "../../errors/fault.ts";
import { createTokenBuckets } from "../../lib/token-bucket.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../call.ts";
import type { CheckedCaller } from "../operation.ts";
import { storeUnavailable } from "./faults.ts";
import { createRefusalBound, HELD_BACK_SECONDS } from "./refusal-bound.ts";

/** Calls in flight end within the deadline; most take milliseconds. */
const AT_ONCE_RETRY_SECONDS = 1;

export function createAccountLimits({
  clock,
  metrics,
  isStoreStalled,
}: {
  clock: Clock;
  metrics: Metrics;
  isStoreStalled: () => boolean;
}) {
  const uncounted = createTokenBuckets({ clock });
  const refusals = createRefusalBound({ clock, metrics });
  const atOnce = createKeyedSemaphore();

  return {
    /**
     * Rate limit for calls that no quota counts, on every plan. The limit of calls at once hardly bounds them, because most
     * end within a turn of the event loop. A refusal is held back for its Retry-After.
     */
    boundUncounted(call: Call, { owner }: CheckedCaller): Promise<void> | undefined {
      if (uncounted.take(owner, LIMITS.uncounted.max) === 0) return undefined;
      metrics.throttled.inc({ reason: "uncounted_calls" });
      return refusals.holdBack(call).then(() => {
        throw tooManyUncounted();
      });
    },
    /**
     * Limits the calls of one account that this process works on at once, so that one customer cannot starve the rest. A call
     * takes its permit when its request is known to make sense (400 before 429), or earlier if its message is still to be read.
     * If the calls are stuck behind the store, the excess call gets STORE_UNAVAILABLE instead.
     */
    takePermit(call: Call, caller: CheckedCaller): void {
      if (call.hasPermit) return;
      const { owner, plan } = caller;
      if (atOnce.isFull(owner, plan.concurrentCalls)) {
        // If it stays so, the calls that wait for the store end with its failure.
        if (isStoreStalled()) throw storeUnavailable();
        metrics.throttled.inc({ reason: "concurrency" });
        throw tooManyAtOnce(caller);
      }
      call.takePermit(atOnce.acquire(owner, plan.concurrentCalls, () => undefined));
    },
    boundReading: refusals.boundReading,
    boundRefusals: refusals.boundRefusals,
  };
}

function tooManyUncounted() {
  const { max, reason } = LIMITS.uncounted;
  const { count, burst } = max;
  const sentence = `An account may make ${burst} uncounted calls such as this one at once, then ${count} a second. Wait a second, and ask less often.`;
  return fault({
    sentence,
    reason,
    quota: { subject: "calls that are not counted", description: sentence },
    retryAfterSeconds: HELD_BACK_SECONDS,
  });
}

function tooManyAtOnce({ restrictions, plan }: CheckedCaller) {
  const { title, concurrentCalls: limit } = plan;
  const sentence =
    restrictions === undefined
      ? `${limit} calls of this account are already in flight, the limit of the ${title} plan. Wait for answers before sending more.`
      : `${limit} calls with this publishable API key are already in flight, its limit. Wait for answers before sending more.`;
  return fault({
    sentence,
    reason: LIMITS.callsAtOnce.reason,
    quota: { subject: "calls at once", description: sentence },
    retryAfterSeconds: AT_ONCE_RETRY_SECONDS,
  });
}
