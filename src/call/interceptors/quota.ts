import type { ConnectError } from "@connectrpc/connect";
import { StoreUnavailable, type AccountStore } from "../../accounts/store.ts";
import type { Caller } from "../../accounts/key.ts";
import { dayEndMs, monthAt, secondsToNextMonth } from "../../accounts/month.ts";
import type { SpendResult, Spending } from "../../accounts/spending.ts";
import type { Clock } from "../../lib/time/clock.ts";
import { fault } from "../../errors/fault.ts";
import { isoDay } from "../../lib/time/iso-time.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../call.ts";
import type { Answered, CheckedCaller } from "../operation.ts";
import { createDailyLimit, type LimitedKey } from "./daily-limit.ts";
import {
  dayLimitHeaders,
  monthLimitHeaders,
  type RateLimitHeaders,
  refusedWith,
} from "./rate-limit-headers.ts";

/** A call counts as near the limit from this share of the quota. */
const NEAR_LIMIT = 0.8;

interface QuotaOptions {
  readonly store: Pick<AccountStore, "spend">;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly callTimeoutMs: number;
}

/**
 * Checks first and counts last. An account whose quota is known to be used up is refused once its request makes sense (400
 * before 429) and before any work is done. An answer leaves only after one atomic step has counted it; if that step finds
 * the quota gone, the answer is dropped. So nothing ever has to be given back.
 * A call belongs to the month in which it is counted. Around the end of a month the check cannot know which month that will
 * be, and leaves the decision to the count.
 * Free methods are answered even when the quota is used up. A publishable key also has a daily limit, applied in the same
 * step; answers to such a key say only what is left of the day.
 */
export function createQuota(options: QuotaOptions) {
  const { store, clock, metrics, callTimeoutMs } = options;
  const dailyLimit = createDailyLimit(options);

  const refuse = (caller: CheckedCaller, used: number, nowMs = clock.nowMs()): ConnectError => {
    metrics.quotaRefusals.inc({ plan: caller.plan.name });
    return exhausted(caller, used, nowMs);
  };

  /** The headers that say what is left. Throws the refusal of a call that was not counted. */
  const noteResult = (
    result: SpendResult,
    startedMs: number,
    call: Call,
    caller: CheckedCaller,
  ): RateLimitHeaders => {
    const countedMs = result.atMs ?? startedMs;
    // At the store's time, if it sent one: that clock decided.
    if (result.kind === "Exhausted") throw refuse(caller, result.used, result.atMs);
    if (result.kind === "DayExhausted") {
      throw dailyLimit.usedUp(limitedKeyOf(caller) as LimitedKey, countedMs);
    }
    if (call.over !== undefined) metrics.unansweredSpends.inc({ fate: "counted" });
    const { used, usedOfDay, atMs: nowMs = clock.nowMs() } = result;
    const quota = caller.account.monthlyQuota;
    if (used >= quota * NEAR_LIMIT) metrics.quotaNearLimit.inc({ plan: caller.plan.name });
    const callsADay = caller.restrictions?.callsADay;
    return callsADay === undefined
      ? monthLimitHeaders(monthAt(countedMs), { quota, used, nowMs })
      : dayLimitHeaders({ callsADay, usedOfDay, nowMs });
  };

  const noteFailure = (error: unknown) => throwNoted(error, metrics);

  return {
    /** Refuses a call that is known to be beyond its quota, before any work is done. */
    refuseUsedUp(caller: CheckedCaller): void {
      const limitedKey = limitedKeyOf(caller);
      const { monthlyQuota } = caller.account;
      if (caller.used >= monthlyQuota && monthAt(clock.nowMs() + callTimeoutMs).month === caller.month) {
        throw refuse(caller, caller.used);
      }
      if (limitedKey !== undefined) dailyLimit.refuseIfUsedUp(limitedKey);
    },
    /**
     * Counts a call that has its answer, in the next month or day if the current one ends meanwhile. Returns the headers that
     * say what is left.
     */
    spend(call: Call, caller: CheckedCaller, verdict: Answered["verdict"]): Promise<RateLimitHeaders> {
      call.throwIfOver();
      const startedMs = clock.nowMs();
      return store.spend(spendingAt(startedMs, call, caller, verdict)).then((result) => {
        const nowMs = clock.nowMs();
        if (result.kind === "Spent" || nowMs < limitEndMs(result, startedMs)) {
          return noteResult(result, startedMs, call, caller);
        }
        // The month or day ended while the store answered. Nothing was counted, so count in the new one.
        call.throwIfOver();
        return store
          .spend(spendingAt(nowMs, call, caller, verdict))
          .then((again) => noteResult(again, nowMs, call, caller), noteFailure);
      }, noteFailure);
    },
    /** The headers that say what is left, for a free call; undefined for a publishable key. */
    left(caller: CheckedCaller, usedThen = caller.used): RateLimitHeaders | undefined {
      if (caller.restrictions !== undefined) return undefined;
      const nowMs = clock.nowMs();
      const month = monthAt(nowMs);
      const used = month.month === caller.month ? usedThen : 0;
      return monthLimitHeaders(month, { quota: caller.account.monthlyQuota, used, nowMs });
    },
  };
}

/** After a timeout we do not know whether the store counted the call. Metrics count such calls. */
function throwNoted(error: unknown, metrics: Metrics): never {
  const isUnknown = error instanceof StoreUnavailable && error.mayHaveChanged;
  if (isUnknown) metrics.unansweredSpends.inc({ fate: "unknown" });
  throw error;
}

/** The spending of a call at this time. A store with its own clock uses that for month and day. */
function spendingAt(
  nowMs: number,
  { method }: Call,
  { account, keyId, restrictions }: CheckedCaller,
  verdict: Answered["verdict"],
): Spending {
  const { month, day } = monthAt(nowMs);
  return {
    accountId: account.id,
    month,
    day,
    method: method.name,
    keyId,
    verdict,
    quota: account.monthlyQuota,
    dailyQuota: restrictions?.callsADay,
  };
}

/** When the month or day that was current at `startedMs` ends. */
function limitEndMs({ kind }: SpendResult, startedMs: number): number {
  return kind === "DayExhausted" ? dayEndMs(startedMs) : monthAt(startedMs).endMs;
}

function limitedKeyOf({ keyId, restrictions }: Caller): LimitedKey | undefined {
  return restrictions && { keyId, callsADay: restrictions.callsADay };
}

function exhausted({ account, restrictions }: Caller, used: number, nowMs: number): ConnectError {
  const { monthlyQuota: quota } = account;
  const month = monthAt(nowMs);
  const nextMonth = isoDay(month.endMs);
  // The size of the quota is the account's own affair, and everybody can read a publishable key.
  const sentence =
    restrictions === undefined
      ? `All ${quota} requests of this calendar month are used. Wait until ${nextMonth} (UTC), or ask the operator for a larger plan.`
      : `All requests of this calendar month are used. Wait until ${nextMonth} (UTC), or tell whoever gave this key to you.`;
  const error = fault({
    sentence,
    reason: LIMITS.month.reason,
    quota: { subject: "account", description: sentence },
    retryAfterSeconds: secondsToNextMonth(nowMs),
  });
  return restrictions === undefined
    ? refusedWith(error, monthLimitHeaders(month, { quota, used, nowMs }))
    : error;
}
