// What Prometheus knows of a month: its days' sums, as k8s/components/monitoring/sla-rules.yaml makes them, and of the day
// that is not over the series they are made of.
import type { Month } from "../../accounts/month.ts";
import { DAY_MS } from "../../clock.ts";
import { isoDay } from "../../iso-time.ts";
import type { Prometheus, Sample } from "./prometheus.ts";

const MINUTE_MS = 60_000;

export interface CallSums {
  readonly good: number;
  readonly late: number;
  readonly failed: number;
}

export interface MonthSums {
  /** By account; `other` and `unknown` are among them. */
  readonly calls: ReadonlyMap<string, CallSums>;
  /** By account, in minutes. */
  readonly outageMinutes: ReadonlyMap<string, number>;
  /** Of the month so far. */
  readonly minutes: number;
  /** Of these: how many Prometheus has a record of, and in how many of them a process was there. */
  readonly measuredMinutes: number;
  readonly upMinutes: number;
  /** `2026-11-03`: those of which there is no record at all. */
  readonly missingDays: readonly string[];
}

/** The sums of days that are over, and of `SINCE` what to ask for the last part of a day. */
const SUMS = {
  calls: {
    ofDay: "suitability:account_calls:increase1d",
    ofPart: "sum by (namespace, account, result) (increase(suitability_account_calls_total[SINCE]))",
  },
  outage: {
    ofDay: "suitability:account_outage:minutes1d",
    ofPart: "sum_over_time(suitability:account:outage[SINCE])",
  },
  measured: {
    ofDay: "suitability:sla_measured:minutes1d",
    ofPart: "count_over_time(suitability:sla:up[SINCE])",
  },
  up: { ofDay: "suitability:sla_up:minutes1d", ofPart: "sum_over_time(suitability:sla:up[SINCE])" },
} as const;

export async function readMonthSums(options: {
  readonly prometheus: Prometheus;
  readonly month: Month;
  readonly nowMs: number;
  /** Of the installation; may be left out where there is only one. */
  readonly namespace: string | undefined;
}): Promise<MonthSums> {
  const { month, nowMs } = options;
  const untilMs = Math.min(month.endMs, nowMs);
  const read = (sum: keyof typeof SUMS) => readSamples({ ...options, untilMs, sum });
  const [calls, outage, measured, up] = await Promise.all([
    read("calls"),
    read("outage"),
    read("measured"),
    read("up"),
  ]);
  const inNamespace = choose(options.namespace, [...calls, ...measured]);
  const ours = (samples: readonly Sample[]) =>
    samples.filter(({ labels }) => inNamespace(labels["namespace"]));
  // A window of a day may have a sample at either end.
  const minutesOf = (samples: readonly Sample[]) =>
    sum(ours(samples).map(({ value }) => Math.min(value, DAY_MS / MINUTE_MS)));
  return {
    calls: callsByAccount(ours(calls)),
    outageMinutes: valuesBy(ours(outage), "account"),
    minutes: (untilMs - month.startMs) / MINUTE_MS,
    measuredMinutes: minutesOf(measured),
    upMinutes: minutesOf(up),
    missingDays: missingDays(month.startMs, untilMs, ours(measured)),
  };
}

/** Each sample is the sum of the day, or of the last part of one, that ends with it. */
async function readSamples(options: {
  readonly prometheus: Prometheus;
  readonly month: Month;
  readonly untilMs: number;
  readonly sum: keyof typeof SUMS;
}): Promise<readonly Sample[]> {
  const { prometheus, month, untilMs, sum } = options;
  const { ofDay, ofPart } = SUMS[sum];
  const midnightMs = Math.floor(untilMs / DAY_MS) * DAY_MS;
  const firstEndMs = month.startMs + DAY_MS;
  const days =
    midnightMs < firstEndMs
      ? []
      : prometheus.every(
          // An hour: the sums are made every ten minutes, and a restart at midnight is to cost no day.
          `last_over_time(${ofDay}[1h])`,
          { startMs: firstEndMs, endMs: midnightMs, stepMs: DAY_MS },
        );
  const sinceSeconds = Math.floor((untilMs - midnightMs) / 1000);
  const part = sinceSeconds === 0 ? [] : prometheus.at(ofPart.replace("SINCE", `${sinceSeconds}s`), untilMs);
  return (await Promise.all([days, part])).flat();
}

/** Whose series are meant; throws where that is not clear. A Prometheus outside of Kubernetes has no namespaces. */
function choose(namespace: string | undefined, samples: readonly Sample[]) {
  const found = [...new Set(samples.map(({ labels }) => labels["namespace"]))];
  if (namespace === undefined && found.length > 1) {
    throw new Error(`Prometheus knows installations in ${found.join(", ")}: say which with --namespace.`);
  }
  if (namespace !== undefined && found.length > 0 && !found.includes(namespace)) {
    throw new Error(`Prometheus knows no installation in ${namespace}, but in ${found.join(", ")}.`);
  }
  return (candidate: string | undefined) => namespace === undefined || candidate === namespace;
}

function callsByAccount(samples: readonly Sample[]): ReadonlyMap<string, CallSums> {
  const groups = Map.groupBy(samples, ({ labels }) => labels["account"] ?? "");
  return new Map(
    [...groups].map(([account, ofAccount]) => {
      const byResult = valuesBy(ofAccount, "result");
      const of = (result: string) => byResult.get(result) ?? 0;
      return [account, { good: of("good"), late: of("late"), failed: of("failed") }];
    }),
  );
}

function valuesBy(samples: readonly Sample[], label: string): ReadonlyMap<string, number> {
  const groups = Map.groupBy(samples, ({ labels }) => labels[label] ?? "");
  return new Map([...groups].map(([name, group]) => [name, sum(group.map(({ value }) => value))]));
}

function missingDays(startMs: number, untilMs: number, measured: readonly Sample[]): readonly string[] {
  // The sum at a day's end is the day's; that of a part is of the day it is in.
  const there = new Set(measured.map(({ atMs }) => isoDay(atMs - 1)));
  const days = Array.from({ length: Math.ceil((untilMs - startMs) / DAY_MS) }, (_, day) =>
    isoDay(startMs + day * DAY_MS),
  );
  return days.filter((day) => !there.has(day));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
