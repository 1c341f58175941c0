// A disk of some megabytes, in memory, that can be filled.
import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createTemporaryFolder } from "../programs/temporary-folder.ts";

export interface SmallDisk {
  readonly path: string;
  /** Fills it, so that nothing more can be written to it. */
  fill(): void;
  free(): void;
  remove(): void;
}

export function createSmallDisk(megabytes: number): SmallDisk {
  const folder = createTemporaryFolder();
  const { path } = folder;
  // PostgreSQL does not run as root, and needs access.
  chmodSync(path, 0o777);
  if (!mount(path, megabytes)) throw new Error("a disk cannot be mounted here");
  const filler = join(path, "filler");
  const remove = () => {
    // Lazily: processes may still have files open on it.
    spawnSync("umount", ["--lazy", path]);
    folder.remove();
  };
  // For a run that is interrupted.
  process.once("exit", remove);
  return {
    path,
    fill: () => {
      const file = openSync(filler, "w");
      // The last bytes too, after the last whole block.
      for (const block of [Buffer.alloc(65_536), Buffer.alloc(1)]) while (isWritten(file, block));
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      process.off("exit", remove);
      remove();
    },
  };
}

/** Whether this user may mount a disk. */
export function canMountDisks(): boolean {
  const folder = createTemporaryFolder();
  const isMounted = mount(folder.path, 1);
  if (isMounted) spawnSync("umount", [folder.path]);
  folder.remove();
  return isMounted;
}

function mount(path: string, megabytes: number): boolean {
  const options = `size=${megabytes}m,mode=0777`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]).status === 0;
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length;
  } catch {
    return false;
  }
}
