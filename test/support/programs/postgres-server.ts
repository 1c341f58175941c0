// A real PostgreSQL on a free port, with a folder of its own, to be killed, hung and started again.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startForeignServer } from "../fakes/foreign-server.ts";
import { freePort } from "./free-port.ts";
import { postgresCommand } from "./postgres-command.ts";
import { asOwner, createCluster, makeStandby, ownFolder, program, run } from "./postgres-programs.ts";
import { signalTree, untilGone } from "./process-tree.ts";

interface ServerOptions {
  /** As a standby. */
  readonly name?: string | undefined;
  /** Its folder is made in this one; by default in the system's for temporary files. */
  readonly smallDisk?: string | undefined;
  /** Settings of PostgreSQL. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

export interface PostgresServer {
  readonly port: number;
  /** The STORE_URL of the first database, for the superuser. */
  readonly url: string;
  /** Makes an empty database, and returns its URL. */
  createDatabase(): Promise<string>;
  /** Kills all of its processes at once: they write nothing more. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder; returns when it answers. */
  start(): Promise<void>;
  /** From now on connections are accepted and nothing is answered. */
  hang(): void;
  /** Goes on where it hung. */
  goOn(): void;
  /** Ends it as `pg_ctl stop` does: its standbys get everything. */
  shutDown(): Promise<void>;
  /** Starts a standby, with its own folder and port. */
  startStandby(options?: ServerOptions): Promise<PostgresServer>;
  /** While it is down: from its next start on it is a standby, with its own data or a new copy of the primary's. */
  becomeStandby(options: { readonly primaryUrl: string; readonly isCopy: boolean }): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

const PASSWORD = "open-sesame";

/** For `describe.skipIf`: suites that need PostgreSQL are skipped if it is missing, and their names say why. */
export function isPostgresInstalled(): boolean {
  return existsSync(program("postgres"));
}

/** Starts a server; returns when it answers. */
export async function startPostgresServer(options: ServerOptions = {}): Promise<PostgresServer> {
  const folder = ownFolder(options.smallDisk);
  createCluster(folder, PASSWORD);
  return startIn(folder, options);
}

async function startIn(folder: string, options: ServerOptions): Promise<PostgresServer> {
  const data = join(folder, "data");
  const port = await freePort();
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "60",
    shared_buffers: "16MB",
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = asOwner(program("postgres"), "-D", data, ...args);
  const launch = () =>
    startForeignServer(command, { readyLine: /ready to accept (?:read-only )?connections/ });
  let running = await launch();
  let databases = 0;

  const signalAll = (signal: NodeJS.Signals): readonly number[] => {
    const { child } = running;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return [];
    return signalTree(child.pid, signal);
  };
  const kill = async (): Promise<void> => {
    const killed = signalAll("SIGKILL");
    await running.exited;
    await untilGone(killed);
  };

  // For a test that fails before it calls `remove`: child processes that `hang` has stopped would outlive the first process.
  const killAtExit = (): void => void signalAll("SIGKILL");
  process.prependOnceListener("exit", killAtExit);
  const urlOf = (database: string): string => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const url = urlOf("postgres");
  return {
    port,
    url,
    createDatabase: async () => {
      const name = `suitability_${(databases += 1)}`;
      await postgresCommand(url, `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    kill,
    start: async () => {
      running = await launch();
    },
    hang: () => void signalAll("SIGSTOP"),
    goOn: () => void signalAll("SIGCONT"),
    shutDown: async () => {
      running.child.kill("SIGINT");
      await running.exited;
    },
    startStandby: async (ofStandby = {}) => {
      const standby = ownFolder(ofStandby.smallDisk);
      copyPrimary(asStandby(url, ofStandby.name), join(standby, "data"));
      return startIn(standby, ofStandby);
    },
    becomeStandby: ({ primaryUrl, isCopy }) => {
      const primary = asStandby(primaryUrl, options.name);
      if (!isCopy) return makeStandby(data, primary);
      rmSync(data, { recursive: true });
      return copyPrimary(primary, data);
    },
    remove: async () => {
      await kill();
      process.off("exit", killAtExit);
      rmSync(folder, { recursive: true });
    },
  };
}

/** The URL by which a standby follows a primary. */
export function asStandby(primaryUrl: string, name = "standby"): string {
  return `${primaryUrl}?application_name=${name}`;
}

/** Copies a running primary's data for a standby that follows it. */
function copyPrimary(url: string, data: string): void {
  const options = { pgdata: data, checkpoint: "fast", dbname: url };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  run("pg_basebackup", "--write-recovery-conf", "--no-sync", ...args);
}
