import { expect, it } from "vitest";
import { finding } from "../../bench/harness/finding.ts";
import { pageParts } from "../../bench/harness/report.ts";

const DOOR = "REST on PostgreSQL";

const run = {
  startedAt: "2026-11-21T14:00:00",
  conditions: { node: "v26.10.0", rounds: 5 },
  cases: [
    {
      name: "varied",
      findings: [
        finding({
          what: `${DOOR}, calls/s beside off the shelf`,
          unit: "x",
          target: { kind: "at least", value: 0.8 },
          rounds: [0.84, 0.8, 0.94],
        }),
        finding({
          what: `${DOOR}, p99 beside off the shelf`,
          unit: "x",
          target: { kind: "at most", value: 1.5 },
          rounds: [3, 3, 3.1],
        }),
        finding({ what: `${DOOR}, CPU a call beside off the shelf`, unit: "x", rounds: [2] }),
      ],
    },
    { name: "cold", failure: "no provider" },
  ],
};

it("the performance page has each figure that has a target, with its target, and no other figure", () => {
  const { measured: page = "" } = pageParts(run);
  expect(page).toMatch(/\| 0\.84 x +\| 0\.80 to 0\.94 +\| >= 0\.8 x +\| yes +\|/);
  expect(page).toMatch(/\| 3\.00 x +\| 3\.00 to 3\.10 +\| <= 1\.5 x +\| no +\|/);
  expect(page).not.toContain("CPU a call beside off the shelf");
});

it("the performance page has every figure of starts, and a run without them leaves those as they are", () => {
  const figure = finding({ what: "clone, idle memory", unit: "MB", rounds: [160] });
  const starts = { ...run, cases: [{ name: "start", findings: [figure] }] };
  expect(pageParts(starts)).toEqual({
    start: expect.stringMatching(/\| start: clone, idle memory +\| 160 MB/),
  });
  expect(Object.keys(pageParts(run))).toEqual(["measured"]);
});
