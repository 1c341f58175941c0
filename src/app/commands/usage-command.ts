// `usage`: the calls of a month, from the rows that decide on the quota.
import { InvalidArgumentError, Option } from "commander";
import { createAdmin, type AccountNaming } from "../../accounts/admin.ts";
import type { AccountStore } from "../../accounts/store.ts";
import { totalCalls, totalsWith, type UsageRow } from "../../accounts/usage.ts";
import { callsBy, callsByKey } from "../../accounts/calls-by.ts";
import { monthAt, type Month } from "../../accounts/month.ts";
import { BUILT_IN_PLANS } from "../../accounts/plans/built-in-plans.ts";
import { projectMonth, type MonthProjection } from "../../accounts/month-projection.ts";
import { DAY_MS } from "../../lib/time/clock.ts";
import { isoDay } from "../../lib/time/iso-time.ts";
import { VERDICTS } from "../../scoring/verdicts.ts";
import { alignedColumns, countText, csvLines } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { givenMonth } from "./given-values.ts";
import { ACCOUNT_ARGUMENT, accountFromArgument } from "./named-account.ts";
import { plansInForce } from "./plans-command.ts";
import { usageOfAll, usageOfAllToCsv } from "./usage-of-all.ts";

interface UsageOptions {
  readonly month?: Month;
  readonly csv?: boolean;
  readonly all?: boolean;
  readonly above?: number;
}

type Usage = Awaited<ReturnType<typeof readUsage>>;

/** In characters. With the day and the calls, a line has at most 80. */
const BAR_WIDTH = 48;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

export function addUsageCommand(
  program: ServiceCommand,
  { clock, plans, print, printNote }: CommandContext,
): void {
  const usage: ServiceCommand = program
    .command("usage")
    .description(
      "Show an account's calls in a month, by day and by key, and its last months; or the calls of all accounts.",
    )
    .argument("[account]", ACCOUNT_ARGUMENT, accountFromArgument)
    .option("--month <month>", "a UTC month such as 2026-11, if not the current one", givenMonth)
    .addOption(new Option("--csv", "print the month's rows for a spreadsheet").conflicts("json"))
    .option("--all", "one line for each account")
    .option(
      "--above <percent>",
      "with --all: only accounts that have used at least this percentage of their quota",
      percentFromText,
    )
    .answer(
      async (
        store,
        naming: AccountNaming | undefined,
        options: UsageOptions,
      ): Promise<Answer | undefined> => {
        const nowMs = clock.nowMs();
        const { month = monthAt(nowMs), csv = false, all = false, above } = options;
        if (month.startMs > nowMs) return usage.error(`${month.month} has not begun`);
        if (all === (naming !== undefined)) return usage.error("give either an account or --all");
        if (naming !== undefined) {
          if (above !== undefined) return usage.error("--above is about all accounts: add --all");
          const used = await readUsage(store, naming, { month, nowMs });
          return { json: used, text: csv ? usageToCsv(used) : usageText(used) };
        }
        const ofAll = { store, plans: await plansInForce(store, plans), month, nowMs, above };
        if (above === undefined && ofAll.plans.list === BUILT_IN_PLANS) {
          printNote("Prices are those of the built-in plans: PLANS_FILE is not set.");
        }
        if (!csv) return usageOfAll(ofAll);
        if (above === undefined && nowMs < month.endMs)
          printNote(`${month.month} is not over: these are its rows so far.`);
        for await (const line of usageOfAllToCsv(ofAll)) print(line);
        return undefined;
      },
    );
}

/** The document for scripts. */
async function readUsage(
  store: AccountStore,
  naming: AccountNaming,
  { month, nowMs }: { readonly month: Month; readonly nowMs: number },
) {
  const { id, monthlyQuota } = await createAdmin({ store }).account(naming);
  const { rows, verdicts } = await store.usageOfMonth(id, month.month);
  const total = totalCalls(rows);
  const ofMonth = { month: month.month, calls: total, verdicts };
  const isCurrent = month.month === monthAt(nowMs).month;
  const keys = callsByKey(rows, await store.listKeys(id));
  return {
    account_id: id,
    month: month.month,
    total,
    monthly_quota: monthlyQuota,
    // The quota may have been lowered below the calls used.
    left: Math.max(0, monthlyQuota - total),
    projection: isCurrent ? projectionToJson(projectMonth({ rows, monthlyQuota, nowMs })) : null,
    days: callsByDay(rows, daysUntil(month, nowMs)),
    methods: callsBy(rows, ({ method }) => method).map(({ name, calls }) => ({ method: name, calls })),
    keys: keys.map(({ key, calls }) => ({ key_id: key?.id ?? null, label: key?.label ?? null, calls })),
    rows: rows.map(({ day, method, keyId, calls }) => ({ day, method, key_id: keyId ?? null, calls })),
    months: totalsWith(await store.monthlyTotals(id), ofMonth),
  };
}

