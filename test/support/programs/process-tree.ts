// A process with its children, such as a PostgreSQL, from Linux's /proc.
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Signals a process and its children, and returns them. Stops the process first, so that it starts no more children. */
export function signalTree(pid: number, signal: NodeJS.Signals): readonly number[] {
  if (signal !== "SIGCONT") trySignal(pid, "SIGSTOP");
  const all = [pid, ...childrenOf(pid)];
  for (const one of all) trySignal(one, signal);
  return all;
}

/** Waits until the processes hold nothing any more, such as the shared memory that a new server needs. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await sleep(5);
}

function childrenOf(pid: number): readonly number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, "utf8").trim().split(" ").filter(Boolean).map(Number) : [];
}

/** Whether a process still holds resources. A zombie, ended but not yet reaped, holds nothing. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Sends a signal to a process, if it exists. */
function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
