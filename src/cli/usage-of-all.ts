// `usage --all`: what every account has used in a month, for bills and for mails about quotas.
import type { AccountMonth } from "../accounts/usage.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { PlanPeriod } from "../accounts/account.ts";
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

type Row = NonNullable<ReturnType<typeof rowOf>>;

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
  for await (const row of rowsOf(options)) {
    const { price, currency } = row.plans.at(-1) ?? {};
    yield `${csvLine([
      options.month.month,
      row.account_id,
      row.external_ref ?? "",
      row.name,
      row.plan,
      price ?? "",
      currency ?? "",
      row.monthly_quota,
      row.calls,
      row.percent,
      row.state,
      row.plans.map(periodText).join("; "),
    ])}\r`;
  }
}

/** `2026-11-15T09:12:00Z league 60000`, with the state where it is not active. */
function periodText({ since, plan, monthly_quota: quota, state }: Row["plans"][number]): string {
  return [since, plan, quota, ...(state === "active" ? [] : [state])].join(" ");
}

export async function usageOfAll(options: AllOptions): Promise<Answer> {
  const { month, nowMs, above } = options;
  const accounts = await Array.fromAsync(rowsOf(options));
  const isRunning = nowMs < month.endMs;
  return {
    json: { month: month.month, is_running: isRunning, above: above ?? null, accounts },
    text: usageOfAllText(accounts, options),
  };
}

function usageOfAllText(rows: readonly Row[], { plans, month, above }: AllOptions): string {
  const which = above === undefined ? "" : ` that used ${above} % of its quota or more`;
  if (rows.length === 0) return `There is no account${which} in ${month.month}.`;
  return alignedColumns([
    ["ACCOUNT", "REFERENCE", "NAME", "PLAN", "PRICE", "CALLS", "OF", "%"],
    ...rows.map((row) => [
      row.account_id,
      row.external_ref ?? "-",
      row.name,
      row.plan_title,
      priceText(plans.of(row)),
      row.calls,
      row.monthly_quota,
      row.percent,
    ]),
  ]);
}

/**
 * Those that are near their quota are to be told so, where anybody is left to tell. All of them are a bill, which fails at its
 * end where a price is not known, for it would lack those calls silently.
 */
async function* rowsOf({ store, plans, month, nowMs, above }: AllOptions): AsyncGenerator<Row> {
  const unknown = new Set<string>();
  for await (const found of store.usageOfAll(month.month)) {
    const row = rowOf(found, { plans, month, nowMs });
    if (row === undefined) continue;
    for (const { plan, state } of row.plans) {
      if (!isGone(state) && plans.named(plan) === undefined) unknown.add(plan);
    }
    if (above === undefined || (found.account.closedAtMs === undefined && row.percent >= above)) yield row;
  }
  if (above !== undefined || unknown.size === 0) return;
  throw new Error(
    `Accounts had plans in ${month.month} that are not in force, so their prices are not known: ${[...unknown].join(", ")}. Put them back into PLANS_FILE with "for_sale": false.`,
  );
}

/**
 * An account as it was at the end of the month, or is now, named as in the document. Undefined of an account that came later,
 * and of one that was gone for the whole month.
 */
function rowOf(
  { account, calls, history }: AccountMonth,
  { plans, month, nowMs }: Pick<AllOptions, "plans" | "month" | "nowMs">,
) {
  const within = monthPeriods(history, month, nowMs);
  if (within.every(({ state }) => isGone(state)) && calls === 0) return undefined;
  // By a clock that is ahead of the service's an account can be made after its first call; the call is billed all the same.
  const periods =
    within.length > 0
      ? within
      : history.slice(0, 1).map((period) => Object.assign({ untilMs: undefined }, period));
  const last = periods.at(-1);
  if (last === undefined) return undefined;
  return {
    account_id: account.id,
    external_ref: account.externalRef ?? null,
    name: account.name,
    plan: last.plan,
    plan_title: plans.named(last.plan)?.title ?? last.plan,
    monthly_quota: last.monthlyQuota,
    calls,
    left: Math.max(0, last.monthlyQuota - calls),
    // Of the quota; whole, and never more than was used: 79.9 is not 80.
    percent: Math.floor((100 * calls) / last.monthlyQuota),
    state: last.state,
    plans: periods.map(({ plan, monthlyQuota, state, sinceMs, untilMs, isPresumed }) => ({
      plan,
      price: plans.named(plan)?.price ?? null,
      currency: plans.named(plan)?.currency ?? null,
      monthly_quota: monthlyQuota,
      state,
      since: isoTime(sinceMs),
      until: untilMs === undefined ? null : isoTime(untilMs),
      is_presumed: isPresumed,
    })),
  };
}

function isGone(state: PlanPeriod["state"]): boolean {
  return state === "closed" || state === "deleted";
}

/** The part of a history that is within a month, the oldest first, and until when; none of an account that came later. */
function monthPeriods(history: readonly PlanPeriod[], { startMs, endMs }: Month, nowMs: number) {
  return history.flatMap((period, index) => {
    const nextMs = history[index + 1]?.sinceMs ?? Infinity;
    if (period.sinceMs >= endMs || nextMs <= startMs) return [];
    const untilMs = Math.min(nextMs, endMs);
    const sinceMs = Math.max(period.sinceMs, startMs);
    return [{ ...period, sinceMs, untilMs: untilMs > nowMs ? undefined : untilMs }];
  });
}
