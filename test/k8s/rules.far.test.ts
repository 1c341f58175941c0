// When the alerts fire, and when not: the rules on series of hours and days, as promtool evaluates them.
import { describe, expect, it } from "vitest";
import { ALERT_RUNS, promtoolTests, slaSumsTests } from "./alert-cases.ts";
import { readRules } from "./monitoring-manifests.ts";
import { hasPromtool, promtoolComplaint, PROMTOOL_TIMEOUT_MS } from "./promtool.ts";

describe.skipIf(!hasPromtool)("promtool (skipped where it is not installed)", () => {
  it.each(ALERT_RUNS)(
    "sees every alert fire when it is to, and only then, in series of $of",
    (run) => {
      const groups = readRules().groups.filter(({ name }) => run.groups.includes(name));
      expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining([...run.groups]));
      expect(promtoolComplaint({ groups }, promtoolTests(run))).toBe("");
    },
    PROMTOOL_TIMEOUT_MS,
  );

  it(
    "sees the sums of the SLA's days be those of their calls, whatever pods there were",
    () => {
      const groups = readRules().groups.filter(({ name }) => name.startsWith("suitability-sla"));
      expect(promtoolComplaint({ groups }, slaSumsTests())).toBe("");
    },
    PROMTOOL_TIMEOUT_MS,
  );
});
