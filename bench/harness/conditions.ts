import { statfsSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { GRPC_LOAD_TOOL } from "./grpc-load.ts";
import { HTTP_LOAD_TOOL } from "./http-load.ts";

/** Linux's name for a file system in memory, where a commit costs nothing (man 2 statfs, TMPFS_MAGIC). */
const TMPFS_MAGIC = 0x01021994;

/** What the figures of a run depend on besides the code. */
export function conditions(run: { folder: string; seconds: number; rounds: number; isProfiled: boolean }) {
  const { folder, seconds, rounds, isProfiled } = run;
  return {
    node: process.version,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? "unknown",
    http_load: HTTP_LOAD_TOOL,
    grpc_load: GRPC_LOAD_TOOL,
    store: statfsSync(folder).type === TMPFS_MAGIC ? "SQLite in memory, not on disk" : "SQLite on disk",
    seconds,
    rounds,
    profiled: isProfiled ? "yes, so the service is slower than it is" : "no",
  };
}