function projectionToJson(projection: MonthProjection | undefined) {
  if (projection === undefined) return null;
  const { calls, fullDays, isRough, usedUpOn = null } = projection;
  return { calls, full_days: fullDays, is_rough: isRough, used_up_on: usedUpOn };
}

/** `2026-11-01`, `2026-11-02`, … to the end of the month or to now, whichever is earlier. */
function daysUntil({ startMs, endMs }: Month, nowMs: number): readonly string[] {
  const count = Math.ceil((Math.min(endMs, nowMs + 1) - startMs) / DAY_MS);
  return Array.from({ length: Math.max(0, count) }, (_, day) => isoDay(startMs + day * DAY_MS));
}

/** Days without calls are listed too, so that the chart has a time axis. */
function callsByDay(rows: readonly UsageRow[], days: readonly string[]) {
  const calls = new Map(callsBy(rows, ({ day }) => day).map((each) => [each.name, each.calls]));
  // A row for a day that has not begun by this machine's clock is shown too.
  const listed = new Set([...days, ...calls.keys()]);
  return [...listed].sort().map((day) => ({ day, calls: calls.get(day) ?? 0 }));
}

function percentFromText(text: string): number {
  if (!/^\d{1,4}$/.test(text)) {
    throw new InvalidArgumentError("It must be a whole number, such as 80.");
  }
  return Number(text);
}

function usageText(usage: Usage): string {
  const { total, month, days, methods, months } = usage;
  const used = `${countText(total)} of ${countText(usage.monthly_quota)} calls used in ${month}, ${countText(usage.left)} left`;
  const methodRows = methods.map(({ method, calls }) => [method, calls] as const);
  const tables =
    total === 0
      ? []
      : [daysText(days), callsText("METHOD", methodRows), keysText(usage), verdictsText(usage)];
  const monthRows = months.map((row) => [row.month, row.calls] as const);
  return [used + projectionText(usage), ...tables, callsText("MONTH", monthRows)]
    .filter((text) => text !== "")
    .join("\n\n");
}

function usageToCsv({ rows, keys }: Usage): string {
  const labels = new Map(keys.map(({ key_id: id, label }) => [id, label]));
  return csvLines(
    ["day", "method", "key_id", "label", "calls"],
    rows.map((row) => ({ ...row, label: labels.get(row.key_id) ?? null })),
  );
}

function projectionText({ projection }: Usage): string {
  if (projection === null) return "";
  const { calls, full_days: fullDays, is_rough: isRough, used_up_on: usedUpOn } = projection;
  const days = `${fullDays} full ${fullDays === 1 ? "day" : "days"}`;
  const ground = isRough ? `a rough guess from ${days}` : `based on ${days}`;
  const end = usedUpOn === null ? "" : `; the quota will be used up on ${usedUpOn}`;
  return `\nAbout ${countText(calls)} by the end of the month, ${ground}${end}`;
}

function daysText(days: Usage["days"]): string {
  const most = Math.max(...days.map(({ calls }) => calls));
  return alignedColumns([
    ["DAY", "CALLS"],
    ...days.map(({ day, calls }) => [day, calls, barText(calls / most)]),
  ]);
}

/** Empty without rows. */
function callsText(heading: string, rows: readonly (readonly [name: string, calls: number])[]): string {
  return rows.length === 0 ? "" : alignedColumns([[heading, "CALLS"], ...rows]);
}

/** Empty if no call has a known key. */
function keysText({ keys }: Usage): string {
  if (keys.every(({ key_id: id }) => id === null)) return "";
  const lines = keys.map(({ key_id: id, label, calls }) => [
    id ?? "before keys were counted",
    label ?? "-",
    calls,
  ]);
  return alignedColumns([["KEY", "LABEL", "CALLS"], ...lines]);
}

/** Empty if no answer had a verdict. */
function verdictsText({ month, months }: Usage): string {
  const row = months.find((row) => row.month === month);
  if (row === undefined || VERDICTS.every((verdict) => row.verdicts[verdict] === 0)) return "";
  const rows = VERDICTS.map((name) => [name, row.verdicts[name]] as const);
  const without = rows.reduce((rest, [, calls]) => rest - calls, row.calls);
  return callsText("VERDICT", [...rows, ["none", without]]);
}

/** A bar for a share of the width, to an eighth of a character; anything above 0 is visible. */
function barText(share: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * BAR_WIDTH * EIGHTHS.length)) : 0;
  return "█".repeat(Math.floor(eighths / EIGHTHS.length)) + (EIGHTHS[eighths % EIGHTHS.length] ?? "");
}
