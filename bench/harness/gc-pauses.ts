import { readFileSync, statSync } from "node:fs";
import type { ServerProcess } from "./processes.ts";

/** From now on: how long the garbage collector pauses some processes, in milliseconds, one figure a pause. */
export function watchGcPauses(servers: readonly ServerProcess[]): () => readonly number[] {
  const files = servers.flatMap(({ gcFile }) => gcFile ?? []);
  const starts = files.map((file) => statSync(file).size);
  return () =>
    files.flatMap((file, i) => {
      const lines = readFileSync(file).subarray(starts[i]).toString().split("\n");
      // The hook writes whole lines; what follows the last one is empty.
      return lines.slice(0, -1).map(Number);
    });
}
