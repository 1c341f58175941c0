// The CPU time and memory of processes, from /proc.
import { readFileSync } from "node:fs";

/** Linux reports CPU time in hundredths of a second (man 5 proc, CLK_TCK). */
const TICKS_PER_SECOND = 100;

/** The CPU time of processes and their children in all threads; NaN without /proc. */
export function cpuSeconds(pids: readonly number[]): number {
  try {
    return pids.flatMap((pid) => [pid, ...childrenOf(pid)]).reduce((sum, pid) => sum + ofProcess(pid), 0);
  } catch {
    return Number.NaN;
  }
}

/** The resident memory of processes; NaN without /proc. */
export function residentMb(pids: readonly number[]): number {
  try {
    const kilobytes = pids.map((pid) => /^VmRSS:\s+(\d+) kB$/m.exec(read(pid, "status"))?.[1]);
    return kilobytes.reduce((sum, kb) => sum + Number(kb) / 1024, 0);
  } catch {
    return Number.NaN;
  }
}

/** PostgreSQL has a child process for each connection. */
function childrenOf(pid: number): readonly number[] {
  return read(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

function ofProcess(pid: number): number {
  const [utime, stime] = cpuFields(pid);
  return (Number(utime) + Number(stime)) / TICKS_PER_SECOND;
}

/** The CPU time of all children of this process that have ended; NaN without /proc. */
export function childrenCpuSeconds(): number {
  try {
    const [, , cutime, cstime] = cpuFields(process.pid);
    return (Number(cutime) + Number(cstime)) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** utime, stime, cutime and cstime. */
function cpuFields(pid: number): readonly string[] {
  const stat = read(pid, "stat");
  // The second field is the program's name in parentheses and may hold anything; utime is the 12th after it.
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
}

function read(pid: number, file: string): string {
  return readFileSync(`/proc/${pid}/${file}`, "utf8");
}
