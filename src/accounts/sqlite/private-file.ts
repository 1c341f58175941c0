// Who may read the database: whoever runs the service. SQLite itself creates files that every user of the machine can read.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

const OWNER_ONLY = 0o600;
const RIGHTS_OF_STRANGERS = 0o007;

/**
 * Creates the file, and the folder it is in, with rights for its owner alone; SQLite gives those of its -wal and -shm the
 * same. A file that strangers may read or write, as those of earlier versions are, becomes its owner's; one with rights
 * for its group alone was shared on purpose, and is left.
 */
export function keepPrivate(path: string): void {
  createFolder(dirname(path));
  createFile(path);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const { mode = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if ((mode & RIGHTS_OF_STRANGERS) !== 0) narrow(file);
  }
}

/** Not mkdir's own recursion, which never ends where the system refuses with ENOENT, as it does below /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Never opens a file that is there: to close it would end the locks that this process has on it. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", OWNER_ONLY));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Only its owner may, and a second user of the file has to take it as it is. */
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
