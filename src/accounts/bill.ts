// The bill of a month: a row for each account, with its plans and its calls.
import type { Account, AccountState, PlanPeriod } from "./account.ts";
import type { Month } from "./month.ts";
import type { Plans } from "./plans/plans.ts";
import type { AccountStore } from "./store.ts";
import type { AccountMonth } from "./usage.ts";

/** The part of a plan period that is within the month. */
export interface BilledPeriod extends PlanPeriod {
  /** Unix ms; undefined if it has not ended. */
  readonly untilMs: number | undefined;
  /** From the plans in force; undefined if the plan is not among them. */
  readonly price: string | undefined;
  /** Undefined if the price is only words, or unknown. */
  readonly currency: string | undefined;
}

/** The row of an account, with plan, price, quota and state at the end of the month, or at present if the month still runs. */
export interface BillLine extends Pick<BilledPeriod, "plan" | "price" | "currency" | "monthlyQuota"> {
  readonly account: Account;
  /** For people; the name if the plan is not in force. */
  readonly planTitle: string;
  readonly calls: number;
  /** The used percentage of the quota, rounded down: 79.9 becomes 79. With a quota of 0 it is 100. */
  readonly percent: number;
  readonly state: AccountState;
  /** At least one, the oldest first. */
  readonly periods: readonly BilledPeriod[];
}

interface BillOptions {
  readonly plans: Plans;
  readonly month: Month;
  readonly nowMs: number;
}

/** The rows of a month, the oldest account first; only those of accounts after `after`, if it is given. */
export async function* billLines(
  store: Pick<AccountStore, "usageOfAll">,
  { after, ...options }: BillOptions & { readonly after?: string | undefined },
): AsyncGenerator<BillLine> {
  for await (const found of store.usageOfAll(options.month.month, after)) {
    const line = billLine(found, options);
    if (line !== undefined) yield line;
  }
}

/** Undefined if the account has no calls in the month, and was made after the month or closed before it. */
function billLine(
  { account, calls, history }: AccountMonth,
  { plans, month, nowMs }: BillOptions,
): BillLine | undefined {
  const within = monthPeriods(history, month, nowMs);
  if (within.every(({ state }) => isGone(state)) && calls === 0) return undefined;
  // If clocks differ, an account can seem to be made after the month of its first call; the call is billed nevertheless.
  const first = history.slice(0, 1).map((period) => Object.assign({ untilMs: undefined }, period));
  const periods = (within.length > 0 ? within : first).map((period) => {
    const { price, currency } = plans.named(period.plan) ?? {};
    return Object.assign(period, { price, currency });
  });
  const last = periods.at(-1);
  if (last === undefined) return undefined;
  const { plan, price, currency, monthlyQuota, state } = last;
  const planTitle = plans.named(plan)?.title ?? plan;
  const percent = monthlyQuota === 0 ? 100 : Math.floor((100 * calls) / monthlyQuota);
  return { account, plan, planTitle, price, currency, monthlyQuota, calls, percent, state, periods };
}

/** The plans of a row that are no longer in force, so that their prices are unknown. */
export function plansWithoutPrice({ periods }: BillLine): readonly string[] {
  return periods.filter(({ state, price }) => !isGone(state) && price === undefined).map(({ plan }) => plan);
}

function isGone(state: AccountState): boolean {
  return state === "closed" || state === "deleted";
}

/** The periods of a history within a month, oldest first, with their ends; empty if the account was made later. */
function monthPeriods(history: readonly PlanPeriod[], { startMs, endMs }: Month, nowMs: number) {
  return history.flatMap((period, index) => {
    const nextMs = history[index + 1]?.sinceMs ?? Infinity;
    if (period.sinceMs >= endMs || nextMs <= startMs) return [];
    const untilMs = Math.min(nextMs, endMs);
    const sinceMs = Math.max(period.sinceMs, startMs);
    return [{ ...period, sinceMs, untilMs: untilMs > nowMs ? undefined : untilMs }];
  });
}
