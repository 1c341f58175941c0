// A disk that hangs when told to: every fsync of a process waits for as long as a certain file is there. A small library
// stands before the C library's functions; what was written has gone to the page cache, as on a disk that has stalled.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type HangingDisk = ReturnType<typeof createHangingDisk>;

/** As the C library's own, after a wait. Told to hang by a file, since a process cannot be reached in any other way. */
const LIBRARY = `
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static void wait_for_disk(void) {
  const char *file = getenv("DISK_HANGS_WHILE");
  while (file != NULL && access(file, F_OK) == 0) usleep(5000);
}
int fsync(int fd) { wait_for_disk(); return (int)syscall(SYS_fsync, fd); }
int fdatasync(int fd) { wait_for_disk(); return (int)syscall(SYS_fdatasync, fd); }
`;

/** For `describe.skipIf`: it takes a C compiler, and a system on which a library can be put before another. */
export function canHangDisks(): boolean {
  return process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;
}

/** Builds it in a folder that its owner removes. */
export function createHangingDisk(folder: string) {
  const source = join(folder, "hanging-disk.c");
  const library = join(folder, "hanging-disk.so");
  const signal = join(folder, "disk-hangs");
  writeFileSync(source, LIBRARY);
  execFileSync("cc", ["-shared", "-fPIC", "-o", library, source]);
  return {
    /** Settings for a process that is to have this disk. */
    settings: { LD_PRELOAD: library, DISK_HANGS_WHILE: signal },
    hang: () => writeFileSync(signal, ""),
    goOn: () => {
      if (existsSync(signal)) rmSync(signal);
    },
  };
}
