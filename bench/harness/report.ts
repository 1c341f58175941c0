// A run in words and columns.
import type { Finding, SideFigures } from "./bench-case.ts";
import { isMet } from "./finding.ts";
import type { CaseOutcome, RunRecord } from "./run-file.ts";
import { table } from "./table.ts";

export function report(run: RunRecord, before: RunRecord | undefined): string {
  const parts = [
    Object.entries(run.conditions)
      .map(([name, value]) => `${name}: ${value}`)
      .join(" · "),
    findingTable(run, before),
    sideTable(run),
    ...run.cases.flatMap((outcome) => withoutFigures(outcome)),
    ...(before === undefined ? [] : differences(run, before)),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function findingTable({ cases }: RunRecord, before: RunRecord | undefined): string {
  const earlier = allFindings(before?.cases ?? []);
  const rows = allFindings(cases).map(({ name, finding }) => {
    const same = earlier.find((other) => other.name === name && other.finding.what === finding.what);
    return [
      `${name}: ${finding.what}`,
      `${figure(finding.value)} ${finding.unit}`,
      `${figure(finding.least)}..${figure(finding.greatest)}`,
      wanted(finding),
      verdict(finding),
      same === undefined ? "" : figure(same.finding.value),
    ];
  });
  const head = ["case", "median", "rounds", "target", "", before === undefined ? "" : "before"];
  return rows.length === 0 ? "" : table([head, ...rows]);
}

function wanted({ target }: Finding): string {
  return target === undefined ? "" : `${target.kind === "at least" ? ">=" : "<="} ${target.value}`;
}

function verdict(finding: Finding): string {
  if (finding.target === undefined) return "";
  return isMet(finding) ? "met" : "MISSED";
}

function sideTable({ cases }: RunRecord): string {
  const rows = cases.flatMap((outcome) =>
    "findings" in outcome ? (outcome.sides ?? []).map((side) => sideRow(outcome.name, side)) : [],
  );
  const head = ["server", "answers/s", "CPU µs/answer", "p50 ms", "p99 ms", "GC", "longest", "processes"];
  return rows.length === 0 ? "" : table([head, ...rows]);
}

function sideRow(name: string, { side, ...figures }: SideFigures): string[] {
  return [
    `${name}, ${side}`,
    figures.answersPerSecond.toFixed(0),
    figures.cpuUsPerAnswer.toFixed(0),
    figures.latencyMsP50.toFixed(1),
    figures.latencyMsP99.toFixed(1),
    `${figures.gcPercent.toFixed(1)} %`,
    `${figures.gcMsMax.toFixed(1)} ms`,
    `${figures.processes}`,
  ];
}

function withoutFigures(outcome: CaseOutcome): readonly string[] {
  const { name } = outcome;
  const failed = (reason: string) => `${name} could not be carried out: ${reason}`;
  const skipped = (reason: string) => `${name}, skipped: ${reason}`;
  if ("failure" in outcome) return [failed(outcome.failure)];
  if (!("findings" in outcome)) return [skipped(outcome.skipped)];
  return [...(outcome.failures ?? []).map(failed), ...(outcome.skipped ?? []).map(skipped)];
}

function allFindings(cases: readonly CaseOutcome[]): readonly { name: string; finding: Finding }[] {
  return cases.flatMap((outcome) =>
    "findings" in outcome ? outcome.findings.map((finding) => ({ name: outcome.name, finding })) : [],
  );
}

/** Figures from other conditions are not to be compared; whoever does so anyway is told. */
function differences(run: RunRecord, before: RunRecord): readonly string[] {
  return Object.entries(run.conditions)
    .filter(([name, value]) => before.conditions[name] !== value)
    .map(
      ([name, value]) => `Not as before: ${name} is ${value}, was ${before.conditions[name] ?? "unknown"}.`,
    );
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
