import type { Interceptor } from "@connectrpc/connect";
import { type Caller, shareOwner } from "../accounts/key.ts";
import type { Plan } from "../accounts/plans/plan.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import { fault } from "../fault.ts";
import type { Metrics } from "../ops/metrics.ts";
import { callOf } from "./checked-call.ts";
import { storeUnavailable } from "./faults.ts";

/** Calls under way are over within the deadline; most take milliseconds. */
const RETRY_SECONDS = 1;

/**
 * Bounds how many calls of one account this process works on at once, so that one customer cannot starve the rest. Like
 * the quota it is looked at when the request is known to make sense (400 before 429). While it is the store that holds the
 * account's calls, one too many is not its fault, and told so.
 */
export function createConcurrencyInterceptor(options: {
  plans: Plans;
  metrics: Metrics;
  isStoreStalled: () => boolean;
}): Interceptor {
  const { plans, metrics, isStoreStalled } = options;
  const underWay = new Map<string, number>();

  return (next) => async (request) => {
    const { caller, admissionChecks } = callOf(request.contextValues);
    const plan = plans.of(caller.account);
    const owner = shareOwner(caller);
    let isAdmitted = false;
    const leave = () => {
      if (!isAdmitted) return;
      isAdmitted = false;
      const others = (underWay.get(owner) ?? 1) - 1;
      if (others === 0) underWay.delete(owner);
      else underWay.set(owner, others);
    };
    admissionChecks.push(() => {
      const others = underWay.get(owner) ?? 0;
      if (others >= plan.concurrentCalls) {
        // Those that wait for the store say in the log what is wrong with it, once each.
        if (isStoreStalled()) throw storeUnavailable();
        metrics.throttled.inc({ reason: "concurrency" });
        throw tooManyAtOnce(caller, plan);
      }
      underWay.set(owner, others + 1);
      isAdmitted = true;
      // Whoever has been told that time is up may call again, whatever still goes on here.
      request.signal.addEventListener("abort", leave, { once: true });
    });
    try {
      return await next(request);
    } finally {
      leave();
    }
  };
}

function tooManyAtOnce({ restrictions }: Caller, { title, concurrentCalls: limit }: Plan) {
  const sentence =
    restrictions === undefined
      ? `More than ${limit} calls of this account are under way, the limit of the ${title} plan. Wait for answers before sending more.`
      : `More than ${limit} calls with this publishable API key are under way. Wait for answers before sending more.`;
  return fault({
    sentence,
    reason: "TOO_MANY_CALLS_AT_ONCE",
    quota: { subject: "calls at once", description: sentence },
    retryAfterSeconds: RETRY_SECONDS,
  });
}
