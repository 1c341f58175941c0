// A copy of the store's file, made while processes use it.
import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OWNER_ONLY } from "./private-file.ts";

/** How long to wait for a process that has locked the whole file, as `accounts move` does for a moment. */
const LOCK_WAIT_MS = 5_000;

/**
 * Copies the file at `path`, as it is at one instant, to `target`, whatever version its tables have. Counting goes on
 * meanwhile. `target` is created or replaced only after the copy was checked and is on the disk; otherwise this throws, and
 * nothing has changed.
 */
export function backUpSqliteFile({ path, target }: { path: string; target: string }) {
  expectUsable({ path, target });
  // A random name, so that two backups to one file do not disturb each other. In containers, both may have the same process id.
  const part = `${target}.${randomUUID()}.part`;
  try {
    closeSync(openSync(part, "wx", OWNER_ONLY));
    copyInto(path, part);
    const checked = check(part);
    sync(part);
    renameSync(part, target);
    sync(dirname(resolve(target)));
    return { ...checked, bytes: statSync(target).size };
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function expectUsable({ path, target }: { path: string; target: string }): void {
  const [store, folder, there] = [path, dirname(resolve(target)), target].map((each) =>
    statSync(each, { throwIfNoEntry: false }),
  );
  if (store === undefined) throw new Error(`there is no store at ${path}: STORE_URL names the service's`);
  if (folder?.isDirectory() !== true) throw new Error("its folder does not exist");
  if (there?.isDirectory() === true) throw new Error("it is a folder: name a file in it");
  if (store.ino === there?.ino && store.dev === there.dev) {
    throw new Error("it is the store itself: name another file");
  }
}

/** VACUUM INTO reads the whole file in one transaction. */
function copyInto(path: string, part: string): void {
  using database = new DatabaseSync(path, { readOnly: true, timeout: LOCK_WAIT_MS });
  database.prepare("VACUUM INTO ?").run(part);
}

/** Throws if the copy is damaged; returns its number of accounts and the version of its tables. */
function check(part: string) {
  using copy = new DatabaseSync(part, { readOnly: true });
  const found = copy.prepare("PRAGMA integrity_check").all() as { integrity_check: string }[];
  const problem = found.find((row) => row.integrity_check !== "ok")?.integrity_check;
  if (problem !== undefined) throw new Error(`the copy is damaged: ${problem}`);
  const row = copy.prepare("SELECT version, (SELECT count(*) FROM account) AS accounts FROM store_state");
  const { version, accounts } = row.get() as { version: number; accounts: number };
  return { accounts, tablesVersion: version };
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
