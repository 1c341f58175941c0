// A run in words and columns.
import type { Finding, SideFigures } from "./bench-case.ts";
import { isMet } from "./finding.ts";
import type { CaseOutcome, RunRecord } from "./run-file.ts";
import { table } from "./table.ts";

/** Below this share of a core the server was waiting for the load generator, or for the disk. */
const BUSY_SHARE = 0.9;

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
      `${finding.target.kind === "at least" ? ">=" : "<="} ${finding.target.value}`,
      isMet(finding) ? "met" : "MISSED",
      same === undefined ? "" : figure(same.finding.value),
    ];
  });
  const head = ["case", "median", "rounds", "target", "", before === undefined ? "" : "before"];
  return rows.length === 0 ? "" : table([head, ...rows]);
}

function sideTable({ cases }: RunRecord): string {
  const rows = cases.flatMap((outcome) =>
    "findings" in outcome ? (outcome.sides ?? []).map((side) => sideRow(outcome.name, side)) : [],
  );
  const head = ["server", "answers/s", "p99 ms", "CPU µs/answer", "of a core", ""];
  return rows.length === 0 ? "" : table([head, ...rows]);
}

function sideRow(name: string, { side, ...figures }: SideFigures): string[] {
  const { answersPerSecond, processes, latencyMsP99, cpuUsPerAnswer, coreShare } = figures;
  // Of several processes one may be busy while the others wait, and together with the load they fill a small machine.
  const isIdle = processes === 1 && coreShare !== undefined && coreShare < BUSY_SHARE;
  return [
    `${name}, ${side}`,
    answersPerSecond.toFixed(0),
    latencyMsP99?.toFixed(1) ?? "",
    cpuUsPerAnswer?.toFixed(0) ?? "",
    coreShare === undefined ? "" : `${(coreShare * 100).toFixed(0)} %`,
    isIdle ? "had time to spare" : processes > 1 ? `${processes} processes` : "",
  ];
}

function withoutFigures(outcome: CaseOutcome): readonly string[] {
  if ("failure" in outcome) return [`${outcome.name} could not be carried out: ${outcome.failure}`];
  return "skipped" in outcome ? [`${outcome.name} was skipped: ${outcome.skipped}`] : [];
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
