// `accounts history`: the plan periods of accounts, for bills.
import { Option } from "commander";
import type { Account, PlanPeriod } from "../../accounts/account.ts";
import { createAdmin, type AccountNaming } from "../../accounts/admin.ts";
import { monthAt, type Month } from "../../accounts/month.ts";
import { isoTime } from "../../lib/time/iso-time.ts";
import { alignedColumns, csvLines } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import type { ServiceCommand } from "./command.ts";
import { givenMonth } from "./given-values.ts";
import { ACCOUNT_ARGUMENT, accountFromArgument } from "./named-account.ts";

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

export function addHistoryCommand(accounts: ServiceCommand, { clock }: CommandContext): void {
  const history: ServiceCommand = accounts
    .command("history")
    .description("Show which plan an account was on, and when; with --all for every account.")
    .argument("[account]", ACCOUNT_ARGUMENT, accountFromArgument)
    .option("--all", "for every account, the oldest first")
    .option("--month <month>", "only periods that touch a UTC month such as 2026-11", givenMonth)
    .addOption(new Option("--csv", "print the periods for a spreadsheet").conflicts("json"))
    .answer(async (store, naming: AccountNaming | undefined, options: HistoryOptions) => {
      if ((naming === undefined) === (options.all !== true)) {
        return history.error("give either an account or --all");
      }
      const one = naming === undefined ? undefined : await createAdmin({ store }).account(naming);
      const histories =
        one === undefined
          ? store.usageOfAll(monthAt(clock.nowMs()).month)
          : [{ account: one, history: await store.planHistory(one.id) }];
      const rows: Row[] = [];
      for await (const { account, history } of histories) {
        rows.push(...rowsOfAccount(account, history, options.month));
      }
      const periods = rows.map((row) => {
        const { name: _, ...period } = row;
        return period;
      });
      return {
        json: { account_id: one?.id ?? null, periods },
        text:
          options.csv === true ? csvLines(CSV_COLUMNS, rows) : rowsText(rows, { isOfAll: one === undefined }),
      };
    });
}

type Row = ReturnType<typeof rowsOfAccount>[number];

/** Only the periods that touch the month, if one is given. */
function rowsOfAccount(account: Account, history: readonly PlanPeriod[], month: Month | undefined) {
  return history.flatMap(({ sinceMs, plan, monthlyQuota, state, isPresumed }, index) => {
    const untilMs = history[index + 1]?.sinceMs;
    const isOutside = month && (sinceMs >= month.endMs || (untilMs ?? Infinity) <= month.startMs);
    return isOutside === true
      ? []
      : {
          account_id: account.id,
          external_ref: account.externalRef ?? null,
          name: account.name,
          since: isoTime(sinceMs),
          until: untilMs === undefined ? null : isoTime(untilMs),
          plan,
          monthly_quota: monthlyQuota,
          state,
          is_presumed: isPresumed,
        };
  });
}

function rowsText(rows: readonly Row[], { isOfAll }: { readonly isOfAll: boolean }): string {
  const header = ["SINCE", "UNTIL", "PLAN", "CALLS A MONTH", "STATE"];
  const table = alignedColumns([
    isOfAll ? ["ACCOUNT", ...header] : header,
    ...rows.map(({ account_id: id, since, until, plan, monthly_quota: quota, state, is_presumed }) => {
      const cells = [`${since}${is_presumed ? "*" : ""}`, until ?? "now", plan, quota, state];
      return isOfAll ? [id, ...cells] : cells;
    }),
  ]);
  return rows.some(({ is_presumed }) => is_presumed)
    ? `${table}\n\n* As far as is known: the account is older than its history.`
    : table;
}
