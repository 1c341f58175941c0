// `usage`: the calls of a month, from the very rows the quota is decided by.
import { InvalidArgumentError, Option } from "commander";
import type { AccountStore, MonthlyTotal, UsageRow } from "../accounts/account-store.ts";
import { callsBy, callsByKey, type KeyCalls, type NamedCalls } from "../accounts/calls-by.ts";
import { monthAt, type Month } from "../accounts/month.ts";
import { BUILT_IN_PLANS } from "../accounts/plans/built-in-plans.ts";
import { projectMonth, type Projection } from "../accounts/projection.ts";
import { VERDICTS } from "../accounts/verdict.ts";
import { DAY_MS } from "../clock.ts";
import { isoDay } from "../iso-time.ts";
import { alignedColumns, countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { ACCOUNT_ARGUMENT, existingAccount } from "./existing-account.ts";
import { givenMonth } from "./given-values.ts";
import { plansInForce } from "./plans-command.ts";
import { usageOfAll, usageOfAllToCsv } from "./usage-of-all.ts";

interface UsageOptions {
  readonly month?: Month;
  readonly csv?: boolean;
  readonly all?: boolean;
  readonly above?: number;
}

interface Usage {
  readonly accountId: string;
  /** `2026-11` */
  readonly month: string;
  readonly total: number;
  readonly monthlyQuota: number;
  /** Of the current month only. */
  readonly projection: Projection | undefined;
  readonly days: readonly NamedCalls[];
  readonly methods: readonly NamedCalls[];
  readonly keys: readonly KeyCalls[];
  readonly rows: readonly UsageRow[];
  readonly months: readonly MonthlyTotal[];
}

/** In characters. With the day and the calls beside it, a line fits a terminal of 80 columns. */
const BAR_WIDTH = 48;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

export function addUsageCommand(
  program: ServiceCommand,
  { clock, plans, print, printNote }: CommandContext,
): void {
  const usage: ServiceCommand = program
    .command("usage")
    .description(
      "Show an account's calls of a month, day by day and by key, and its last months; or those of all accounts.",
    )
    .argument("[account]", ACCOUNT_ARGUMENT)
    .option("--month <month>", "a month in UTC like 2026-11, if not the current one", givenMonth)
    .addOption(new Option("--csv", "print the month's rows for a spreadsheet").conflicts("json"))
    .option("--all", "a line for each account instead")
    .option("--above <percent>", "with --all: only who has used so much of the quota", percentFromText)
    .answer(async (store, name: string | undefined, options: UsageOptions): Promise<Answer | undefined> => {
      const nowMs = clock.nowMs();
      const { month = monthAt(nowMs), csv = false, all = false, above } = options;
      if (month.startMs > nowMs) return usage.error(`${month.month} has not begun`);
      if (all === (name !== undefined)) return usage.error("either an account or --all has to be given");
      if (name !== undefined) {
        if (above !== undefined) return usage.error("--above is about all accounts: add --all");
        const used = await readUsage({ store, idOrName: name, month, nowMs });
        return { json: usageToJson(used), text: csv ? usageToCsv(used) : usageText(used) };
      }
      const ofAll = { store, plans: await plansInForce(store, plans), month, nowMs, above };
      if (above === undefined && ofAll.plans.list === BUILT_IN_PLANS) {
        printNote("Prices are those of the built-in plans: PLANS_FILE is not set.");
      }
      if (!csv) return usageOfAll(ofAll);
      if (above === undefined && nowMs < month.endMs)
        printNote(`${month.month} is not over: its rows are so far.`);
      for await (const line of usageOfAllToCsv(ofAll)) print(line);
      return undefined;
    });
}

async function readUsage(options: {
  readonly store: AccountStore;
  readonly idOrName: string;
  readonly month: Month;
  readonly nowMs: number;
}): Promise<Usage> {
  const { store, idOrName, month, nowMs } = options;
  const { id: accountId, monthlyQuota } = await existingAccount(store, idOrName);
  const rows = await store.usage(accountId, month.month);
  const isCurrent = month.month === monthAt(nowMs).month;
  return {
    accountId,
    month: month.month,
    total: rows.reduce((sum, { calls }) => sum + calls, 0),
    monthlyQuota,
    projection: isCurrent ? projectMonth({ rows, monthlyQuota, nowMs }) : undefined,
    days: callsByDay(rows, daysUntil(month, nowMs)),
    methods: callsBy(rows, ({ method }) => method),
    keys: callsByKey(rows, await store.listKeys(accountId)),
    rows,
    months: await store.monthlyTotals(accountId),
  };
}

/** `2026-11-01`, `2026-11-02`, … to the end of the month or to now, whichever comes first. */
function daysUntil({ startMs, endMs }: Month, nowMs: number): readonly string[] {
  const count = Math.ceil((Math.min(endMs, nowMs + 1) - startMs) / DAY_MS);
  return Array.from({ length: Math.max(0, count) }, (_, day) => isoDay(startMs + day * DAY_MS));
}

/** Days without a call have their line too, so that the chart's axis is the time. */
function callsByDay(rows: readonly UsageRow[], days: readonly string[]): Usage["days"] {
  const calls = new Map(callsBy(rows, ({ day }) => day).map((each) => [each.name, each.calls]));
  // A row of a day that has not begun, by this machine's clock, is shown all the same.
  const shown = new Set([...days, ...calls.keys()]);
  return [...shown].sort().map((name) => ({ name, calls: calls.get(name) ?? 0 }));
}

function percentFromText(text: string): number {
  if (!/^\d{1,4}$/.test(text)) {
    throw new InvalidArgumentError("It has to be a whole number, such as 80.");
  }
  return Number(text);
}

function usageText(usage: Usage): string {
  const { total, month, days, methods, months } = usage;
  const monthRows = months.map((row) => ({ name: row.month, calls: row.calls }));
  const used = `${countText(total)} of ${countText(usage.monthlyQuota)} calls used in ${month}, ${countText(leftOf(usage))} left`;
  const tables =
    total === 0 ? [] : [daysText(days), callsText("METHOD", methods), keysText(usage), verdictsText(usage)];
  return [used + projectionText(usage), ...tables, callsText("MONTH", monthRows)]
    .filter((text) => text !== "")
    .join("\n\n");
}

function usageToJson(usage: Usage): object {
  const { projection } = usage;
  return {
    account_id: usage.accountId,
    month: usage.month,
    total: usage.total,
    monthly_quota: usage.monthlyQuota,
    left: leftOf(usage),
    projection:
      projection === undefined
        ? null
        : {
            calls: projection.calls,
            full_days: projection.fullDays,
            is_rough: projection.isRough,
            used_up_on: projection.usedUpOn ?? null,
          },
    days: usage.days.map(({ name, calls }) => ({ day: name, calls })),
    methods: usage.methods.map(({ name, calls }) => ({ method: name, calls })),
    keys: usage.keys.map(({ key, calls }) => ({ key_id: key?.id ?? null, label: key?.label ?? null, calls })),
    rows: usage.rows.map(({ day, method, keyId, calls }) => ({ day, method, key_id: keyId ?? null, calls })),
    months: usage.months,
  };
}

/** A line for each row. A label cannot hold a double quote, and begins with a letter or a digit. */
function usageToCsv({ rows, keys }: Usage): string {
  const labels = new Map(keys.map(({ key }) => [key?.id, key?.label]));
  const lines = rows.map(
    ({ day, method, keyId, calls }) =>
      `${day},${method},${keyId ?? ""},"${labels.get(keyId) ?? ""}",${calls}`,
  );
  return ["day,method,key_id,label,calls", ...lines].join("\n");
}

/** The quota may have been lowered below what was used. */
function leftOf({ monthlyQuota, total }: Usage): number {
  return Math.max(0, monthlyQuota - total);
}

function projectionText({ projection }: Usage): string {
  if (projection === undefined) return "";
  const { calls, fullDays, isRough, usedUpOn } = projection;
  const days = `${fullDays} full ${fullDays === 1 ? "day" : "days"}`;
  const ground = isRough ? `a rough guess from ${days}` : `going by ${days}`;
  const end = usedUpOn === undefined ? "" : `; the quota is used up on ${usedUpOn}`;
  return `\nAbout ${countText(calls)} by the end of the month, ${ground}${end}`;
}

function daysText(days: readonly NamedCalls[]): string {
  const most = Math.max(...days.map(({ calls }) => calls));
  return alignedColumns([
    ["DAY", "CALLS"],
    ...days.map(({ name, calls }) => [name, calls, barText(calls / most)]),
  ]);
}

/** Nothing where there are no rows. */
function callsText(heading: string, rows: readonly NamedCalls[]): string {
  const lines = rows.map(({ name, calls }) => [name, calls]);
  return lines.length === 0 ? "" : alignedColumns([[heading, "CALLS"], ...lines]);
}

/** Nothing where no call is known to be of a key. */
function keysText({ keys }: Usage): string {
  if (keys.every(({ key }) => key === undefined)) return "";
  const lines = keys.map(({ key, calls }) => [
    key?.id ?? "before keys were counted",
    key?.label ?? "-",
    calls,
  ]);
  return alignedColumns([["KEY", "LABEL", "CALLS"], ...lines]);
}

/** Nothing where no answer had a verdict. */
function verdictsText({ month, months }: Usage): string {
  const told = months.find((row) => row.month === month);
  if (told === undefined || VERDICTS.every((verdict) => told.verdicts[verdict] === 0)) return "";
  const rows = VERDICTS.map((name) => ({ name, calls: told.verdicts[name] }));
  const without = rows.reduce((rest, { calls }) => rest - calls, told.calls);
  return callsText("VERDICT", [...rows, { name: "none", calls: without }]);
}

/** A bar for a share of the whole width, to an eighth of a character; what is above 0 can be seen. */
function barText(share: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * BAR_WIDTH * EIGHTHS.length)) : 0;
  return "█".repeat(Math.floor(eighths / EIGHTHS.length)) + (EIGHTHS[eighths % EIGHTHS.length] ?? "");
}
