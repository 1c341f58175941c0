// `usage --all`: what every account has used in a month, for bills and for mails about quotas.
import type { AccountMonth, AccountStore } from "../../accounts/account-store.ts";
import { accountState } from "../../accounts/account/account-state.ts";
import { priceText } from "../../accounts/plans/plan.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import { alignedColumns } from "../aligned-columns.ts";
import type { Answer } from "../command.ts";
import { csvLine } from "./csv-line.ts";

interface AllOptions {
  readonly store: AccountStore;
  readonly plans: Plans;
  /** `2026-11` */
  readonly month: string;
  /** Only who has used so many hundredths of the quota. */
  readonly above: number | undefined;
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
] as const;

/** The lines of a spreadsheet as the accounts are read, each with the end that RFC 4180 wants before the line break. */
export async function* usageOfAllToCsv(options: AllOptions): AsyncGenerator<string> {
  yield `${csvLine(COLUMNS)}\r`;
  for await (const { account, calls } of rowsOf(options)) {
    const plan = options.plans.named(account.plan);
    yield `${csvLine([
      options.month,
      account.id,
      account.externalRef ?? "",
      account.name,
      account.plan,
      plan?.price ?? "",
      plan?.currency ?? "",
      account.monthlyQuota,
      calls,
      percentOf({ account, calls }),
      accountState(account),
    ])}\r`;
  }
}

export async function usageOfAll(options: AllOptions): Promise<Answer> {
  const rows = await Array.fromAsync(rowsOf(options));
  return { json: toJson(rows, options), text: toText(rows, options) };
}

function toJson(rows: readonly AccountMonth[], options: AllOptions): object {
  return {
    month: options.month,
    above: options.above ?? null,
    accounts: rows.map(({ account, calls }) => ({
      account_id: account.id,
      external_ref: account.externalRef ?? null,
      name: account.name,
      plan: account.plan,
      plan_title: options.plans.of(account).title,
      monthly_quota: account.monthlyQuota,
      calls,
      left: Math.max(0, account.monthlyQuota - calls),
      percent: percentOf({ account, calls }),
      is_suspended: account.isSuspended,
      state: accountState(account),
    })),
  };
}

function toText(rows: readonly AccountMonth[], options: AllOptions): string {
  const which = options.above === undefined ? "" : ` that used ${options.above} % of its quota or more`;
  if (rows.length === 0) return `There is no account${which} in ${options.month}.`;
  return alignedColumns([
    ["ACCOUNT", "REFERENCE", "NAME", "PLAN", "PRICE", "CALLS", "OF", "%"],
    ...rows.map(({ account, calls }) => [
      account.id,
      account.externalRef ?? "-",
      account.name,
      options.plans.of(account).title,
      priceText(options.plans.of(account)),
      calls,
      account.monthlyQuota,
      percentOf({ account, calls }),
    ]),
  ]);
}

/** Those that are near their quota are to be told so, where anybody is left to tell. */
async function* rowsOf({ store, month, above }: AllOptions): AsyncGenerator<AccountMonth> {
  for await (const row of store.usageOfAll(month)) {
    if (above === undefined || (row.account.closedAtMs === undefined && percentOf(row) >= above)) yield row;
  }
}

/** Whole, and never more than was used: 79.9 is not 80. */
function percentOf({ account, calls }: AccountMonth): number {
  return Math.floor((100 * calls) / account.monthlyQuota);
}
