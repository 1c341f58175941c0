// Formats a run as text and Markdown tables.
import type { Finding, SideFigures, Target } from "./bench-case.ts";
import { markdownTable } from "../../scripts/markdown-table.ts";
import type { CaseOutcome, RunRecord } from "./run-file.ts";

export function report(run: RunRecord): string {
  const parts = [
    conditionsText(run),
    findingTable(findingsOf(run)),
    sideTable(run),
    ...run.cases.flatMap(withoutFigures),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The generated parts of docs/performance.md, by name: of the cases that the run has. */
export function pageParts(run: RunRecord): Readonly<Record<string, string>> {
  const isOfStarts = ({ name }: CaseOutcome) => name === "start";
  const parts = {
    // Of calls, the findings that have a target.
    measured: findingsOf({ ...run, cases: run.cases.filter((each) => !isOfStarts(each)) }).filter(
      ({ target }) => target !== undefined,
    ),
    start: findingsOf({ ...run, cases: run.cases.filter(isOfStarts) }),
  };
  const begun = `One run, begun ${run.startedAt} UTC: ${conditionsText(run)}.`;
  return Object.fromEntries(
    Object.entries(parts)
      .filter(([, findings]) => findings.length > 0)
      .map(([name, findings]) => [name, `${findingTable(findings)}\n\n${begun}`]),
  );
}

function conditionsText({ conditions }: RunRecord): string {
  return Object.entries(conditions)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** The findings of all cases, each named after its case. */
export function findingsOf({ cases }: RunRecord): readonly Finding[] {
  return cases.flatMap((outcome) =>
    "findings" in outcome
      ? outcome.findings.map((finding) => ({ ...finding, what: `${outcome.name}: ${finding.what}` }))
      : [],
  );
}

function findingTable(findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  return markdownTable([
    ["", "median", "least to greatest", "wanted", "reached"],
    ...findings.map(({ what, value, least, greatest, unit, target }) => [
      what,
      `${digits(value)}${suffix(unit)}`,
      `${digits(least)} to ${digits(greatest)}`,
      ...(target === undefined
        ? ["", ""]
        : [`${SIGN[target.kind]} ${target.value}${suffix(unit)}`, isMet(value, target) ? "yes" : "no"]),
    ]),
  ]);
}

/** ` ms`, `%`; empty without a unit. */
function suffix(unit: string): string {
  return unit === "" || unit === "%" ? unit : ` ${unit}`;
}

const SIGN = { "at least": ">=", "at most": "<=" } as const;

function isMet(value: number, target: Target): boolean {
  return target.kind === "at least" ? value >= target.value : value <= target.value;
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function sideTable({ cases }: RunRecord): string {
  const rows = cases.flatMap((outcome) =>
    "findings" in outcome ? (outcome.sides ?? []).map((side) => sideRow(outcome.name, side)) : [],
  );
  const head = ["", "answers/s", "CPU µs a call", "p50 ms", "p99 ms", "collecting garbage", "longest pause"];
  return rows.length === 0 ? "" : markdownTable([head, ...rows]);
}

function sideRow(name: string, { side, ...figures }: SideFigures): readonly string[] {
  return [
    `${name}, ${side}`,
    figures.answersPerSecond.toFixed(0),
    figures.cpuUsPerAnswer.toFixed(0),
    figures.latencyMsP50.toFixed(1),
    figures.latencyMsP99.toFixed(1),
    `${figures.gcPercent.toFixed(1)}%`,
    `${figures.gcMsMax.toFixed(1)} ms`,
  ];
}

function withoutFigures(outcome: CaseOutcome): readonly string[] {
  const { name } = outcome;
  const failed = (reason: string) => `${name} failed: ${reason}`;
  const skipped = (reason: string) => `${name}, skipped: ${reason}`;
  if ("failure" in outcome) return [failed(outcome.failure)];
  if (!("findings" in outcome)) return [skipped(outcome.skipped)];
  return [...(outcome.failures ?? []).map(failed), ...(outcome.skipped ?? []).map(skipped)];
}
