// Restricts the database to the user who runs the service. SQLite itself creates files that every user of the machine can
// read.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

export const OWNER_ONLY = 0o600;
const RIGHTS_OF_STRANGERS = 0o007;

/**
 * Creates the folder if it is missing, and the file with rights for the owner only; SQLite gives -wal and -shm the same
 * rights. An existing file that every user may read or write is restricted to its owner. A file that only its group may read
 * or write stays as it is: it was shared on purpose.
 */
export function keepPrivate(path: string): void {
  createFolder(dirname(path));
  createFile(path);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const { mode = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if ((mode & RIGHTS_OF_STRANGERS) !== 0) narrow(file);
  }
}

/** Not mkdir's own recursion, which never ends where the system refuses with ENOENT, as below /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Never opens an existing file: closing it would release this process's locks on it. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", OWNER_ONLY));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Only the owner may change the rights; for another user they stay. */
function narrow(path: string): void {
  try {
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    if (!["EPERM", "EROFS", "ENOENT"].includes(codeOf(error))) throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}
