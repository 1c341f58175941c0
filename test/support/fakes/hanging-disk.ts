// A disk that hangs on command: every fsync of a process waits while a certain file exists. A small library, loaded
// before the C library, replaces fsync; writes still reach the page cache, as on a disk that has stalled.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type HangingDisk = ReturnType<typeof createHangingDisk>;

/** Waits as long as the file exists, and then does what the C library does. */
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

/** For `describe.skipIf`: needs a C compiler, and Linux for LD_PRELOAD. */
export function canHangDisks(): boolean {
  return process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;
}

/** Builds the library in a folder that the caller removes. */
export function createHangingDisk(folder: string) {
  const source = join(folder, "hanging-disk.c");
  const library = join(folder, "hanging-disk.so");
  const signal = join(folder, "disk-hangs");
  writeFileSync(source, LIBRARY);
  execFileSync("cc", ["-shared", "-fPIC", "-o", library, source]);
  return {
    /** The environment of a process with this disk. */
    settings: { LD_PRELOAD: library, DISK_HANGS_WHILE: signal },
    hang: () => writeFileSync(signal, ""),
    goOn: () => {
      if (existsSync(signal)) rmSync(signal);
    },
  };
}
