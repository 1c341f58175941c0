// `usage --all`: every account's usage in a month, for bills and for mails about quotas.
import { type BillLine, billLines, plansWithoutPrice } from "../../accounts/bill.ts";
import type { AccountStore } from "../../accounts/store.ts";
import type { Month } from "../../accounts/month.ts";
import { priceText } from "../../accounts/plans/plan.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import { isoTime } from "../../lib/time/iso-time.ts";
import { alignedColumns, csvLine } from "./aligned-columns.ts";
import type { Answer } from "./command.ts";

interface AllOptions {
  readonly store: AccountStore;
  readonly plans: Plans;
  readonly month: Month;
  readonly nowMs: number;
  /** Only accounts that have used at least this percentage of their quota. */
  readonly above: number | undefined;
}

type Row = ReturnType<typeof lineToJson>;

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

/** Yields CSV lines while the accounts are read. Each ends in CR; printing adds LF, as RFC 4180 wants. */
export async function* usageOfAllToCsv(options: AllOptions): AsyncGenerator<string> {
  yield `${csvLine(COLUMNS)}\r`;
  for await (const row of rowsOf(options)) {
    const { price, currency } = row.plans.at(-1) ?? {};
    const plans = row.plans.map(periodText).join("; ");
    const cells = { ...row, month: options.month.month, price, currency, plans };
    yield `${csvLine(COLUMNS.map((name) => cells[name] ?? ""))}\r`;
  }
}

/** `2026-11-15T09:12:00Z league 60000`, with the state unless it is active. */
function periodText({ since, plan, monthly_quota: quota, state }: Row["plans"][number]): string {
  return [since, plan, quota, ...(state === "active" ? [] : [state])].join(" ");
}

export async function usageOfAll(options: AllOptions): Promise<Answer> {
  const { plans, month, nowMs, above } = options;
  const accounts = await Array.fromAsync(rowsOf(options));
  const isRunning = nowMs < month.endMs;
  const json = { month: month.month, is_running: isRunning, above: above ?? null, accounts };
  if (accounts.length === 0) {
    const text =
      above === undefined
        ? `No account existed in ${month.month}.`
        : `No account used ${above}% of its quota or more in ${month.month}.`;
    return { json, text };
  }
  const rows = accounts.map((row) => [
    row.account_id,
    row.external_ref ?? "-",
    row.name,
    row.plan_title,
    priceText(plans.of(row)),
    row.calls,
    row.monthly_quota,
    row.percent,
  ]);
  const head = ["ACCOUNT", "REFERENCE", "NAME", "PLAN", "PRICE", "CALLS", "OF", "%"];
  return { json, text: alignedColumns([head, ...rows]) };
}

/**
 * With `above`, yields the accounts that should get a mail, so no closed or deleted ones. Without it, yields the lines of a
 * bill, and throws at the end if a price is unknown, because the total would be wrong.
 */
async function* rowsOf({ store, plans, month, nowMs, above }: AllOptions): AsyncGenerator<Row> {
  const unknown = new Set<string>();
  for await (const line of billLines(store, { plans, month, nowMs })) {
    for (const plan of plansWithoutPrice(line)) unknown.add(plan);
    if (above === undefined || (line.account.closedAtMs === undefined && line.percent >= above)) {
      yield lineToJson(line);
    }
  }
  if (above !== undefined || unknown.size === 0) return;
  throw new Error(
    `Accounts had plans in ${month.month} that are not in force, so their prices are not known: ${[...unknown].join(", ")}. Put them back into PLANS_FILE with "for_sale": false.`,
  );
}

function lineToJson({ account, plan, planTitle, monthlyQuota, calls, percent, state, periods }: BillLine) {
  return {
    account_id: account.id,
    external_ref: account.externalRef ?? null,
    name: account.name,
    plan,
    plan_title: planTitle,
    monthly_quota: monthlyQuota,
    calls,
    left: Math.max(0, monthlyQuota - calls),
    percent,
    state,
    plans: periods.map((period) => ({
      plan: period.plan,
      price: period.price ?? null,
      currency: period.currency ?? null,
      monthly_quota: period.monthlyQuota,
      state: period.state,
      since: isoTime(period.sinceMs),
      until: period.untilMs === undefined ? null : isoTime(period.untilMs),
      is_presumed: period.isPresumed,
    })),
  };
}
