import { readFileSync } from "node:fs";

/** Memory that processes have in use, as the operator's monitoring sees it. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ofProcess(pid), 0);
}

function ofProcess(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status does not tell the memory in use`);
  return Number(kilobytes) * 1024;
}
