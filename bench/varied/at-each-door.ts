import type { Bench, CaseResult } from "../harness/bench-case.ts";
import type { Door } from "./door.ts";

/** What was measured at each of some doors that the run is to use, in one. A door that fails does not keep the others from it. */
export async function atEachDoor(
  doors: readonly Door[],
  bench: Bench,
  run: (door: Door) => Promise<CaseResult>,
): Promise<CaseResult> {
  const chosen = doors.filter(({ name }) => bench.doors.length === 0 || bench.doors.includes(name));
  const results: CaseResult[] = [];
  const failures: string[] = [];
  for (const door of chosen) {
    try {
      results.push(await run(door));
    } catch (error) {
      failures.push(`${door.name}: ${error instanceof Error ? error.message : String(error)}`);
      // What it has left running must not take the next one's time.
      bench.processes.killAll();
    }
  }
  return {
    findings: results.flatMap(({ findings }) => findings),
    sides: results.flatMap(({ sides = [] }) => sides),
    skipped: results.flatMap(({ skipped = [] }) => skipped),
    failures,
  };
}
