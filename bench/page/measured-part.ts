// What a run measured, as the part of docs/performance.md that is not written by hand.
import { isMet } from "../harness/finding.ts";
import type { SideFigures } from "../harness/bench-case.ts";
import type { RunRecord } from "../harness/run-file.ts";
import { figureText, rangeText, wantedText } from "./figure-text.ts";
import type { Row } from "./rows.ts";

const SIDES = ["", "answers/s", "CPU µs a call", "p50 ms", "p99 ms", "collecting garbage", "longest pause"];

export function measuredPart(run: RunRecord, rows: readonly Row[], picture: string): string {
  const sides = run.cases.flatMap((outcome) =>
    "findings" in outcome ? (outcome.sides ?? []).map((side) => sideCells(outcome.name, side)) : [],
  );
  const conditions = Object.entries(run.conditions).map(([name, value]) => `${name} ${value}`);
  return [
    `![How much of what was wanted each figure reaches](${picture})`,
    markdownTable([
      ["", "first version", "now", "rounds", "wanted", "reached"],
      ...rows.map(({ label, first, finding }) => [
        label,
        first,
        figureText(finding),
        rangeText(finding),
        wantedText(finding),
        isMet(finding) ? "yes" : "no",
      ]),
    ]),
    `One run, begun ${run.startedAt} UTC: ${conditions.join(", ")}. What it is made of, medians of the rounds:`,
    markdownTable([SIDES, ...sides]),
  ].join("\n\n");
}

function sideCells(name: string, side: SideFigures): readonly string[] {
  return [
    `${name}, ${side.side}`,
    side.answersPerSecond.toFixed(0),
    side.cpuUsPerAnswer.toFixed(0),
    side.latencyMsP50.toFixed(1),
    side.latencyMsP99.toFixed(1),
    `${side.gcPercent.toFixed(1)} %`,
    `${side.gcMsMax.toFixed(1)} ms`,
  ];
}

/** Aligned, as Prettier has it; the first row is the head. */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n");
}
