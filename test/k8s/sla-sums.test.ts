// The days' sums that `suitability sla` reports from: of two days with a roll-out, failures and another installation.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { CORE, OTHER } from "./alert-series.ts";
import { readRules } from "./monitoring-manifests.ts";

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** A counter that grows by so many a minute for so many minutes, one stretch after the other. */
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

const NEXT_POD = CORE.replace('pod="p"', 'pod="q"').replace('instance="i"', 'instance="l"');

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

/** What is there at the end of each day. A counter's last minute before its pod's end is not seen, nor a new one's first. */
const ROWS: readonly (readonly [sum: string, day: 1 | 2, samples: Readonly<Record<string, number>>])[] = [
  [
    CALLS,
    1,
    {
      [of("acc_a", "good")]: 14_300,
      [of("acc_b", "good")]: 14_300,
      [of("acc_b", "late")]: 1_430,
      [of("unknown", "failed")]: 50,
    },
  ],
  [
    CALLS,
    2,
    {
      [of("acc_a", "good")]: 14_045,
      [of("acc_a", "failed")]: 60,
      [of("acc_b", "good")]: 7_195,
      [of("acc_b", "late")]: 720,
    },
  ],
  [OUTAGE, 1, { '{account="acc_a"}': 9, '{account="acc_b"}': 9 }],
  [OUTAGE, 2, { '{account="acc_a"}': 29 }],
  [DOWN, 1, { "{}": 0 }],
  [DOWN, 2, { "{}": 5 }],
];

it.skipIf(!hasPromtool)(
  "a day's sums are those of its calls, whatever pods there were (skipped without promtool)",
  () => {
    const folder = createTemporaryFolder();
    onTestFinished(() => folder.remove());
    const groups = readRules().groups.filter(({ name }) => name.startsWith("suitability-sla"));
    writeFileSync(join(folder.path, "rules.yaml"), stringify({ groups }));
    const test = {
      interval: "1m",
      input_series: Object.entries(SERIES).map(([series, values]) => ({ series, values })),
      promql_expr_test: ROWS.map(([expr, day, samples]) => ({
        expr,
        eval_time: `${day}d`,
        exp_samples: Object.entries(samples).map(([labels, value]) => ({ labels, value })),
      })),
    };
    const file = { rule_files: ["rules.yaml"], evaluation_interval: "1m", tests: [test] };
    writeFileSync(join(folder.path, "test.yaml"), stringify(file));
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", "test.yaml"], {
      cwd: folder.path,
      encoding: "utf8",
    });
    expect(status, stdout + stderr).toBe(0);
  },
  60_000, // Some seconds of both cores, which may be busy.
);
