// `sla`: reports whether the promises of docs/sla.md were kept, by account and month, from Prometheus.
import { createAdmin, type AccountNaming } from "../../accounts/admin.ts";
import type { AccountStore } from "../../accounts/store.ts";
import { monthAt, type Month } from "../../accounts/month.ts";
import { DAY_MS } from "../../lib/time/clock.ts";
import { settingsOf } from "../../app/settings/core-config.ts";
import { readHttpUrl } from "../../app/settings/setting-values.ts";
import { isoDay } from "../../lib/time/iso-time.ts";
import { alignedColumns, countText } from "../../app/commands/aligned-columns.ts";
import type { CommandContext } from "../../app/commands/command-context.ts";
import type { ServiceCommand } from "../../app/commands/command.ts";
import { givenMonth } from "../../app/commands/given-values.ts";
import { ACCOUNT_ARGUMENT, accountFromArgument } from "../../app/commands/named-account.ts";
import { plansInForce } from "../../app/commands/plans-command.ts";
import { SLA_SETTINGS, type SlaSettings } from "./settings.ts";

/** A month with a thousand accounts took 5 s on two busy cores. */
const TIMEOUT_MS = 30_000;

/** A month with fewer calls has no verdict: one failed call would be more than a thousandth. */
const CALLS_MIN = 1_000;

/**
 * Two queries for each sum: one for a whole day, from what k8s/components/monitoring/sla-rules.yaml records, and one for
 * `PART` of a day, from the source series. A whole day is read from the last hour (`1h`): the rules run every ten minutes,
 * and if Prometheus restarts at midnight, the day must not be missing. A window of a day may have a sample at both ends, so
 * its minutes are limited to 1440.
 */
const SUMS = {
  calls: [
    "last_over_time(suitability:account_calls:increase1d[1h])",
    "sum by (namespace, account, result) (increase(suitability_account_calls_total[PART]))",
  ],
  outage: [
    "last_over_time(suitability:account_outage:minutes1d[1h])",
    "sum_over_time(suitability:account:outage[PART])",
  ],
  measured: [
    "clamp_max(last_over_time(suitability:sla_measured:minutes1d[1h]), 1440)",
    "count_over_time(suitability:sla:up[PART])",
  ],
  up: [
    "clamp_max(last_over_time(suitability:sla_up:minutes1d[1h]), 1440)",
    "sum_over_time(suitability:sla:up[PART])",
  ],
} as const;

interface SlaOptions {
  readonly month?: Month;
  readonly prometheus?: string;
  readonly namespace?: string;
}

/** The sums of a month, or of its part so far. */
export interface MonthSums {
  /** By account and result, `acc_… good`. Accounts include `other` and `unknown`; all calls of `unknown` failed. */
  readonly calls: ReadonlyMap<string, number>;
  /** Minutes by account. */
  readonly outage: ReadonlyMap<string, number>;
  /** The minutes that Prometheus measured, and how many of them had a process. */
  readonly measured: number;
  readonly up: number;
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [seconds: number, value: string];
}

export function addSlaCommand(program: ServiceCommand, context: CommandContext): void {
  program
    .command("sla")
    .description("Report whether the SLA was kept in a month, for one account or all that have it.")
    .argument("[account]", ACCOUNT_ARGUMENT, accountFromArgument)
    .option("--month <month>", "a UTC month such as 2026-11, if not the current one", givenMonth)
    .option("--prometheus <url>", "the address of Prometheus, if not that of PROMETHEUS_URL", (text) =>
      readHttpUrl(text, "--prometheus"),
    )
    .option("--namespace <name>", "the installation's namespace, if Prometheus knows several")
    .answer(async (store, naming: AccountNaming | undefined, options: SlaOptions) => {
      const report = await slaOfMonth(store, naming, { ...context, ...options });
      return { json: report, text: slaText(report) };
    });
}

