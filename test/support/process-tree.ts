// A process with those that it began, such as a PostgreSQL, as Linux lists them.
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Signals a process and those that it began, of which there are none more once it is stopped. Returns them. */
export function signalTree(pid: number, signal: NodeJS.Signals): readonly number[] {
  if (signal !== "SIGCONT") trySignal(pid, "SIGSTOP");
  const all = [pid, ...childrenOf(pid)];
  for (const one of all) trySignal(one, signal);
  return all;
}

/** Waits until processes hold nothing any more, such as the shared memory without which none can be started. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await sleep(5);
}

function childrenOf(pid: number): readonly number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, "utf8").trim().split(" ").filter(Boolean).map(Number) : [];
}

/** Whether it holds anything. One that has ended holds nothing, though it stays in the list until somebody asks how it ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Sends a signal to a process, if there is such a one. */
function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
