import type { ConnectError } from "@connectrpc/connect";
import type { AccountStore } from "../../accounts/store.ts";
import type { Caller } from "../../accounts/key.ts";
import { monthAt, secondsToNextMonth } from "../../accounts/month.ts";
import type { Clock } from "../../clock.ts";
import { fault } from "../../fault.ts";
import { isoDay } from "../../iso-time.ts";
import type { Metrics } from "../../ops/metrics.ts";
import { LIMITS } from "../limits.ts";
import type { OpenCall } from "../open-call.ts";
import { createDailyLimit, type LimitedKey } from "./daily-limit.ts";
import type { CheckedCall } from "../checked-call.ts";
import { dayLimitHeaders, monthLimitHeaders, refusedWith } from "./rate-limit-headers.ts";
import { createSpendInMonth } from "./spend-in-month.ts";

/** From this share of the quota on a call counts as near the limit. */
const NEAR_LIMIT = 0.8;

export interface Quota {
  /** Has a call that is known to be beyond its quota refused before any work is done for it. */
  look(call: CheckedCall): void;
  /** Counts a call that has its answer, and says what is left. */
  spend(open: OpenCall, call: CheckedCall): Promise<void>;
  /** Says what is left to a call that is not counted. */
  tellFree(call: CheckedCall): void;
}

/**
 * Looks first and spends last. An account known to be used up is refused once its request is known to make
 * sense (400 before 429) and before any work is done; an answer leaves only after one atomic step has counted it. If
 * that step finds the quota gone, the answer is dropped. So nothing ever has to be given back.
 * A call belongs to the month in which it is spent. Around the end of a month the look cannot tell which that will be, and
 * leaves it to the spend.
 * A free method is answered whatever is left, and told how much that is.
 * A publishable key has a day besides, which is counted in the same step; it is told of that day alone.
 */
export function createQuota(options: {
  store: Pick<AccountStore, "spend">;
  clock: Clock;
  metrics: Metrics;
  callTimeoutMs: number;
}): Quota {
  const { clock, metrics, callTimeoutMs } = options;

  const refuse = ({ caller, plan }: CheckedCall, used: number, nowMs = clock.nowMs()): ConnectError => {
    metrics.quotaRefusals.inc({ plan: plan.name });
    return exhausted(caller, used, nowMs);
  };

  const spendInMonth = createSpendInMonth(options);
  const dailyLimit = createDailyLimit(options);

  return {
    look: (call) => {
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
    spend: async (open, call) => {
      open.throwIfOver();
      const { caller, plan, verdict } = call;
      const { startedMs, result } = await spendInMonth(open, caller, verdict);
      // By which clock the month was found used up.
      if (result.kind === "Exhausted") throw refuse(call, result.used, result.atMs);
      if (result.kind === "DayExhausted") {
        throw dailyLimit.usedUp(limitedKeyOf(caller) as LimitedKey, startedMs);
      }
      for (const act of call.whenCounted) act();
      if (result.used >= caller.account.monthlyQuota * NEAR_LIMIT) {
        metrics.quotaNearLimit.inc({ plan: plan.name });
      }
      Object.assign(
        call.headers,
        leftHeaders(caller, { ...result, startedMs, nowMs: result.atMs ?? clock.nowMs() }),
      );
    },
    tellFree: ({ caller, used: usedThen, headers }) => {
      if (caller.restrictions !== undefined) return;
      const nowMs = clock.nowMs();
      const month = monthAt(nowMs);
      const used = month.month === caller.month ? usedThen : 0;
      Object.assign(headers, monthLimitHeaders(month, { quota: caller.account.monthlyQuota, used, nowMs }));
    },
  };
}

function limitedKeyOf({ keyId, restrictions }: Caller): LimitedKey | undefined {
  return restrictions && { keyId, callsADay: restrictions.callsADay };
}

/** What is left: of the month, or to a publishable key of its day. */
function leftHeaders(
  { account, restrictions }: Caller,
  spent: { used: number; usedOfDay?: number | undefined; startedMs: number; nowMs: number },
) {
  const { used, usedOfDay, startedMs, nowMs } = spent;
  return restrictions === undefined
    ? monthLimitHeaders(monthAt(startedMs), { quota: account.monthlyQuota, used, nowMs })
    : dayLimitHeaders({ callsADay: restrictions.callsADay, usedOfDay, nowMs });
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
    reason: LIMITS.month.reason,
    quota: { subject: "account", description: sentence },
    retryAfterSeconds: secondsToNextMonth(nowMs),
  });
  return restrictions === undefined
    ? refusedWith(error, monthLimitHeaders(month, { quota, used, nowMs }))
    : error;
}
