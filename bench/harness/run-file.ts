// The figures of a run as a file, and those of an earlier one.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CaseResult } from "./bench-case.ts";

/** A case that was carried out, or why it could not be, or what it would have needed. */
export type CaseOutcome = { readonly name: string } & (
  CaseResult | { readonly failure: string } | { readonly skipped: string }
);

export interface RunRecord {
  readonly startedAt: string;
  /** What figures have to have in common to be compared. */
  readonly conditions: Readonly<Record<string, string | number>>;
  readonly cases: readonly CaseOutcome[];
}

const RESULTS = fileURLToPath(new URL("../results/", import.meta.url));

/** Returns the path. */
export function writeRun(run: RunRecord): string {
  mkdirSync(RESULTS, { recursive: true });
  const path = join(RESULTS, `${run.startedAt.replaceAll(":", "")}.json`);
  writeFileSync(path, `${JSON.stringify(run, undefined, 2)}\n`);
  return path;
}

export function readRun(path: string): RunRecord {
  const run = JSON.parse(readFileSync(path, "utf8")) as Partial<RunRecord>;
  if (!Array.isArray(run.cases) || run.conditions === undefined || run.startedAt === undefined) {
    throw new Error(`${path} is not a file of results`);
  }
  return { ...run, startedAt: run.startedAt, conditions: run.conditions, cases: run.cases };
}
