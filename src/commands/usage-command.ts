// `usage`: the calls of a month, from the very rows the quota is decided by.
import type { UsageRow } from "../accounts/account-store.ts";
import { monthAt, monthFromText } from "../accounts/month.ts";
import { alignedColumns, countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import { existingAccount } from "./existing-account.ts";
import { jsonText } from "./json-values.ts";
import { parseArguments } from "./parse-arguments.ts";
import { UsageError } from "./usage-error.ts";

export async function usageCommand(
  args: readonly string[],
  { store, clock, print }: CommandContext,
): Promise<void> {
  const { positionals, options, isJson } = parseArguments({
    args,
    usage: "usage ACCOUNT [--month YYYY-MM] [--json]",
    positionals: ["ACCOUNT"],
    options: ["month"],
  });
  const { month } = options.month === undefined ? monthAt(clock.nowMs()) : givenMonth(options.month);
  const account = existingAccount(await store.findAccount(positionals.ACCOUNT), positionals.ACCOUNT);
  const rows = await store.usage(account.id, month);
  const total = rows.reduce((sum, { calls }) => sum + calls, 0);
  const quota = account.monthlyQuota;
  // The quota may have been lowered below what was used.
  const left = Math.max(0, quota - total);

  if (isJson) {
    print(jsonText({ account_id: account.id, month, rows, total, monthly_quota: quota, left }));
  } else {
    const sum = `${countText(total)} of ${countText(quota)} calls used in ${month}, ${countText(left)} left`;
    print(rows.length === 0 ? sum : `${rowsText(rows, total)}\n\n${sum}`);
  }
}

function rowsText(rows: readonly UsageRow[], total: number): string {
  return alignedColumns([
    ["DAY", "METHOD", "CALLS"],
    ...rows.map(({ day, method, calls }) => [day, method, calls]),
    ["total", "", total],
  ]);
}

function givenMonth(text: string) {
  const month = monthFromText(text);
  if (month === undefined) {
    throw new UsageError(`--month has to be a year and a month like 2026-11: not "${text}"`);
  }
  return month;
}
