import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { startTestService } from "../support/test-service.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { ALERT_CASES_OF_ACCOUNTS } from "./alert-cases-of-accounts.ts";
import { ALERT_CASES_OF_DAYS, MINUTES_A_SAMPLE } from "./alert-cases-of-days.ts";
import { ALERT_CASES, type AlertCase } from "./alert-cases.ts";
import { readDashboardQueries, readRules } from "./monitoring-manifests.ts";

const GUIDE = new URL("../../docs/operations.md", import.meta.url);

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

const rules = readRules().groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);

describe("rules and dashboard", () => {
  it("ask for nothing that the service does not export", async () => {
    const service = await startTestService();
    const text = await (await fetch(`http://127.0.0.1:${service.ports.ops}/metrics`)).text();
    await service.stop();
    const exported = new Set([
      ...rules.map(({ record }) => record),
      ...text.matchAll(/^# TYPE (\S+) (\S+)$/gm).flatMap(([, name = "", type]) =>
        // A label of a histogram's series is `le`, whatever else it has.
        type === "histogram" ? ["_bucket", "_sum", "_count"].map((suffix) => `${name}${suffix}`) : [name],
      ),
    ]);
    const queries = [...rules.map(({ expr }) => expr), ...readDashboardQueries({ namespace: "n" })];
    const asked = queries.flatMap(
      (query) => query.match(/\b(?:suitability|nodejs|process)[_:][\w:]+/g) ?? [],
    );
    expect(asked.length).toBeGreaterThan(queries.length / 2);
    expect(asked.filter((name) => !exported.has(name))).toEqual([]);
  });
});

describe("every alert", () => {
  it("has a severity, and a section of the guide that it points to", () => {
    const headings = [...readFileSync(GUIDE, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading.toLowerCase(),
    );
    for (const { alert = "", labels, annotations } of alerts) {
      expect(["page", "ticket"]).toContain(labels?.["severity"]);
      expect(annotations?.["runbook_url"]).toMatch(
        new RegExp(`/docs/operations\\.md#${alert.toLowerCase()}$`),
      );
      expect(headings).toContain(alert.toLowerCase());
    }
  });

  it("and every rule is of one namespace: no installation hides another", () => {
    const groupings = rules.flatMap(({ expr }) =>
      Array.from(expr.matchAll(/\b(?:by|on|ignoring|without) \([^)]*\)/g), ([grouping]) => grouping),
    );
    expect(groupings.length).toBeGreaterThan(rules.length);
    expect(groupings.filter((grouping) => !/^(?:by|on) \(namespace\b/.test(grouping))).toEqual([]);
  });

  it("is in a case that promtool is to see fire", () => {
    const fired = [...ALERT_CASES, ...ALERT_CASES_OF_ACCOUNTS, ...ALERT_CASES_OF_DAYS].flatMap(
      ({ firing }) => firing,
    );
    // One of them may be written as several rules.
    expect(new Set(fired)).toEqual(
      new Set(alerts.map(({ alert, labels }) => `${alert} ${labels?.["severity"]}`)),
    );
  });
});

describe.skipIf(!hasPromtool)("promtool (skipped where it is not installed)", () => {
  let folder: TemporaryFolder;

  beforeEach(() => {
    folder = createTemporaryFolder();
    writeFileSync(join(folder.path, "rules.yaml"), stringify(readRules()));
  });
  afterEach(() => folder.remove());

  const promtool = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: folder.path, encoding: "utf8" });
    return { status, output: stdout + stderr };
  };

  it("finds no fault with the rules", () => {
    expect(promtool("check", "rules", "rules.yaml")).toMatchObject({ status: 0 });
  });

  it.each([
    { of: "an hour", cases: ALERT_CASES, minutesASample: 1, minutesAnEvaluation: 1 },
    { of: "accounts", cases: ALERT_CASES_OF_ACCOUNTS, minutesASample: 1, minutesAnEvaluation: 1 },
    {
      of: "days",
      cases: ALERT_CASES_OF_DAYS,
      minutesASample: MINUTES_A_SAMPLE,
      minutesAnEvaluation: 5 * MINUTES_A_SAMPLE,
    },
  ])(
    "sees every alert fire when it is to, and only then, in series of $of",
    ({ cases, minutesASample, minutesAnEvaluation }) => {
      const tests = cases.map((alertCase) => promtoolTest(alertCase, minutesASample));
      const file = {
        rule_files: ["rules.yaml"],
        evaluation_interval: `${minutesAnEvaluation}m`,
        tests,
      };
      writeFileSync(join(folder.path, "test.yaml"), stringify(file));
      // One run for all of them: a run each takes ten seconds. What fails is printed with the name of its case.
      const { status, output } = promtool("test", "rules", "test.yaml");
      expect(status, output).toBe(0);
    },
    120_000, // Some seconds of both cores, which may be busy.
  );
});

function promtoolTest({ name, series, atMinute, firing }: AlertCase, minutesASample: number): object {
  const samples = firing.map((alert) => {
    const [alertname, severity] = alert.split(" ");
    return { labels: `{alertname="${alertname}", severity="${severity}"}`, value: 1 };
  });
  const firingAlerts = {
    expr: 'count by (alertname, severity) (ALERTS{alertstate="firing"})',
    eval_time: `${atMinute}m`,
    exp_samples: samples,
  };
  const input = Object.entries(series).map(([series, values]) => ({ series, values }));
  return { name, interval: `${minutesASample}m`, input_series: input, promql_expr_test: [firingAlerts] };
}
