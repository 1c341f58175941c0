// Three PostgreSQLs under Patroni with etcd, as docs/stores.md has them set up, on one machine.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse, stringify } from "yaml";
import { startForeignServer } from "../../test/support/foreign-server.ts";
import { freePort } from "../../test/support/free-port.ts";
import { isPostgresInstalled } from "../../test/support/postgres-server.ts";
import { postgresCommand } from "../../test/support/postgres-command.ts";
import { asOwner, ownFolder, program } from "../../test/support/postgres-programs.ts";
import { signalTree, untilGone } from "../../test/support/process-tree.ts";

const PAGE = new URL("../../docs/stores.md", import.meta.url);
const NAMES = ["db_1", "db_2", "db_3"];
const PATIENCE_MS = 90_000;
const POLL_MS = 200;

/** How fast Patroni notices: instead of what the page recommends, for a drill that is to be short. */
export interface PatroniTimes {
  readonly ttl: number;
  readonly loop_wait: number;
  readonly retry_timeout: number;
}

/** A machine of the cluster: a PostgreSQL with the Patroni that runs it. */
export interface Machine {
  readonly port: number;
  /** Ends both the hard way, as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops both in the middle of what they do, until they go on. */
  pause(): void;
  goOn(): void;
}

export interface PatroniCluster {
  readonly machines: readonly Machine[];
  /** For the superuser, at the machine that is the primary now. Throws where none is. */
  primaryUrl(): Promise<string>;
  primary(): Promise<Machine>;
  standbys(): Promise<readonly Machine[]>;
  /** Returns when there is a primary. */
  untilPrimary(): Promise<void>;
  /** Returns when there is a primary that both others follow. */
  untilWhole(): Promise<void>;
  remove(): Promise<void>;
}

/** What has to be installed and is not. */
export function missingPrograms(): readonly string[] {
  const missing = ["patroni", "etcd", "pgbouncer"].filter(
    (name) => spawnSync(name, ["--version"]).status !== 0,
  );
  return isPostgresInstalled() ? missing : ["postgresql", ...missing];
}

