// What PostgreSQL's programs are called and who runs them.
import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Debian has its versions. */
const VERSIONS = "/usr/lib/postgresql";

/** A server refuses to run as root, so root runs it as nobody. */
const NOBODY = 65_534;
const AS_OWNER =
  process.getuid?.() === 0
    ? ["setpriv", "--reuid", String(NOBODY), "--regid", String(NOBODY), "--clear-groups"]
    : [];

/** The command and arguments that run something as whoever owns the folders of servers. */
export function asOwner(...command: readonly string[]): readonly [string, ...string[]] {
  return [...AS_OWNER, ...command] as unknown as readonly [string, ...string[]];
}

/** A new folder of theirs. */
export function ownFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "suitability-postgres-"));
  if (AS_OWNER.length > 0) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

/** Makes a server's files in a folder of theirs, for the superuser `postgres`. */
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
    // By default its first file is 16 MB of zeros, which take longer to write than all the rest.
    "wal-segsize": "1",
  };
  run("initdb", "--no-sync", ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`));
  // What is written before it is answered is still there after a kill, if not after a power cut; and a start after a kill
  // does not wait for thousands of files, which took up to 14 s on a busy disk.
  appendFileSync(join(settings.pgdata, "postgresql.conf"), "fsync = off\n");
}

/** The program of the newest version there is; there may be none. */
export function program(name: string): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0] ?? "";
  return join(VERSIONS, newest, "bin", name);
}

/** Runs one to its end. */
export function run(name: string, ...args: readonly string[]): void {
  const [command, ...rest] = asOwner(program(name), ...args);
  execFileSync(command, rest, { stdio: ["ignore", "ignore", "pipe"] });
}
