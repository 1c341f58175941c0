import type { DescMethod } from "@bufbuild/protobuf";
import type { ConnectError, Interceptor } from "@connectrpc/connect";
import type { AccountStore, Caller } from "../accounts/account-store.ts";
import { monthAt, secondsToNextMonth } from "../accounts/month.ts";
import type { Clock } from "../clock.ts";
import { fault } from "../fault.ts";
import { isoDay } from "../iso-time.ts";
import type { Metrics } from "../ops/metrics.ts";
import { callOf } from "./checked-call.ts";
import { setRateLimitHeaders } from "./rate-limit-headers.ts";

/** From this share of the quota on a call counts as near the limit. */
const NEAR_LIMIT = 0.8;

/**
 * Innermost: looks first and spends last. An account known to be used up is refused once its request is known to make
 * sense (400 before 429) and before any work is done; an answer leaves only after one atomic step has counted it. If
 * that step finds the quota gone, the answer is dropped. So nothing ever has to be given back.
 * A free method is answered whatever is left, and told how much that is.
 */
export function createQuotaInterceptor(options: {
  store: AccountStore;
  clock: Clock;
  metrics: Metrics;
  /** Methods that are not counted. One that is missing here is counted, so forgetting it gives nothing away. */
  freeMethods: ReadonlySet<DescMethod>;
}): Interceptor {
  const { store, clock, metrics, freeMethods } = options;

  const refuse = ({ account }: Caller, used: number): ConnectError => {
    metrics.quotaRefusals.inc({ plan: account.plan });
    return exhausted(account.monthlyQuota, used, clock.nowMs());
  };

  return (next) => async (request) => {
    const { caller, admissionChecks } = callOf(request.contextValues);
    const { id, monthlyQuota, plan } = caller.account;
    if (freeMethods.has(request.method)) {
      const response = await next(request);
      const nowMs = clock.nowMs();
      setRateLimitHeaders(response.header, monthAt(nowMs), { quota: monthlyQuota, used: caller.used, nowMs });
      return response;
    }
    admissionChecks.push(() => {
      if (caller.used >= monthlyQuota) {
        throw refuse(caller, caller.used);
      }
    });
    const response = await next(request);
    request.signal.throwIfAborted();

    const month = monthAt(clock.nowMs());
    const spending = { accountId: id, month: month.month, day: month.day, quota: monthlyQuota };
    const result = await store.spend({ ...spending, method: request.method.name });
    if (result.kind === "Exhausted") {
      throw refuse(caller, result.used);
    }
    if (result.used >= monthlyQuota * NEAR_LIMIT) {
      metrics.quotaNearLimit.inc({ plan });
    }
    setRateLimitHeaders(response.header, month, {
      quota: monthlyQuota,
      used: result.used,
      nowMs: clock.nowMs(),
    });
    return response;
  };
}

function exhausted(quota: number, used: number, nowMs: number): ConnectError {
  const month = monthAt(nowMs);
  const nextMonth = isoDay(month.endMs);
  const sentence = `All ${quota} requests of this calendar month are used. Wait until ${nextMonth} (UTC), or ask the operator for a larger plan.`;
  const error = fault({
    sentence,
    reason: "MONTHLY_QUOTA_EXHAUSTED",
    quota: { subject: "account", description: sentence },
    retryAfterSeconds: secondsToNextMonth(nowMs),
  });
  setRateLimitHeaders(error.metadata, month, { quota, used, nowMs });
  return error;
}
