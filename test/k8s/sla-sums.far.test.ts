// The days' sums that `suitability sla` reports from: of two days with a roll-out, failures and another installation.
import { expect, it } from "vitest";
import { readRules } from "./monitoring-manifests.ts";
import { hasPromtool, inputSeries, promtoolComplaint, PROMTOOL_TIMEOUT_MS } from "./promtool.ts";

const CORE = 'job="suitability",namespace="n",container="core",pod="p",instance="i"';
const OTHER = 'job="suitability",namespace="m",container="core",pod="q",instance="k"';
const NEXT_POD = 'job="suitability",namespace="n",container="core",pod="q",instance="l"';

/** The values of a counter that grows by so many a minute for so many minutes, one stretch after the other. */
function counter(...stretches: readonly (readonly [minutes: number, perMinute: number])[]): string {
  let reached = 0;
  const parts = stretches.map(([minutes, perMinute]) => {
    const part = `${reached}+${perMinute}x${minutes - 1}`;
    reached += perMinute * minutes;
    return part;
  });
  return parts.join(" ");
}

const calls = (pod: string, account: string, result: string) =>
  `suitability_account_calls_total{${pod},account="${account}",result="${result}"}`;

/**
 * A value a minute. On the first day nobody's call gets through for 10 minutes from 10:00. On the second account a alone gets
 * no answer for 30 minutes from 6:00, and at 12:00 the pod is replaced; the next is there 5 minutes later.
 */
const SERIES: Readonly<Record<string, string>> = {
  [calls(CORE, "acc_a", "good")]: `${counter([600, 10], [10, 0], [1190, 10], [30, 0], [330, 10])} stale`,
  [calls(NEXT_POD, "acc_a", "good")]: `_x2165 ${counter([716, 10])}`,
  [calls(CORE, "acc_a", "failed")]: `${counter([1800, 0], [30, 2], [330, 0])} stale`,
  [calls(CORE, "acc_b", "good")]: `${counter([600, 10], [10, 0], [1550, 10])} stale`,
  [calls(CORE, "acc_b", "late")]: `${counter([600, 1], [10, 0], [1550, 1])} stale`,
  [calls(CORE, "unknown", "failed")]: `${counter([600, 0], [10, 5], [1550, 0])} stale`,
  [calls(OTHER, "acc_b", "failed")]: counter([2881, 100]),
  [`suitability:up{${CORE}}`]: "1x2159 stale",
  [`suitability:up{${NEXT_POD}}`]: "_x2165 1x715",
};

const CALLS = 'round(suitability:account_calls:increase1d{namespace="n"}) > 0';
const OUTAGE = 'sum by (account) (suitability:account_outage:minutes1d{namespace="n"})';
const DOWN = "sum(suitability:sla_measured:minutes1d - suitability:sla_up:minutes1d)";
const of = (account: string, result: string) => `{account="${account}", namespace="n", result="${result}"}`;

/** What is there at the end of a day. A counter's last minute before its pod's end is not seen, nor a new one's first. */
const sums = (day: 1 | 2, expr: string, samples: Readonly<Record<string, number>>) => ({
  expr,
  eval_time: `${day}d`,
  exp_samples: Object.entries(samples).map(([labels, value]) => ({ labels, value })),
});

const SUMS = [
  sums(1, CALLS, {
    [of("acc_a", "good")]: 14_300,
    [of("acc_b", "good")]: 14_300,
    [of("acc_b", "late")]: 1_430,
    [of("unknown", "failed")]: 50,
  }),
  sums(2, CALLS, {
    [of("acc_a", "good")]: 14_045,
    [of("acc_a", "failed")]: 60,
    [of("acc_b", "good")]: 7_195,
    [of("acc_b", "late")]: 720,
  }),
  sums(1, OUTAGE, { '{account="acc_a"}': 9, '{account="acc_b"}': 9 }),
  sums(2, OUTAGE, { '{account="acc_a"}': 29 }),
  sums(1, DOWN, { "{}": 0 }),
  sums(2, DOWN, { "{}": 5 }),
];

it.skipIf(!hasPromtool)(
  "a day's sums are those of its calls, whatever pods there were (skipped without promtool)",
  () => {
    const groups = readRules().groups.filter(({ name }) => name.startsWith("suitability-sla"));
    const test = { interval: "1m", input_series: inputSeries(SERIES), promql_expr_test: SUMS };
    expect(promtoolComplaint({ groups }, { evaluation_interval: "1m", tests: [test] })).toBe("");
  },
  PROMTOOL_TIMEOUT_MS,
);
