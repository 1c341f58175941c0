// Reads and writes the figures of a run as a file.
import { mkdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench, CaseResult } from "./bench-case.ts";

/** The result of a case, or why it failed, or why it was skipped. */
export type CaseOutcome = { readonly name: string } & (
  CaseResult | { readonly failure: string } | { readonly skipped: string }
);

export interface RunRecord {
  readonly startedAt: string;
  readonly conditions: Readonly<Record<string, string | number>>;
  readonly cases: readonly CaseOutcome[];
}

const RESULTS = fileURLToPath(new URL("../results/", import.meta.url));

/** The type of a file system in memory, where a commit costs nothing (man 2 statfs, TMPFS_MAGIC). */
const TMPFS_MAGIC = 0x01021994;

/** What the figures of a run depend on besides the code. */
export function conditions({ folder, seconds, rounds, seed, doors, profileFolder }: Bench) {
  return {
    node: process.version,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? "unknown",
    doors: doors.length === 0 ? "all" : doors.join(", "),
    disk: statfsSync(folder).type === TMPFS_MAGIC ? "in memory" : "real",
    seconds,
    rounds,
    seed,
    profiled: profileFolder !== undefined ? "yes, which slows the service down" : "no",
  };
}

/** Writes the run to a new file in bench/results/ and returns its path. */
export function writeRun(run: RunRecord): string {
  mkdirSync(RESULTS, { recursive: true });
  const path = join(RESULTS, `${run.startedAt.replaceAll(":", "")}.json`);
  writeFileSync(path, `${JSON.stringify(run, undefined, 2)}\n`);
  return path;
}

export function readRun(path: string): RunRecord {
  const run = JSON.parse(readFileSync(path, "utf8")) as RunRecord;
  if (!Array.isArray(run.cases)) throw new Error(`${path} is not a file of results`);
  return run;
}
