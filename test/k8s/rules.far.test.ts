// When the alerts fire, and when not: promtool evaluates the rules on series of hours and days.
import { describe, expect, it } from "vitest";
import { ALERT_RUNS, promtoolTests, slaSumsTests } from "./alert-cases.ts";
import { readRules } from "./monitoring-manifests.ts";
import { hasPromtool, promtoolComplaint, PROMTOOL_TIMEOUT_MS } from "./promtool.ts";

describe.skipIf(!hasPromtool)("promtool (skipped where it is not installed)", () => {
  it.each(ALERT_RUNS)(
    "sees exactly the expected alerts fire in series of $of",
    (run) => {
      const groups = readRules().groups.filter(({ name }) => run.groups.includes(name));
      expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining([...run.groups]));
      expect(promtoolComplaint({ groups }, promtoolTests(run))).toBe("");
    },
    PROMTOOL_TIMEOUT_MS,
  );

  it(
    "finds the SLA's daily sums equal to the calls of each day, across a change of pods",
    () => {
      const groups = readRules().groups.filter(({ name }) => name.startsWith("suitability-sla"));
      expect(promtoolComplaint({ groups }, slaSumsTests())).toBe("");
    },
    PROMTOOL_TIMEOUT_MS,
  );
});
