// `usage --all`: what every account has used in a month, for bills and for mails about quotas.
import type { Account, AccountMonth, AccountStore } from "../accounts/account-store.ts";
import type { PlanPeriod } from "../accounts/account/plan-period.ts";
import type { Month } from "../accounts/month.ts";
import { priceText } from "../accounts/plans/plan.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import { isoTime } from "../iso-time.ts";
import { alignedColumns, csvLine } from "./aligned-columns.ts";
import type { Answer } from "./command.ts";

interface AllOptions {
  readonly store: AccountStore;
  readonly plans: Plans;
  readonly month: Month;
  readonly nowMs: number;
  /** Only who has used so many hundredths of the quota. */
  readonly above: number | undefined;
}

/** What was agreed with an account in a month, or in a part of it. */
interface MonthPeriod extends PlanPeriod {
  /** Unix ms; undefined while it lasts. */
  readonly untilMs: number | undefined;
}

/** An account as it was at the end of the month, or is now. */
interface Row {
  readonly account: Account;
  readonly calls: number;
  /** Of the quota; whole, and never more than was used: 79.9 is not 80. */
  readonly percent: number;
  /** At least one. */
  readonly periods: readonly MonthPeriod[];
  readonly last: MonthPeriod;
}

const COLUMNS = [
  "month",
  "account_id",
  "external_ref",
  "name",
  "plan",
  "price",
  "currency",
  "monthly_quota",
  "calls",
  "percent",
  "state",
  "plans",
] as const;

/** The lines of a spreadsheet as the accounts are read, each with the end that RFC 4180 wants before the line break. */
export async function* usageOfAllToCsv(options: AllOptions): AsyncGenerator<string> {
  yield `${csvLine(COLUMNS)}\r`;
  for await (const { account, calls, percent, periods, last } of rowsOf(options)) {
    const plan = options.plans.named(last.plan);
    yield `${csvLine([
      options.month.month,
      account.id,
      account.externalRef ?? "",
      account.name,
      last.plan,
      plan?.price ?? "",
      plan?.currency ?? "",
      last.monthlyQuota,
      calls,
      percent,
      last.state,
      periods.map(periodText).join("; "),
    ])}\r`;
  }
}

/** `2026-11-15T09:12:00Z league 60000`, with the state where it is not active. */
function periodText({ sinceMs, plan, monthlyQuota, state }: MonthPeriod): string {
  return [isoTime(sinceMs), plan, monthlyQuota, ...(state === "active" ? [] : [state])].join(" ");
}

export async function usageOfAll(options: AllOptions): Promise<Answer> {
  const rows = await Array.fromAsync(rowsOf(options));
  return { json: toJson(rows, options), text: toText(rows, options) };
}

function toJson(rows: readonly Row[], { plans, month, nowMs, above }: AllOptions): object {
  return {
    month: month.month,
    is_running: nowMs < month.endMs,
    above: above ?? null,
    accounts: rows.map(({ account, calls, percent, periods, last }) => ({
      account_id: account.id,
      external_ref: account.externalRef ?? null,
      name: account.name,
      plan: last.plan,
      plan_title: plans.named(last.plan)?.title ?? last.plan,
      monthly_quota: last.monthlyQuota,
      calls,
      left: Math.max(0, last.monthlyQuota - calls),
      percent,
      state: last.state,
      plans: periods.map((period) => periodToJson(period, plans)),
    })),
  };
}

function periodToJson(period: MonthPeriod, plans: Plans): object {
  const plan = plans.named(period.plan);
  return {
    plan: period.plan,
    price: plan?.price ?? null,
    currency: plan?.currency ?? null,
    monthly_quota: period.monthlyQuota,
    state: period.state,
    since: isoTime(period.sinceMs),
    until: period.untilMs === undefined ? null : isoTime(period.untilMs),
    is_presumed: period.isPresumed,
  };
}

function toText(rows: readonly Row[], { plans, month, above }: AllOptions): string {
  const which = above === undefined ? "" : ` that used ${above} % of its quota or more`;
  if (rows.length === 0) return `There is no account${which} in ${month.month}.`;
  return alignedColumns([
    ["ACCOUNT", "REFERENCE", "NAME", "PLAN", "PRICE", "CALLS", "OF", "%"],
    ...rows.map(({ account, calls, percent, last }) => {
      const plan = plans.of(last);
      return [
        account.id,
        account.externalRef ?? "-",
        account.name,
        plan.title,
        priceText(plan),
        calls,
        last.monthlyQuota,
        percent,
      ];
    }),
  ]);
}

/**
 * Those that are near their quota are to be told so, where anybody is left to tell. All of them are a bill, which fails at its
 * end where a price is not known, for it would lack those calls silently.
 */
async function* rowsOf({ store, plans, month, nowMs, above }: AllOptions): AsyncGenerator<Row> {
  const unknown = new Set<string>();
  for await (const found of store.usageOfAll(month.month)) {
    const row = rowOf(found, month, nowMs);
    if (row === undefined) continue;
    for (const { plan, state } of row.periods) {
      const isBilled = state !== "closed" && state !== "deleted";
      if (isBilled && plans.named(plan) === undefined) unknown.add(plan);
    }
    if (above === undefined || (row.account.closedAtMs === undefined && row.percent >= above)) yield row;
  }
  if (above !== undefined || unknown.size === 0) return;
  throw new Error(
    `Accounts had plans in ${month.month} that are not in force, so their prices are not known: ${[...unknown].join(", ")}. Put them back into PLANS_FILE with "for_sale": false.`,
  );
}

function lasting(period: PlanPeriod): MonthPeriod {
  return { ...period, untilMs: undefined };
}

/** Undefined of an account that came later, and of one that was gone for the whole month. */
function rowOf({ account, calls, history }: AccountMonth, month: Month, nowMs: number): Row | undefined {
  const within = monthPeriods(history, month, nowMs);
  const isGone = within.every(({ state }) => state === "closed" || state === "deleted");
  if (isGone && calls === 0) return undefined;
  // By a clock that is ahead of the service's an account can be made after its first call; the call is billed all the same.
  const periods = within.length > 0 ? within : history.slice(0, 1).map(lasting);
  const last = periods.at(-1);
  if (last === undefined) return undefined;
  const percent = Math.floor((100 * calls) / last.monthlyQuota);
  return { account, calls, percent, periods, last };
}

/** The part of a history that is within a month, the oldest first; none of an account that came later. */
function monthPeriods(
  history: readonly PlanPeriod[],
  { startMs, endMs }: Month,
  nowMs: number,
): readonly MonthPeriod[] {
  return history.flatMap((period, index) => {
    const nextMs = history[index + 1]?.sinceMs ?? Infinity;
    if (period.sinceMs >= endMs || nextMs <= startMs) return [];
    const untilMs = Math.min(nextMs, endMs);
    const sinceMs = Math.max(period.sinceMs, startMs);
    return [{ ...period, sinceMs, untilMs: untilMs > nowMs ? undefined : untilMs }];
  });
}
