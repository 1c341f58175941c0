// What Linux knows of processes.
import { readFileSync } from "node:fs";

/** Linux shows times to programs in hundredths of a second, whatever its own clock does (man 5 proc, CLK_TCK). */
const TICKS_PER_SECOND = 100;

/** The CPU time that processes and their children have used in all their threads; NaN where there is no /proc. */
export function cpuSeconds(pids: readonly number[]): number {
  try {
    return pids.flatMap((pid) => [pid, ...childrenOf(pid)]).reduce((sum, pid) => sum + ofProcess(pid), 0);
  } catch {
    return Number.NaN;
  }
}

/** Memory that processes have in use, as the operator's monitoring sees it; NaN where there is no /proc. */
export function residentMb(pids: readonly number[]): number {
  try {
    const kilobytes = pids.map((pid) => /^VmRSS:\s+(\d+) kB$/m.exec(read(pid, "status"))?.[1]);
    return kilobytes.reduce((sum, kb) => sum + Number(kb) / 1024, 0);
  } catch {
    return Number.NaN;
  }
}

/** A PostgreSQL has one for each connection. */
function childrenOf(pid: number): readonly number[] {
  return read(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

function ofProcess(pid: number): number {
  const stat = read(pid, "stat");
  // The second field is the program's name in parentheses and may hold anything; utime and stime are the 12th and 13th
  // after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function read(pid: number, file: string): string {
  return readFileSync(`/proc/${pid}/${file}`, "utf8");
}