/** The document for scripts; shares are between 0 and 1. */
async function slaOfMonth(
  store: AccountStore,
  naming: AccountNaming | undefined,
  given: Pick<CommandContext, "clock" | "config" | "plans"> & SlaOptions,
) {
  const promised = settingsOf(given.config(), SLA_SETTINGS);
  const nowMs = given.clock.nowMs();
  const { prometheus: url = promised.PROMETHEUS_URL, month = monthAt(nowMs) } = given;
  if (url === undefined) {
    throw new Error("The address of Prometheus is missing: give --prometheus URL, or set PROMETHEUS_URL.");
  }
  if (month.startMs >= nowMs) throw new Error(`${month.month} begins on ${isoDay(month.startMs)}.`);
  // The store is read first, so that a mistyped name fails without a query.
  const one = naming === undefined ? undefined : await createAdmin({ store }).account(naming);
  const plans = await plansInForce(store, given.plans);
  const untilMs = Math.min(month.endMs, nowMs);
  const sums = await readSums(url, { startMs: month.startMs, untilMs, namespace: given.namespace });
  const minutes = Math.round((untilMs - month.startMs) / 60_000);
  const accounts = (await store.listAccounts()).map((account) => ({
    account,
    report: accountMonth(account.id, sums, promised),
  }));
  return {
    month: month.month,
    is_running: nowMs < month.endMs,
    promised: {
      availability: promised.SLA_AVAILABILITY_PERCENT,
      in_time: promised.SLA_IN_TIME_PERCENT,
      calls_min: CALLS_MIN,
    },
    measured: {
      minutes,
      unmeasured_minutes: Math.max(0, minutes - Math.round(sums.measured)),
      down_minutes: Math.round(sums.measured - sums.up),
      unknown_calls_failed: Math.round(sums.calls.get("unknown failed") ?? 0),
    },
    // Accounts whose plan has the SLA now, or had it when they were measured.
    accounts: accounts
      .filter(({ account, report }) => plans.of(account).includes.sla || report.calls > 0)
      .filter(({ account }) => one === undefined || account.id === one.id)
      .map(({ account: { id, externalRef = null, name, plan }, report }) =>
        Object.assign({ account_id: id, external_ref: externalRef, name, plan }, report),
      ),
  };
}

/** Whether the promise to an account was kept. */
export function accountMonth(
  id: string,
  { calls: allCalls, outage, measured, up }: MonthSums,
  promised: Pick<SlaSettings, "SLA_AVAILABILITY_PERCENT" | "SLA_IN_TIME_PERCENT">,
) {
  const of = (result: string) => allCalls.get(`${id} ${result}`) ?? 0;
  const [good, late, failed] = [of("good"), of("late"), of("failed")];
  const answered = good + late;
  const calls = answered + failed;
  // Each account gets its share of calls that failed before their account was known, and of minutes without a process.
  const unknownShare = (allCalls.get("unknown failed") ?? 0) / (total(allCalls.values()) || 1);
  const ownShare = calls === 0 ? 1 : answered / calls;
  const availability = measured === 0 ? null : ownShare * (1 - unknownShare) * (up / measured);
  const inTime = answered === 0 ? null : good / answered;
  const isMet =
    (availability ?? 0) >= promised.SLA_AVAILABILITY_PERCENT && (inTime ?? 1) >= promised.SLA_IN_TIME_PERCENT;
  const judged = calls < CALLS_MIN ? "too_few_calls" : isMet ? "kept" : "broken";
  return {
    // Prometheus extrapolates to the ends of each day, which gives fractions.
    calls: Math.round(calls),
    failed: Math.round(failed),
    late: Math.round(late),
    availability,
    in_time: inTime,
    outage_minutes: Math.round((outage.get(id) ?? 0) + measured - up),
    verdict: measured === 0 ? "not_measured" : judged,
  };
}

