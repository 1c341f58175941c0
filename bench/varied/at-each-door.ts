import type { Bench, CaseResult } from "../harness/bench-case.ts";
import type { Door } from "./door.ts";

/** What was measured at each of some doors that the run is to use, in one. */
export async function atEachDoor(
  doors: readonly Door[],
  bench: Bench,
  run: (door: Door) => Promise<CaseResult>,
): Promise<CaseResult> {
  const chosen = doors.filter(({ name }) => bench.doors.length === 0 || bench.doors.includes(name));
  const results: CaseResult[] = [];
  for (const door of chosen) results.push(await run(door));
  return {
    findings: results.flatMap(({ findings }) => findings),
    sides: results.flatMap(({ sides = [] }) => sides),
    skipped: results.flatMap(({ skipped = [] }) => skipped),
  };
}