/** Returns when it is whole. */
export async function startPatroniCluster(times?: PatroniTimes): Promise<PatroniCluster> {
  const folder = ownFolder();
  const etcd = await startEtcd(folder);
  const machines: Awaited<ReturnType<typeof createMachine>>[] = [];
  // Also where the drill itself is ended.
  const killAtExit = () => machines.forEach((machine) => machine.killAtOnce());
  process.prependOnceListener("exit", killAtExit);
  const killAll = async () => {
    await Promise.all(machines.map((machine) => machine.kill()));
    process.off("exit", killAtExit);
    etcd.child.kill("SIGKILL");
    await etcd.exited;
  };
  for (const name of NAMES) machines.push(await createMachine({ name, folder, etcd: etcd.address, times }));
  try {
    await Promise.all(machines.map((machine) => machine.start()));
  } catch (error) {
    await killAll();
    throw error;
  }

  const primary = async () => {
    const arePrimaries = await Promise.all(machines.map((machine) => machine.isPrimary()));
    const found = machines[arePrimaries.indexOf(true)];
    if (found === undefined) throw new Error("there is no primary");
    return found;
  };
  const isWhole = async () => {
    const [row] = await postgresCommand((await primary()).url, STANDBYS);
    return row?.["standbys"] === NAMES.length - 1;
  };
  const cluster: PatroniCluster = {
    machines,
    primary,
    primaryUrl: async () => (await primary()).url,
    standbys: async () => {
      const leader = await primary();
      return machines.filter((machine) => machine !== leader);
    },
    untilPrimary: () => until("a primary", async () => (await primary()) !== undefined),
    untilWhole: () => until("a primary with two standbys", isWhole),
    remove: async () => {
      await killAll();
      rmSync(folder, { recursive: true });
    },
  };
  try {
    await cluster.untilWhole();
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  return cluster;
}

/** Returns when it is so; what is thrown means that it is not yet. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > endMs) throw new Error(`there has been no ${what} for ${PATIENCE_MS / 1_000} s`);
    await sleep(POLL_MS);
  }
}

const STANDBYS =
  "SELECT count(*)::integer AS standbys FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'db_%'";

async function startEtcd(folder: string) {
  const [client, peer] = [await freePort(), await freePort()];
  const settings = {
    "data-dir": join(folder, "etcd"),
    "listen-client-urls": `http://127.0.0.1:${client}`,
    "advertise-client-urls": `http://127.0.0.1:${client}`,
    "listen-peer-urls": `http://127.0.0.1:${peer}`,
    "initial-advertise-peer-urls": `http://127.0.0.1:${peer}`,
    "initial-cluster": `default=http://127.0.0.1:${peer}`,
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const running = await startForeignServer(asOwner("etcd", ...args), {
    readyLine: /ready to serve client requests|serving insecure client requests/,
  });
  return { ...running, address: `127.0.0.1:${client}` };
}

interface PatroniSettings {
  readonly bootstrap: { readonly dcs: { readonly postgresql: { readonly parameters: object } } };
  readonly postgresql: { readonly authentication: { readonly superuser: { readonly password: string } } };
}

async function createMachine(options: {
  readonly name: string;
  readonly folder: string;
  readonly etcd: string;
  readonly times: PatroniTimes | undefined;
}) {
  const { name, folder } = options;
  const [port, restPort] = [await freePort(), await freePort()];
  const data = join(folder, name);
  const file = join(folder, `${name}.yml`);
  const settings = settingsOf({ ...options, port, restPort, data });
  writeFileSync(file, stringify(settings), { mode: 0o644 });
  const { password } = settings.postgresql.authentication.superuser;
  let patroni: Awaited<ReturnType<typeof startForeignServer>> | undefined;

  /** Of those of the two that run. PostgreSQL is no child of Patroni's. */
  const signalBoth = (signal: NodeJS.Signals) => [
    ...(patroni?.child.pid === undefined ? [] : signalTree(patroni.child.pid, signal)),
    ...(postmasterOf(data) === undefined ? [] : signalTree(postmasterOf(data) ?? 0, signal)),
  ];
  return {
    port,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    isPrimary: () =>
      fetch(`http://127.0.0.1:${restPort}/primary`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    start: async () => {
      // What it says first, whatever becomes of it.
      patroni = await startForeignServer(asOwner("patroni", file), { readyLine: /INFO/ });
    },
    kill: async () => {
      await untilGone(signalBoth("SIGKILL"));
      patroni = undefined;
    },
    killAtOnce: () => void signalBoth("SIGKILL"),
    pause: () => void signalBoth("SIGSTOP"),
    goOn: () => void signalBoth("SIGCONT"),
  };
}

/** The page's, with the addresses and folders of this machine. */
function settingsOf({
  name,
  folder,
  etcd,
  times,
  port,
  restPort,
  data,
}: {
  readonly name: string;
  readonly folder: string;
  readonly etcd: string;
  readonly times: PatroniTimes | undefined;
  readonly port: number;
  readonly restPort: number;
  readonly data: string;
}) {
  const [, text = ""] = /^<!-- patroni -->\n+```yaml\n(.*?)^```/ms.exec(readFileSync(PAGE, "utf8")) ?? [];
  const ofPage = parse(text) as PatroniSettings;
  const { dcs } = ofPage.bootstrap;
  const listen = { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` };
  return {
    ...ofPage,
    name,
    restapi: listen,
    etcd3: { hosts: [etcd] },
    bootstrap: {
      ...ofPage.bootstrap,
      dcs: {
        ...dcs,
        ...times,
        postgresql: {
          ...dcs.postgresql,
          // No power is cut here, and this disk is shared.
          parameters: { ...dcs.postgresql.parameters, fsync: "off", unix_socket_directories: "" },
          pg_hba: [
            "host all all 127.0.0.1/32 scram-sha-256",
            "host replication replicator 127.0.0.1/32 scram-sha-256",
          ],
        },
      },
    },
    postgresql: {
      ...ofPage.postgresql,
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      bin_dir: join(program("postgres"), ".."),
      data_dir: data,
      // Otherwise a standby is made when the primary next feels like a checkpoint.
      basebackup: [{ checkpoint: "fast" }],
      pgpass: join(folder, `${name}.pgpass`),
    },
  };
}

/** The first process of the PostgreSQL in a folder, if one runs. */
function postmasterOf(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(data) ? pid : undefined;
  } catch {
    return undefined;
  }
}