function slaText(report: Awaited<ReturnType<typeof slaOfMonth>>): string {
  const { month, is_running: isRunning, promised, measured, accounts } = report;
  const rows = accounts.map((row) => [
    row.account_id,
    row.name,
    row.calls,
    row.failed,
    row.late,
    percentText(row.availability),
    percentText(row.in_time),
    `${row.outage_minutes} min`,
    row.verdict === "broken" ? "BROKEN" : row.verdict.replaceAll("_", " "),
  ]);
  const head = ["ACCOUNT", "NAME", "CALLS", "FAILED", "LATE", "AVAILABLE", "IN TIME", "OUTAGE", "SLA"];
  const { minutes, unmeasured_minutes: unmeasured, unknown_calls_failed: unknown } = measured;
  return [
    `${month}${isRunning ? " so far" : ""}: promised: ${percentText(promised.availability)} availability and ${percentText(promised.in_time)} of answers within 1 s`,
    rows.length === 0
      ? "Nothing to report: no such account has the SLA in its plan, and none was measured."
      : alignedColumns([head, ...rows]),
    `Not measured, so in no figure above: ${countText(unmeasured)} of ${countText(minutes)} minutes\n` +
      `Failed before their account was known, so counted for all accounts: ${countText(unknown)} calls`,
  ].join("\n\n");
}

/** Rounded down, so that a broken promise does not look kept. */
function percentText(share: number | null): string {
  // Binary fractions turn 99.9 into 99.90000000000001 or 99.89999999999999.
  return share === null ? "–" : `${Math.floor(share * 100_000 + 1e-6) / 1_000}%`;
}

async function readSums(
  url: string,
  given: { readonly startMs: number; readonly untilMs: number; readonly namespace: string | undefined },
): Promise<MonthSums> {
  const { startMs, untilMs, namespace } = given;
  const seconds = Math.floor((untilMs - startMs) / 1000);
  const partSeconds = seconds % (DAY_MS / 1000);
  const read = ([ofDay, ofPart]: readonly [string, string]) => {
    // The steps of a subquery end at midnight UTC. The label separates the unfinished day from the sum of the others.
    const days = `sum_over_time(${ofDay}[${Math.max(1, seconds - 1)}s:1d])`;
    const part = `label_replace(${ofPart.replace("PART", `${partSeconds}s`)}, "part", "last", "", "")`;
    return askPrometheus(url, partSeconds === 0 ? days : `${days} or ${part}`, { atMs: untilMs });
  };
  const [calls, outage, measured, up] = await Promise.all([
    read(SUMS.calls),
    read(SUMS.outage),
    read(SUMS.measured),
    read(SUMS.up),
  ]);
  // A Prometheus outside Kubernetes has no namespaces.
  const found = new Set([...calls, ...measured].map(({ metric }) => metric["namespace"]));
  if (namespace === undefined ? found.size > 1 : found.size > 0 && !found.has(namespace)) {
    throw new Error(
      `Prometheus knows installations in ${[...found].join(", ")}: choose one with --namespace.`,
    );
  }
  const sumsBy = (samples: readonly Sample[]) => {
    const ours = samples.filter(({ metric }) => [undefined, metric["namespace"]].includes(namespace));
    const groups = Map.groupBy(ours, ({ metric }) =>
      `${metric["account"]} ${metric["result"] ?? ""}`.trimEnd(),
    );
    return new Map(
      [...groups].map(([name, group]) => [name, total(group.map(({ value }) => Number(value[1])))]),
    );
  };
  return {
    calls: sumsBy(calls),
    outage: sumsBy(outage),
    measured: total(sumsBy(measured).values()),
    up: total(sumsBy(up).values()),
  };
}

function total(values: Iterable<number>): number {
  return [...values].reduce((sum, value) => sum + value, 0);
}

/** Queries the API (https://prometheus.io/docs/prometheus/latest/querying/api/). Throws an Error of one line. */
export async function askPrometheus(
  url: string,
  query: string,
  { atMs, timeoutMs = TIMEOUT_MS }: { readonly atMs: number; readonly timeoutMs?: number },
): Promise<readonly Sample[]> {
  try {
    const response = await fetch(`${url.replace(/\/$/, "")}/api/v1/query`, {
      method: "POST",
      body: new URLSearchParams({ query, time: String(atMs / 1000) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`it answered ${response.status}, ${text.slice(0, 300).replaceAll(/\s+/g, " ")}`);
    return (JSON.parse(text) as { data: { result: readonly Sample[] } }).data.result;
  } catch (error) {
    // `fetch failed` says nothing; its cause does.
    const { cause, message } = error as Error;
    const why = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message;
    throw new Error(`Prometheus at ${url} cannot be asked: ${why}`, { cause: error });
  }
}
