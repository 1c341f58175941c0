import type { ConnectError } from "@connectrpc/connect";
import { StoreUnavailable, type AccountStore } from "../../accounts/store.ts";
import type { Caller } from "../../accounts/key.ts";
import { dayEndMs, monthAt, secondsToNextMonth } from "../../accounts/month.ts";
import type { SpendResult } from "../../accounts/spending.ts";
import type { Clock } from "../../clock.ts";
import { fault } from "../../fault.ts";
import { isoDay } from "../../iso-time.ts";
import type { Metrics } from "../../ops/metrics.ts";
import { LIMITS } from "../limits.ts";
import type { CheckedCall, OpenCall } from "../open-call.ts";
import { createDailyLimit, type LimitedKey } from "./daily-limit.ts";
import { dayLimitHeaders, monthLimitHeaders, refusedWith } from "./rate-limit-headers.ts";

/** A call counts as near the limit from this share of the quota. */
const NEAR_LIMIT = 0.8;

/**
 * Checks first and counts last. An account whose quota is known to be used up is refused once its request makes sense (400
 * before 429) and before any work is done. An answer leaves only after one atomic step has counted it; if that step finds
 * the quota gone, the answer is dropped. So nothing ever has to be given back.
 * A call belongs to the month in which it is counted. Around the end of a month the check cannot know which one that is,
 * and leaves the decision to the count.
 * Free methods are answered even when the quota is used up. A publishable key also has a day, counted in the same step; its
 * answers say only what is left of the day.
 */
export function createQuota(options: SpendOptions & { readonly callTimeoutMs: number }) {
  const { clock, metrics, callTimeoutMs } = options;
  const spendInTime = createSpendInTime(options);
  const dailyLimit = createDailyLimit(options);

  const refuse = ({ caller, plan }: CheckedCall, used: number, nowMs = clock.nowMs()): ConnectError => {
    metrics.quotaRefusals.inc({ plan: plan.name });
    return exhausted(caller, used, nowMs);
  };

  return {
    /** Refuses a call that is known to be beyond its quota, before any work is done. */
    look(call: CheckedCall): void {
      const { caller } = call;
      const limitedKey = limitedKeyOf(caller);
      call.admissionChecks.push(() => {
        const { monthlyQuota } = caller.account;
        if (caller.used >= monthlyQuota && monthAt(clock.nowMs() + callTimeoutMs).month === caller.month) {
          throw refuse(call, caller.used);
        }
        if (limitedKey !== undefined) dailyLimit.look(limitedKey);
      });
    },
    /** Counts an answered call, and sets the headers with what is left. */
    async spend(open: OpenCall, call: CheckedCall): Promise<void> {
      open.throwIfOver();
      const { caller, plan } = call;
      const { countedMs, result } = await spendInTime(open, call);
      // By the clock that found the month used up.
      if (result.kind === "Exhausted") throw refuse(call, result.used, result.atMs);
      if (result.kind === "DayExhausted") {
        throw dailyLimit.usedUp(limitedKeyOf(caller) as LimitedKey, countedMs);
      }
      for (const act of call.whenCounted) act();
      if (result.used >= caller.account.monthlyQuota * NEAR_LIMIT) {
        metrics.quotaNearLimit.inc({ plan: plan.name });
      }
      const { account, restrictions } = caller;
      const { used, usedOfDay, atMs: nowMs = clock.nowMs() } = result;
      Object.assign(
        call.headers,
        restrictions === undefined
          ? monthLimitHeaders(monthAt(countedMs), { quota: account.monthlyQuota, used, nowMs })
          : dayLimitHeaders({ callsADay: restrictions.callsADay, usedOfDay, nowMs }),
      );
    },
    /** Sets the headers with what is left, for a free call. */
    tellFree({ caller, used: usedThen, headers }: CheckedCall): void {
      if (caller.restrictions !== undefined) return;
      const nowMs = clock.nowMs();
      const month = monthAt(nowMs);
      const used = month.month === caller.month ? usedThen : 0;
      Object.assign(headers, monthLimitHeaders(month, { quota: caller.account.monthlyQuota, used, nowMs }));
    },
  };
}

interface SpendOptions {
  readonly store: Pick<AccountStore, "spend">;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/**
 * Counts a call in the current month and day, or in the next if they end meanwhile; by the store's clock if it has one. If
 * the store does not answer in time, or nobody waits any more, the store decides whether the call is counted; metrics count
 * such calls.
 */
function createSpendInTime({ store, clock, metrics }: SpendOptions) {
  const spendAt = (nowMs: number, { asked }: OpenCall, { caller, verdict }: CheckedCall) => {
    const { account, keyId, restrictions } = caller;
    const { month, day } = monthAt(nowMs);
    return store.spend({
      accountId: account.id,
      month,
      day,
      method: asked.method.name,
      keyId,
      verdict,
      quota: account.monthlyQuota,
      dailyQuota: restrictions?.callsADay,
    });
  };

  return async (open: OpenCall, call: CheckedCall) => {
    try {
      let startedMs = clock.nowMs();
      let result = await spendAt(startedMs, open, call);
      if (result.kind !== "Spent" && clock.nowMs() >= limitEndMs(result, startedMs)) {
        // The month or day ended before the store said so; nothing was counted.
        startedMs = clock.nowMs();
        result = await spendAt(startedMs, open, call);
      }
      if (result.kind === "Spent" && open.over !== undefined) {
        metrics.unansweredSpends.inc({ fate: "counted" });
      }
      return { countedMs: result.atMs ?? startedMs, result };
    } catch (error) {
      if (error instanceof StoreUnavailable && error.mayHaveChanged) {
        metrics.unansweredSpends.inc({ fate: "unknown" });
      }
      throw error;
    }
  };
}

/** When the limit that was current at that start ends. */
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
