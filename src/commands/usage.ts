// `usage`: the calls of a month, from the very rows the quota is decided by.
import { DAY_MS } from "../clock.ts";
import type { UsageRow } from "../accounts/account-store.ts";
import { monthAt, monthFromText, type Month } from "../accounts/month.ts";
import { alignedColumns, countText } from "./text/aligned-columns.ts";
import { barText } from "./text/bar.ts";
import type { CommandContext } from "./command-context.ts";
import { existingAccount } from "./existing-account.ts";
import { jsonText } from "./text/json-values.ts";
import { parseArguments } from "./parse-arguments.ts";
import { UsageError } from "./usage-error.ts";

/** With the day and the calls beside it, a line fits a terminal of 80 columns. */
const BAR_WIDTH = 48;

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
  const nowMs = clock.nowMs();
  const month = options.month === undefined ? monthAt(nowMs) : givenMonth(options.month);
  const account = existingAccount(await store.findAccount(positionals.ACCOUNT), positionals.ACCOUNT);
  const rows = await store.usage(account.id, month.month);
  const months = await store.monthlyTotals(account.id);

  const total = rows.reduce((sum, { calls }) => sum + calls, 0);
  const quota = account.monthlyQuota;
  // The quota may have been lowered below what was used.
  const left = Math.max(0, quota - total);
  const days = callsByDay(rows, daysUntil(month, nowMs));
  const methods = callsByMethod(rows);

  if (isJson) {
    const sums = { total, monthly_quota: quota, left };
    print(jsonText({ account_id: account.id, month: month.month, ...sums, days, methods, rows, months }));
    return;
  }
  const sum = `${countText(total)} of ${countText(quota)} calls used in ${month.month}, ${countText(left)} left`;
  const tables = [
    daysText(days),
    callsText("METHOD", methods, "method"),
    callsText("MONTH", months, "month"),
  ];
  print([sum, ...(total > 0 ? tables : tables.slice(-1))].filter((text) => text !== "").join("\n\n"));
}

interface DayCalls {
  readonly day: string;
  readonly calls: number;
}

/** `2026-11-01`, `2026-11-02`, … to the end of the month or to now, whichever comes first. */
function daysUntil({ startMs, endMs }: Month, nowMs: number): readonly string[] {
  const count = Math.ceil((Math.min(endMs, nowMs + 1) - startMs) / DAY_MS);
  return Array.from({ length: Math.max(0, count) }, (_, day) =>
    new Date(startMs + day * DAY_MS).toISOString().slice(0, "2026-11-01".length),
  );
}

/** Days without a call have their line too, so that the chart's axis is the time. */
function callsByDay(rows: readonly UsageRow[], days: readonly string[]): readonly DayCalls[] {
  const calls = sums(rows, ({ day }) => day);
  // A row of a day that has not begun, by this machine's clock, is shown all the same.
  const shown = new Set([...days, ...calls.keys()]);
  return [...shown].sort().map((day) => ({ day, calls: calls.get(day) ?? 0 }));
}

function callsByMethod(rows: readonly UsageRow[]): readonly { method: string; calls: number }[] {
  const calls = [...sums(rows, ({ method }) => method)].map(([method, calls]) => ({ method, calls }));
  return calls.sort((a, b) => b.calls - a.calls || (a.method < b.method ? -1 : 1));
}

function sums(rows: readonly UsageRow[], by: (row: UsageRow) => string): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  for (const row of rows) {
    calls.set(by(row), (calls.get(by(row)) ?? 0) + row.calls);
  }
  return calls;
}

function daysText(days: readonly DayCalls[]): string {
  const valueMax = Math.max(...days.map(({ calls }) => calls));
  return alignedColumns([
    ["DAY", "CALLS"],
    ...days.map(({ day, calls }) => [day, calls, barText(calls, { valueMax, width: BAR_WIDTH })]),
  ]);
}

/** `rows` under a heading, or nothing where there are none. */
function callsText<Name extends string>(
  heading: string,
  rows: readonly (Readonly<Record<Name, string>> & { readonly calls: number })[],
  name: Name,
): string {
  const lines = rows.map((row) => [row[name], row.calls]);
  return lines.length === 0 ? "" : alignedColumns([[heading, "CALLS"], ...lines]);
}

function givenMonth(text: string): Month {
  const month = monthFromText(text);
  if (month === undefined) {
    throw new UsageError(`--month has to be a year and a month like 2026-11: not "${text}"`);
  }
  return month;
}
