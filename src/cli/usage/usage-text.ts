// What an account has used, as people, scripts and spreadsheets read it.
import type { MonthlyTotal, UsageRow } from "../../accounts/usage.ts";
import type { KeyCalls, NamedCalls } from "../../accounts/calls-by.ts";
import type { Projection } from "../../accounts/projection.ts";
import { VERDICTS } from "../../accounts/usage.ts";
import { alignedColumns, countText } from "../aligned-columns.ts";

export interface Usage {
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

export function usageText(usage: Usage): string {
  const { total, month, days, methods, months } = usage;
  const monthRows = months.map((row) => ({ name: row.month, calls: row.calls }));
  const used = `${countText(total)} of ${countText(usage.monthlyQuota)} calls used in ${month}, ${countText(leftOf(usage))} left`;
  const tables =
    total === 0 ? [] : [daysText(days), callsText("METHOD", methods), keysText(usage), verdictsText(usage)];
  return [used + projectionText(usage), ...tables, callsText("MONTH", monthRows)]
    .filter((text) => text !== "")
    .join("\n\n");
}

export function usageToJson(usage: Usage): object {
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
export function usageToCsv({ rows, keys }: Usage): string {
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
