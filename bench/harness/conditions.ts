import { statfsSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import type { Bench } from "./bench-case.ts";

/** Linux's name for a file system in memory, where a commit costs nothing (man 2 statfs, TMPFS_MAGIC). */
const TMPFS_MAGIC = 0x01021994;

/** What the figures of a run depend on besides the code. */
export function conditions({ folder, seconds, rounds, seed, doors, profileFolder }: Bench) {
  return {
    node: process.version,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? "unknown",
    doors: doors.length === 0 ? "all" : doors.join(", "),
    disk: statfsSync(folder).type === TMPFS_MAGIC ? "in memory" : "real",
    seconds,
    rounds,
    seed,
    profiled: profileFolder !== undefined ? "yes, so the service is slower than it is" : "no",
  };
}
