// A real PgBouncer in transaction mode on a free port, in front of a PostgreSQL.
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startForeignServer } from "../fakes/foreign-server.ts";
import { freePort } from "./free-port.ts";
import { asOwner, ownFolder } from "./postgres-programs.ts";

export interface PgBouncer {
  /** A URL of the server, changed to lead through PgBouncer. */
  throughIt(url: string): string;
  /** Kills it, and starts it again on the same port; returns when it answers. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

/** Tests that need PgBouncer are skipped if it is missing, and their names say why. */
export function isPgBouncerInstalled(): boolean {
  return spawnSync("pgbouncer", ["--version"]).status === 0;
}

/** Starts a PgBouncer for the server at `url`, set up as in docs/stores.md but with a smaller pool; returns when it answers. */
export async function startPgBouncer(url: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(url);
  const folder = ownFolder();
  const port = await freePort();
  writeFileSync(join(folder, "users.txt"), `"${username}" "${password}"\n`, { mode: 0o644 });
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: join(folder, "users.txt"),
    pool_mode: "transaction",
    default_pool_size: 4,
    server_login_retry: 1,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, "pgbouncer.ini");
  const databases = `[databases]\n* = host=${hostname} port=${serverPort}\n`;
  writeFileSync(file, `${databases}[pgbouncer]\n${lines.join("\n")}\n`, { mode: 0o644 });
  const launch = () => startForeignServer(asOwner("pgbouncer", file), { readyLine: /process up/ });
  let running = await launch();
  const kill = async () => {
    running.child.kill("SIGKILL");
    await running.exited;
  };
  return {
    throughIt: (serverUrl) => `${serverUrl.replace(`:${serverPort}/`, `:${port}/`)}?prepare=false`,
    restart: async () => {
      await kill();
      running = await launch();
    },
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}
