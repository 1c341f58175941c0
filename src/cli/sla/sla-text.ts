// A month's report on the SLA, as people, scripts and spreadsheets read it.
import { alignedColumns, countText } from "../aligned-columns.ts";
import { csvLine } from "../csv-line.ts";
import type { AccountReport, Promised, SharedLosses } from "./account-report.ts";
import { CALLS_MIN } from "./account-report.ts";
import type { MonthSums } from "./month-sums.ts";

export interface SlaReport {
  /** `2026-11` */
  readonly month: string;
  /** Whether the month is not over. */
  readonly isRunning: boolean;
  readonly promised: Promised;
  readonly sums: MonthSums;
  readonly losses: SharedLosses;
  readonly accounts: readonly { readonly account: ReportedAccount; readonly report: AccountReport }[];
}

export interface ReportedAccount {
  readonly accountId: string;
  /** Whatever its shop calls it. */
  readonly externalRef: string | undefined;
  /** Both undefined where the store has no such account any more. */
  readonly name: string | undefined;
  readonly plan: string | undefined;
}

/** Prometheus skips a sample now and then; more than this is a gap. */
const GAP_MINUTES = 10;

const VERDICTS: Readonly<Record<AccountReport["verdict"], string>> = {
  kept: "kept",
  broken: "BROKEN",
  too_few_calls: "too few calls",
  not_measured: "not measured",
};

export function slaText(report: SlaReport): string {
  const { month, isRunning, promised, accounts } = report;
  const heading = `${month}${isRunning ? " so far" : ""}: promised are ${percentText(promised.availability)} availability and ${percentText(promised.inTime)} of answers within 1 s`;
  const rows = accounts.map(({ account, report }) => [
    account.accountId,
    account.name ?? "(gone)",
    report.calls,
    report.failed,
    report.late,
    percentText(report.availability),
    percentText(report.inTime),
    `${report.outageMinutes} min`,
    VERDICTS[report.verdict],
  ]);
  const table =
    rows.length === 0
      ? "No account has a plan with the SLA, or had one that was measured."
      : alignedColumns([
          ["ACCOUNT", "NAME", "CALLS", "FAILED", "LATE", "AVAILABLE", "IN TIME", "OUTAGE", "SLA"],
          ...rows,
        ]);
  return [heading, table, notes(report).join("\n")].filter((text) => text !== "").join("\n\n");
}

/** What the numbers rest on, and what they lack. */
function notes({ sums, losses, accounts }: SlaReport): readonly string[] {
  const { minutes, measuredMinutes, upMinutes, missingDays } = sums;
  const gapMinutes = minutes - measuredMinutes;
  const downMinutes = measuredMinutes - upMinutes;
  const lines: string[] = [];
  if (measuredMinutes === 0) {
    lines.push(
      "Prometheus has no record of this month: it began later, keeps less, or lacks sla-rules.yaml.",
    );
  } else if (gapMinutes > GAP_MINUTES) {
    const days = missingDays.length === 0 ? "" : `, among them all of ${rangesText(missingDays)}`;
    lines.push(
      `Not measured: ${durationText(gapMinutes)} of ${durationText(minutes)}${days}. What happened then is in no number here.`,
    );
  }
  if (downMinutes >= 1) {
    lines.push(
      `No process was there, or none was seen, for ${durationText(downMinutes)}: they lower everybody's availability.`,
    );
  }
  const unknown = Math.round(sums.calls.get("unknown")?.failed ?? 0);
  if (unknown > 0) {
    const share = (losses.unknownShare * 100).toPrecision(2);
    lines.push(
      `${countText(unknown)} calls failed before it was known whose they were: ${share} % of all, which lower everybody's availability.`,
    );
  }
  if (accounts.some(({ report }) => report.verdict === "too_few_calls")) {
    lines.push(`Nothing is promised for a month with fewer than ${countText(CALLS_MIN)} calls.`);
  }
  return lines;
}

export function slaToJson({ month, isRunning, promised, sums, losses, accounts }: SlaReport): object {
  return {
    month,
    is_running: isRunning,
    promised: { availability: promised.availability, in_time: promised.inTime, calls_min: CALLS_MIN },
    measured: {
      minutes: Math.round(sums.minutes),
      unmeasured_minutes: Math.max(0, Math.round(sums.minutes - sums.measuredMinutes)),
      missing_days: sums.missingDays,
      down_minutes: Math.round(sums.measuredMinutes - sums.upMinutes),
      unknown_calls_failed: Math.round(sums.calls.get("unknown")?.failed ?? 0),
      unknown_share: losses.unknownShare,
    },
    accounts: accounts.map(({ account, report }) => ({
      account_id: account.accountId,
      external_ref: account.externalRef ?? null,
      name: account.name ?? null,
      plan: account.plan ?? null,
      calls: report.calls,
      failed: report.failed,
      late: report.late,
      availability: report.availability ?? null,
      in_time: report.inTime ?? null,
      outage_minutes: report.outageMinutes,
      verdict: report.verdict,
    })),
  };
}

/** A line for each account. */
export function slaToCsv({ month, accounts }: SlaReport): string {
  const lines = accounts.map(({ account, report }) =>
    csvLine([
      month,
      account.accountId,
      account.externalRef ?? "",
      account.name ?? "",
      account.plan ?? "",
      report.calls,
      report.failed,
      report.late,
      report.availability ?? "",
      report.inTime ?? "",
      report.outageMinutes,
      report.verdict,
    ]),
  );
  const heading =
    "month,account_id,external_ref,name,plan,calls,failed,late,availability,in_time,outage_minutes,verdict";
  return [heading, ...lines].join("\n");
}

/** Rounded down: what is not kept does not look kept. */
function percentText(share: number | undefined): string {
  // What binary fractions make of 99.9 is 99.90000000000001 or 99.89999999999999.
  return share === undefined ? "–" : `${Math.floor(share * 100_000 + 1e-6) / 1_000} %`;
}

/** `2 d 3 h`, `3 h 20 min` */
function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  const parts = [
    [Math.floor(whole / 1440), "d"],
    [Math.floor(whole / 60) % 24, "h"],
    [whole % 60, "min"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).slice(0, 2);
  return shown.length === 0 ? "0 min" : shown.map(([count, unit]) => `${count} ${unit}`).join(" ");
}

/** `2026-11-01 to 2026-11-04, 2026-11-09`; the days are of one month. */
function rangesText(days: readonly string[]): string {
  const ranges: string[][] = [];
  for (const day of days) {
    const latest = ranges.at(-1);
    const isNext = latest !== undefined && Number(day.slice(-2)) === Number(latest.at(-1)?.slice(-2)) + 1;
    if (isNext) latest.push(day);
    else ranges.push([day]);
  }
  return ranges.map((range) => (range.length === 1 ? range[0] : `${range[0]} to ${range.at(-1)}`)).join(", ");
}
