import { describe, expect, it } from "vitest";
import { bars } from "../../bench/page/bars.ts";
import { measuredPart } from "../../bench/page/measured-part.ts";
import { rowsOf } from "../../bench/page/rows.ts";

const finding = (what: string, value: number, target: { kind: "at least" | "at most"; value: number }) => ({
  what,
  value,
  least: value,
  greatest: value + 0.1,
  unit: "x",
  target,
});

const run = {
  startedAt: "2026-11-21T14:00:00",
  conditions: { node: "v26.10.0", rounds: 5 },
  cases: [
    {
      name: "varied",
      findings: [
        finding("REST on Redis, calls/s beside off the shelf", 0.84, { kind: "at least", value: 0.8 }),
        finding("REST on Redis, p99 beside off the shelf", 3, { kind: "at most", value: 1.5 }),
      ],
    },
    { name: "cold", failure: "no provider" },
  ],
};

describe("the page of performance", () => {
  const { rows, missing } = rowsOf(run);

  it("has a row for each figure that the run measured, and names the others", () => {
    expect(rows.map(({ first, finding }) => [first, finding.value])).toEqual([
      ["0.47 x", 0.84],
      ["7 x", 3],
    ]);
    expect(missing).toContain("cold: until 1000 places are answered");
  });

  it("says what each figure was, is and was to be", () => {
    const page = measuredPart(run, rows, "images/performance.svg");
    expect(page).toMatch(/\| 0\.47 x +\| 0\.84 x +\| 0\.84 to 0\.94 +\| >= 0\.8 x +\| yes +\|/);
    expect(page).toMatch(/\| 7 x +\| 3\.00 x +\| 3\.00 to 3\.10 +\| <= 1\.5 x +\| no +\|/);
  });

  it("draws each as a bar: full length is what was wanted", () => {
    const widths = [...bars(rows).matchAll(/<rect x="\d+" y="\d+" width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths.map((width) => width / 160)).toEqual([expect.closeTo(1.05, 2), expect.closeTo(0.5, 2)]);
  });
});
