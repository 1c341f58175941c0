import type { DescMethod } from "@bufbuild/protobuf";
import type { ConnectError, Interceptor } from "@connectrpc/connect";
import type { AccountStore } from "../accounts/store.ts";
import type { Caller } from "../accounts/key.ts";
import { monthAt, secondsToNextMonth } from "../accounts/month.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { Clock } from "../clock.ts";
import { fault } from "../fault.ts";
import { isoDay } from "../iso-time.ts";
import type { Metrics } from "../ops/metrics.ts";
import { callOf } from "./checked-call.ts";
import { createDailyLimit, type LimitedKey } from "./daily-limit.ts";
import { setDayLimitHeaders, setRateLimitHeaders } from "./rate-limit-headers.ts";
import { createSpendInMonth } from "./spend-in-month.ts";

/** From this share of the quota on a call counts as near the limit. */
const NEAR_LIMIT = 0.8;

/**
 * Innermost: looks first and spends last. An account known to be used up is refused once its request is known to make
 * sense (400 before 429) and before any work is done; an answer leaves only after one atomic step has counted it. If
 * that step finds the quota gone, the answer is dropped. So nothing ever has to be given back.
 * A call belongs to the month in which it is spent. Around the end of a month the look cannot tell which that will be, and
 * leaves it to the spend.
 * A free method is answered whatever is left, and told how much that is.
 * A publishable key has a day besides, which is counted in the same step; it is told of that day alone.
 */
export function createQuotaInterceptor(options: {
  store: AccountStore;
  plans: Plans;
  clock: Clock;
  metrics: Metrics;
  /** Methods that are not counted. One that is missing here is counted, so forgetting it gives nothing away. */
  freeMethods: ReadonlySet<DescMethod>;
  callTimeoutMs: number;
}): Interceptor {
  const { plans, clock, metrics, freeMethods, callTimeoutMs } = options;

  const refuse = (caller: Caller, used: number): ConnectError => {
    metrics.quotaRefusals.inc({ plan: plans.of(caller.account).name });
    return exhausted(caller, used, clock.nowMs());
  };

  const spendInMonth = createSpendInMonth(options);
  const dailyLimit = createDailyLimit(options);

  return (next) => async (request) => {
    const call = callOf(request.contextValues);
    const { caller } = call;
    const { keyId, restrictions } = caller;
    const { monthlyQuota } = caller.account;
    if (freeMethods.has(request.method)) {
      const response = await next(request);
      const nowMs = clock.nowMs();
      const month = monthAt(nowMs);
      const used = month.month === call.month ? call.used : 0;
      const left = { quota: monthlyQuota, used, nowMs };
      if (restrictions === undefined) setRateLimitHeaders(response.header, month, left);
      return response;
    }
    const limitedKey = restrictions && { keyId, callsADay: restrictions.callsADay };
    call.admissionChecks.push(() => {
      if (caller.used >= monthlyQuota && monthAt(clock.nowMs() + callTimeoutMs).month === call.month) {
        throw refuse(caller, caller.used);
      }
      if (limitedKey !== undefined) dailyLimit.look(limitedKey);
    });
    const response = await next(request);
    request.signal.throwIfAborted();

    const { signal } = request;
    const { verdict } = call;
    const { startedMs, result } = await spendInMonth(caller, {
      method: request.method.name,
      verdict,
      signal,
    });
    if (result.kind === "Exhausted") {
      throw refuse(caller, result.used);
    }
    if (result.kind === "DayExhausted") {
      throw dailyLimit.usedUp(limitedKey as LimitedKey, startedMs);
    }
    for (const act of call.whenCounted) act();
    if (result.used >= monthlyQuota * NEAR_LIMIT) {
      metrics.quotaNearLimit.inc({ plan: plans.of(caller.account).name });
    }
    setLeft(response.header, caller, { ...result, startedMs, nowMs: clock.nowMs() });
    return response;
  };
}

/** Says what is left: of the month, or to a publishable key of its day. */
function setLeft(
  headers: Headers,
  { account, restrictions }: Caller,
  spent: { used: number; usedOfDay?: number | undefined; startedMs: number; nowMs: number },
): void {
  const { used, usedOfDay, startedMs, nowMs } = spent;
  if (restrictions === undefined) {
    setRateLimitHeaders(headers, monthAt(startedMs), { quota: account.monthlyQuota, used, nowMs });
  } else {
    setDayLimitHeaders(headers, { callsADay: restrictions.callsADay, usedOfDay, nowMs });
  }
}

function exhausted({ account, restrictions }: Caller, used: number, nowMs: number): ConnectError {
  const { monthlyQuota: quota } = account;
  const month = monthAt(nowMs);
  const nextMonth = isoDay(month.endMs);
  // How many a month has is the account's own affair, and a publishable key is everybody's.
  const sentence =
    restrictions === undefined
      ? `All ${quota} requests of this calendar month are used. Wait until ${nextMonth} (UTC), or ask the operator for a larger plan.`
      : `All requests of this calendar month are used. Wait until ${nextMonth} (UTC), or tell whoever gave this key to you.`;
  const error = fault({
    sentence,
    reason: "MONTHLY_QUOTA_EXHAUSTED",
    quota: { subject: "account", description: sentence },
    retryAfterSeconds: secondsToNextMonth(nowMs),
  });
  if (restrictions === undefined) setRateLimitHeaders(error.metadata, month, { quota, used, nowMs });
  return error;
}
