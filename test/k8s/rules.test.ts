// What the rules and the dashboards query. rules.far.test.ts checks when the alerts fire.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startTestService } from "../support/service/test-service.ts";
import { ALERT_RUNS } from "./alert-cases.ts";
import { readDashboardQueries, readDashboards, readRules } from "./monitoring-manifests.ts";
import { hasPromtool, promtoolComplaint } from "./promtool.ts";

const GUIDE = new URL("../../docs/operations.md", import.meta.url);

const rules = readRules().groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);

describe("rules and dashboard", () => {
  it("query no metric that the service does not export", async () => {
    const service = await startTestService();
    const text = await (await fetch(`http://127.0.0.1:${service.ports.ops}/metrics`)).text();
    await service.stop();
    const exported = new Set([
      ...rules.map(({ record }) => record),
      ...text.matchAll(/^# TYPE (\S+) (\S+)$/gm).flatMap(([, name = "", type]) =>
        // The names of the series that a histogram exports.
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
  it("has a severity and a section of the guide", () => {
    const headings = [...readFileSync(GUIDE, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading.toLowerCase(),
    );
    for (const { alert = "", labels } of alerts) {
      expect(["page", "ticket"]).toContain(labels?.["severity"]);
      expect(headings).toContain(alert.toLowerCase());
    }
  });

  it("and every rule groups by namespace, so that no installation hides another", () => {
    const groupings = rules.flatMap(({ expr }) =>
      Array.from(expr.matchAll(/\b(?:by|on|ignoring|without) \([^)]*\)/g), ([grouping]) => grouping),
    );
    expect(groupings.length).toBeGreaterThan(rules.length);
    expect(groupings.filter((grouping) => !/^(?:by|on) \(namespace\b/.test(grouping))).toEqual([]);
  });

  it("fires in a case of alert-cases.yaml", () => {
    const fired = ALERT_RUNS.flatMap(({ cases }) => cases.flatMap(({ firing }) => firing));
    // An alert may be written as several rules.
    expect(new Set(fired)).toEqual(
      new Set(alerts.map(({ alert, labels }) => `${alert} ${labels?.["severity"]}`)),
    );
  });
});

it.skipIf(!hasPromtool)("promtool finds no fault with the rules (skipped where it is not installed)", () => {
  expect(promtoolComplaint(readRules())).toBe("");
});

describe.each(readDashboards())("the dashboard $title", ({ uid, panels, templating }) => {
  it("has panels with different ids that do not overlap, and the variables that they use", () => {
    const ids = panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    const used = JSON.stringify(panels).matchAll(/\$\{?([a-z]+)\b/g);
    const known = ["datasource", ...templating.list.map(({ name }) => name)];
    expect(known).toEqual(expect.arrayContaining([...new Set(Array.from(used, ([, name]) => name))]));
    expect(uid).toMatch(/^suitability/);
  });
});
