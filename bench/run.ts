// `npm run bench` measures the service beside others and checks whether it meets its targets.
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { cold } from "./cases/cold.ts";
import { forecast, manyAccounts, same, site, slots, varied, weekCold } from "./cases/mixes.ts";
import { overload } from "./cases/overload.ts";
import { refused } from "./cases/refused.ts";
import { reviews } from "./cases/reviews.ts";
import { spends } from "./cases/spends.ts";
import { start } from "./cases/start.ts";
import { venues } from "./cases/venues.ts";
import type { Bench, BenchCase } from "./harness/bench-case.ts";
import { readOptions, USAGE, type Options } from "./harness/options.ts";
import { createProcesses } from "./harness/processes.ts";
import { profileSummary } from "./harness/profile-summary.ts";
import { report } from "./harness/report.ts";
import { conditions, writeRun, type CaseOutcome } from "./harness/run-file.ts";

/** In the order in which they run: the most important first. */
const CASES = [
  varied,
  site,
  slots,
  forecast,
  weekCold,
  same,
  refused,
  reviews,
  manyAccounts,
  spends,
  venues,
  cold,
  start,
  overload,
];

const EXIT_ON_SIGNAL = { SIGINT: 130, SIGTERM: 143 } as const;

async function main(options: Options): Promise<number> {
  // First, so that a wrong name fails at once.
  const cases = chosenCases(options.cases);
  const folder = mkdtempSync(join(tmpdir(), "suitability-bench-"));
  const processes = createProcesses({ folder });
  const cleanUp = () => {
    processes.killAll();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const [signal, code] of Object.entries(EXIT_ON_SIGNAL)) {
    process.once(signal, () => {
      cleanUp();
      process.exit(code);
    });
  }
  try {
    const { seconds, rounds, seed, doors } = options;
    const inFull = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
    const profileFolder = inFull(options.profile);
    if (profileFolder !== undefined) mkdirSync(profileFolder, { recursive: true });
    const before = inFull(options.dir);
    const bench: Bench = { folder, processes, seconds, rounds, seed, doors, before, profileFolder };
    const run = {
      startedAt: new Date().toISOString().slice(0, 19),
      conditions: conditions(bench),
      cases: await runCases(cases, bench),
    };
    console.log(`\n${report(run)}\n\nWritten to ${writeRun(run)}`);
    return run.cases.some(isFailed) ? 1 : 0;
  } finally {
    cleanUp();
  }
}

function chosenCases(names: readonly string[]): readonly BenchCase[] {
  const unknown = names.find((name) => name !== "all" && !CASES.some((known) => known.name === name));
  if (unknown !== undefined) {
    throw new Error(`${unknown} is not a case; there are ${CASES.map(({ name }) => name).join(", ")}`);
  }
  return names.includes("all") ? CASES : CASES.filter(({ name }) => names.includes(name));
}

/** A case that fails does not stop the others. */
async function runCases(cases: readonly BenchCase[], bench: Bench): Promise<readonly CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  const startedMs = performance.now();
  for (const { name, needs, run } of cases) {
    const minutes = (performance.now() - startedMs) / 60_000;
    console.error(`${name}: case ${outcomes.length + 1} of ${cases.length}, after ${minutes.toFixed(1)} min`);
    if (needs !== undefined && !isInstalled(needs)) {
      outcomes.push({ name, skipped: `${needs} is not installed` });
      continue;
    }
    try {
      outcomes.push({ name, ...(await run(bench)) });
    } catch (error) {
      outcomes.push({ name, failure: error instanceof Error ? error.message : String(error) });
    }
    // Servers left over by a failed case must not slow the next one.
    bench.processes.killAll();
    if (bench.profileFolder !== undefined) console.log(`\n${name}\n${summaryOf(bench.profileFolder)}`);
  }
  return outcomes;
}

/** A killed server may have left half a profile. */
function summaryOf(profileFolder: string): string {
  try {
    return profileSummary(profileFolder);
  } catch (error) {
    return `no summary of the profiles: ${String(error)}`;
  }
}

function isInstalled(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function isFailed(outcome: CaseOutcome): boolean {
  return "failure" in outcome || ("findings" in outcome && (outcome.failures ?? []).length > 0);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help || options.cases.length === 0) {
    console.log(USAGE);
  } else {
    process.exitCode = await main(options);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
