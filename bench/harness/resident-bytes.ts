import { readFileSync } from "node:fs";

/** Memory a process has in use, as the operator's monitoring sees it. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status does not tell the memory in use`);
  return Number(kilobytes) * 1024;
}
