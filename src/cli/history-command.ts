// `accounts history`: who was on which plan when, for bills.
import { Option } from "commander";
import type { Account, PlanPeriod } from "../accounts/account.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { Month } from "../accounts/month.ts";
import { isoTime } from "../iso-time.ts";
import { alignedColumns, csvLines } from "./aligned-columns.ts";
import type { ServiceCommand } from "./command.ts";
import { ACCOUNT_ARGUMENT, existingAccount } from "./existing-account.ts";
import { givenMonth } from "./given-values.ts";

const CSV_COLUMNS = [
  "account_id",
  "external_ref",
  "name",
  "since",
  "until",
  "plan",
  "monthly_quota",
  "state",
  "is_presumed",
];

interface HistoryOptions {
  readonly all?: boolean;
  readonly month?: Month;
  readonly csv?: boolean;
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
      const accounts = account === undefined ? await store.listAccounts() : [account];
      const periods = await periodsOf(store, accounts, options.month);
      const names = new Map(accounts.map(({ id, name }) => [id, name]));
      const named = periods.map((row) => Object.assign({ name: names.get(row.account_id) ?? "" }, row));
      return {
        json: { account_id: account?.id ?? null, periods },
        text:
          options.csv === true
            ? csvLines(CSV_COLUMNS, named)
            : periodsText(periods, { isOfAll: account === undefined }),
      };
    });
}

/** Named as in the document. */
async function periodsOf(store: AccountStore, accounts: readonly Account[], month: Month | undefined) {
  const periods: ReturnType<typeof periodsOfAccount>[] = [];
  for (let from = 0; from < accounts.length; from += BATCH) {
    const batch = accounts
      .slice(from, from + BATCH)
      .map(async (account) => periodsOfAccount(account, await store.planHistory(account.id), month));
    periods.push(...(await Promise.all(batch)));
  }
  return periods.flat();
}

/** Those that touch the month, where there is one. */
function periodsOfAccount(account: Account, history: readonly PlanPeriod[], month: Month | undefined) {
  return history.flatMap(({ sinceMs, plan, monthlyQuota, state, isPresumed }, index) => {
    const untilMs = history[index + 1]?.sinceMs;
    const isOutside = month && (sinceMs >= month.endMs || (untilMs ?? Infinity) <= month.startMs);
    return isOutside === true
      ? []
      : {
          account_id: account.id,
          external_ref: account.externalRef ?? null,
          since: isoTime(sinceMs),
          until: untilMs === undefined ? null : isoTime(untilMs),
          plan,
          monthly_quota: monthlyQuota,
          state,
          is_presumed: isPresumed,
        };
  });
}

function periodsText(
  periods: ReturnType<typeof periodsOfAccount>,
  { isOfAll }: { readonly isOfAll: boolean },
): string {
  const header = ["SINCE", "UNTIL", "PLAN", "CALLS A MONTH", "STATE"];
  const table = alignedColumns([
    isOfAll ? ["ACCOUNT", ...header] : header,
    ...periods.map(({ account_id: id, since, until, plan, monthly_quota: quota, state, is_presumed }) => {
      const cells = [`${since}${is_presumed ? "*" : ""}`, until ?? "now", plan, quota, state];
      return isOfAll ? [id, ...cells] : cells;
    }),
  ]);
  return periods.some(({ is_presumed }) => is_presumed)
    ? `${table}\n\n* As far as is known: the account is older than its history.`
    : table;
}
