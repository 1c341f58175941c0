// The figures of a run as a file.
import { mkdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench, CaseResult } from "./bench-case.ts";

/** A case that was carried out, or why it could not be, or what it would have needed. */
export type CaseOutcome = { readonly name: string } & (
  CaseResult | { readonly failure: string } | { readonly skipped: string }
);

export interface RunRecord {
  readonly startedAt: string;
  readonly conditions: Readonly<Record<string, string | number>>;
  readonly cases: readonly CaseOutcome[];
}

const RESULTS = fileURLToPath(new URL("../results/", import.meta.url));

/** Linux's name for a file system in memory, where a commit costs nothing (man 2 statfs, TMPFS_MAGIC). */
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
    profiled: profileFolder !== undefined ? "yes, so the service is slower than it is" : "no",
  };
}

/** Returns the path. */
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
