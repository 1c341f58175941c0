// `accounts history`: who was on which plan when, for bills.
import { Option } from "commander";
import type { Account, AccountStore } from "../accounts/account-store.ts";
import type { PlanPeriod } from "../accounts/account/plan-period.ts";
import type { Month } from "../accounts/month.ts";
import { isoTime } from "../iso-time.ts";
import { alignedColumns, csvLine } from "./aligned-columns.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { ACCOUNT_ARGUMENT, existingAccount } from "./existing-account.ts";
import { givenMonth } from "./given-values.ts";

interface HistoryOptions {
  readonly all?: boolean;
  readonly month?: Month;
  readonly csv?: boolean;
}

interface Row extends PlanPeriod {
  readonly account: Account;
  /** Undefined while it lasts. */
  readonly untilMs: number | undefined;
}

/** How many accounts are asked for at once: no other answer has to wait long for them. */
const BATCH = 50;

export function addHistoryCommand(accounts: ServiceCommand): void {
  const history: ServiceCommand = accounts
    .command("history")
    .description("Show which plan an account was on when, or with --all every account.")
    .argument("[account]", ACCOUNT_ARGUMENT)
    .option("--all", "of every account, the oldest first")
    .option("--month <month>", "only what touches a month in UTC like 2026-11", givenMonth)
    .addOption(new Option("--csv", "print the periods for a spreadsheet").conflicts("json"))
    .answer(async (store, idOrName: string | undefined, options: HistoryOptions) => {
      if ((idOrName === undefined) === (options.all !== true)) {
        return history.error("either an account or --all has to be given");
      }
      const account = idOrName === undefined ? undefined : await existingAccount(store, idOrName);
      const rows = await periodsOf(store, account === undefined ? await store.listAccounts() : [account]);
      return historyAnswer(account, rows.filter(touches(options.month)), options.csv === true);
    });
}

async function periodsOf(store: AccountStore, accounts: readonly Account[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < accounts.length; from += BATCH) {
    const batch = accounts.slice(from, from + BATCH).map(async (account) => {
      const periods = await store.planHistory(account.id);
      return periods.map((period, index) =>
        Object.assign({ account, untilMs: periods[index + 1]?.sinceMs }, period),
      );
    });
    rows.push(...(await Promise.all(batch)).flat());
  }
  return rows;
}

function touches(month: Month | undefined): (row: Row) => boolean {
  if (month === undefined) return () => true;
  return ({ sinceMs, untilMs = Number.POSITIVE_INFINITY }) =>
    sinceMs < month.endMs && untilMs > month.startMs;
}

function historyAnswer(account: Account | undefined, rows: readonly Row[], isCsv: boolean): Answer {
  return {
    json: { account_id: account?.id ?? null, periods: rows.map(rowToJson) },
    text: isCsv ? rowsToCsv(rows) : rowsText(rows, { isOfAll: account === undefined }),
  };
}

function rowsText(rows: readonly Row[], { isOfAll }: { readonly isOfAll: boolean }): string {
  const header = ["SINCE", "UNTIL", "PLAN", "CALLS A MONTH", "STATE"];
  const table = alignedColumns([
    isOfAll ? ["ACCOUNT", ...header] : header,
    ...rows.map(({ account, sinceMs, untilMs, plan, monthlyQuota, state, isPresumed }) => {
      const since = `${isoTime(sinceMs)}${isPresumed ? "*" : ""}`;
      const cells = [since, untilMs === undefined ? "now" : isoTime(untilMs), plan, monthlyQuota, state];
      return isOfAll ? [account.id, ...cells] : cells;
    }),
  ]);
  return rows.some(({ isPresumed }) => isPresumed)
    ? `${table}\n\n* As far as is known: the account is older than its history.`
    : table;
}

function rowsToCsv(rows: readonly Row[]): string {
  return [
    csvLine([
      "account_id",
      "external_ref",
      "name",
      "since",
      "until",
      "plan",
      "monthly_quota",
      "state",
      "is_presumed",
    ]),
    ...rows.map(({ account, sinceMs, untilMs, plan, monthlyQuota, state, isPresumed }) =>
      csvLine([
        account.id,
        account.externalRef ?? "",
        account.name,
        isoTime(sinceMs),
        untilMs === undefined ? "" : isoTime(untilMs),
        plan,
        monthlyQuota,
        state,
        String(isPresumed),
      ]),
    ),
  ].join("\n");
}

function rowToJson({ account, sinceMs, untilMs, plan, monthlyQuota, state, isPresumed }: Row): object {
  return {
    account_id: account.id,
    external_ref: account.externalRef ?? null,
    since: isoTime(sinceMs),
    until: untilMs === undefined ? null : isoTime(untilMs),
    plan,
    monthly_quota: monthlyQuota,
    state,
    is_presumed: isPresumed,
  };
}
