// Where PostgreSQL's programs are, and which user runs them.
import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Debian has a folder here for each version. */
const VERSIONS = "/usr/lib/postgresql";

/** A server refuses to run as root, so root runs it as nobody. */
const NOBODY = 65_534;
const AS_OWNER =
  process.getuid?.() === 0
    ? ["setpriv", "--reuid", String(NOBODY), "--regid", String(NOBODY), "--clear-groups"]
    : [];

/** The command line that runs a command as the owner of the servers' folders. */
export function asOwner(...command: readonly string[]): readonly [string, ...string[]] {
  return [...AS_OWNER, ...command] as unknown as readonly [string, ...string[]];
}

/** A new folder that belongs to the owner of the servers' folders. */
export function ownFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "suitability-postgres-"));
  if (AS_OWNER.length > 0) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

/** Makes a server's files in a folder from `ownFolder`, with the superuser `postgres`. */
export function createCluster(folder: string, password: string): void {
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const settings = {
    pgdata: join(folder, "data"),
    username: "postgres",
    pwfile: passwordFile,
    auth: "scram-sha-256",
    encoding: "UTF8",
    locale: "C.UTF-8",
    // By default the first WAL file is 16 MB of zeros, which take longer to write than all the rest.
    "wal-segsize": "1",
  };
  run("initdb", "--no-sync", ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`));
  // Without fsync, commits survive a kill, though not a power cut. A start after a kill need not sync thousands of
  // files, which took up to 14 s on a busy disk.
  appendFileSync(join(settings.pgdata, "postgresql.conf"), "fsync = off\n");
}

/** Makes a server that is down a standby of a primary. */
export function makeStandby(data: string, primaryUrl: string): void {
  appendFileSync(join(data, "postgresql.auto.conf"), `primary_conninfo = '${primaryUrl}'\n`);
  const [command, ...args] = asOwner("touch", join(data, "standby.signal"));
  execFileSync(command, args);
}

/** The path of a program in the newest installed version; the program may not exist. */
export function program(name: string): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0] ?? "";
  return join(VERSIONS, newest, "bin", name);
}

/** Runs a PostgreSQL program to its end. */
export function run(name: string, ...args: readonly string[]): void {
  const [command, ...rest] = asOwner(program(name), ...args);
  execFileSync(command, rest, { stdio: ["ignore", "ignore", "pipe"] });
}
