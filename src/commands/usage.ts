// `usage`: the calls of a month, from the very rows the quota is decided by.
import { InvalidArgumentError } from "commander";
import type { AccountStore, UsageRow } from "../accounts/account-store.ts";
import { monthAt, monthFromText, type Month } from "../accounts/month.ts";
import { DAY_MS } from "../clock.ts";
import { isoDay } from "../iso-time.ts";
import { alignedColumns, countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { existingAccount } from "./existing-account.ts";

/** In characters. With the day and the calls beside it, a line fits a terminal of 80 columns. */
const BAR_WIDTH = 48;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

export function addUsageCommand(program: ServiceCommand, { clock }: CommandContext): void {
  program
    .command("usage")
    .description("Show an account's calls of a month, day by day, and its last months.")
    .argument("<account>", "the account's id, acc_…")
    .option("--month <month>", "a month in UTC like 2026-11, if not the current one", givenMonth)
    .answer((store, accountId: string, { month }: { readonly month?: Month }) =>
      usage({ store, accountId, month: month ?? monthAt(clock.nowMs()), nowMs: clock.nowMs() }),
    );
}

async function usage(options: {
  readonly store: AccountStore;
  readonly accountId: string;
  readonly month: Month;
  readonly nowMs: number;
}): Promise<Answer> {
  const { store, accountId, month, nowMs } = options;
  const account = existingAccount(await store.findAccount(accountId), accountId);
  const rows = await store.usage(account.id, month.month);
  const months = await store.monthlyTotals(account.id);

  const total = rows.reduce((sum, { calls }) => sum + calls, 0);
  const quota = account.monthlyQuota;
  // The quota may have been lowered below what was used.
  const left = Math.max(0, quota - total);
  const days = callsByDay(rows, daysUntil(month, nowMs));
  const methods = callsByMethod(rows);

  const sum = `${countText(total)} of ${countText(quota)} calls used in ${month.month}, ${countText(left)} left`;
  const tables = total === 0 ? [] : [daysText(days), callsText("METHOD", methods, "method")];
  const sums = { total, monthly_quota: quota, left };
  return {
    json: { account_id: account.id, month: month.month, ...sums, days, methods, rows, months },
    text: [sum, ...tables, callsText("MONTH", months, "month")].filter((text) => text !== "").join("\n\n"),
  };
}

interface DayCalls {
  readonly day: string;
  readonly calls: number;
}

/** `2026-11-01`, `2026-11-02`, … to the end of the month or to now, whichever comes first. */
function daysUntil({ startMs, endMs }: Month, nowMs: number): readonly string[] {
  const count = Math.ceil((Math.min(endMs, nowMs + 1) - startMs) / DAY_MS);
  return Array.from({ length: Math.max(0, count) }, (_, day) => isoDay(startMs + day * DAY_MS));
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
    ...days.map(({ day, calls }) => [day, calls, barText(calls / valueMax)]),
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

/** A bar for a share of the whole width, to an eighth of a character; what is above 0 can be seen. */
function barText(share: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * BAR_WIDTH * EIGHTHS.length)) : 0;
  return "█".repeat(Math.floor(eighths / EIGHTHS.length)) + (EIGHTHS[eighths % EIGHTHS.length] ?? "");
}

function givenMonth(text: string): Month {
  const month = monthFromText(text);
  if (month === undefined) {
    throw new InvalidArgumentError("It has to be a year and a month like 2026-11.");
  }
  return month;
}
