// A disk of some megabytes, in memory, that can be filled.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly path: string;
  /** From now on nothing more can be written to it. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** For `describe.skipIf`: takes the right to mount. */
export function canMountDisks(): boolean {
  const path = mkdtempSync(join(tmpdir(), "suitability-disk-"));
  const isMounted = mount(path, 1);
  if (isMounted) spawnSync("umount", [path]);
  rmdirSync(path);
  return isMounted;
}

export function createSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), "suitability-disk-"));
  if (!mount(path, megabytes)) throw new Error("a disk cannot be mounted here");
  const filler = join(path, "filler");
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
      // Whoever has a file open on it keeps what he has until he ends.
      spawnSync("umount", ["--lazy", path]);
      rmdirSync(path);
    },
  };
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
