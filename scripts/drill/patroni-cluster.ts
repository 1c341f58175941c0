// Runs three PostgreSQLs under Patroni and an etcd on one machine, with the settings of examples/postgres/patroni.yml.
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

const SETTINGS = new URL("../../examples/postgres/patroni.yml", import.meta.url);
const NAMES = ["db_1", "db_2", "db_3"];
const PATIENCE_MS = 90_000;
const POLL_MS = 200;

/** How fast Patroni notices a failure, in seconds, for a short drill. */
export interface PatroniTimes {
  readonly ttl: number;
  readonly loop_wait: number;
  readonly retry_timeout: number;
}

/** A machine of the cluster: a PostgreSQL with the Patroni that runs it. */
interface Machine {
  readonly port: number;
  /** Kills PostgreSQL and Patroni, as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Suspends PostgreSQL and Patroni until they are killed. Their connections stay open. */
  freeze(): void;
}

export interface PatroniCluster {
  readonly machines: readonly Machine[];
  /** The superuser's URL of the current primary. Throws if there is none. */
  primaryUrl(): Promise<string>;
  primary(): Promise<Machine>;
  standbys(): Promise<readonly Machine[]>;
  /** Returns when there is a primary. */
  untilPrimary(): Promise<void>;
  /** Returns when there is a primary that both standbys follow. */
  untilWhole(): Promise<void>;
  remove(): Promise<void>;
}

/** The programs that the drill needs and that are not installed. */
export function missingPrograms(): readonly string[] {
  const missing = ["patroni", "etcd", "pgbouncer"].filter(
    (name) => spawnSync(name, ["--version"]).status !== 0,
  );
  return isPostgresInstalled() ? missing : ["postgresql", ...missing];
}

/** Returns when the primary has two standbys. */
export async function startPatroniCluster(times?: PatroniTimes): Promise<PatroniCluster> {
  const folder = ownFolder();
  const etcd = await startEtcd(folder);
  const machines: Awaited<ReturnType<typeof createMachine>>[] = [];
  // For a drill that is interrupted.
  const killAtExit = () => machines.forEach((machine) => machine.killAtOnce());
  process.prependOnceListener("exit", killAtExit);
  for (const name of NAMES) machines.push(await createMachine({ name, folder, etcd: etcd.address, times }));

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
  /** Waits until `isSo` resolves to true; its errors count as false. */
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    const endMs = performance.now() + PATIENCE_MS;
    while (!(await isSo().catch(() => false))) {
      if (performance.now() > endMs) {
        const states = await Promise.all(machines.map((machine) => machine.state()));
        throw new Error(`there has been no ${what} for ${PATIENCE_MS / 1_000} s:\n${states.join("\n")}`);
      }
      await sleep(POLL_MS);
    }
  };
  const cluster: PatroniCluster = {
    machines,
    primary,
    primaryUrl: async () => (await primary()).url,
    standbys: async () => {
      const leader = await primary();
      return machines.filter((machine) => machine !== leader);
    },
    untilPrimary: () => until("primary", async () => (await primary()) !== undefined),
    untilWhole: () => until("primary with two standbys", isWhole),
    remove: async () => {
      await Promise.all(machines.map((machine) => machine.kill()));
      process.off("exit", killAtExit);
      etcd.child.kill("SIGKILL");
      await etcd.exited;
      rmSync(folder, { recursive: true });
    },
  };
  try {
    await Promise.all(machines.map((machine) => machine.start()));
    await cluster.untilWhole();
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  return cluster;
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

interface MachineOptions {
  readonly name: string;
  readonly folder: string;
  /** The address of etcd. */
  readonly etcd: string;
  readonly times: PatroniTimes | undefined;
}

async function createMachine(options: MachineOptions) {
  const { name, folder } = options;
  const [port, restPort] = [await freePort(), await freePort()];
  const data = join(folder, name);
  const file = join(folder, `${name}.yml`);
  const settings = settingsOf({ ...options, port, restPort, data });
  writeFileSync(file, stringify(settings), { mode: 0o644 });
  const { password } = settings.postgresql.authentication.superuser;
  let patroni: Awaited<ReturnType<typeof startForeignServer>> | undefined;

  /** Signals Patroni and PostgreSQL, if they run. PostgreSQL is not a child of Patroni. */
  const signalBoth = (signal: NodeJS.Signals) =>
    [patroni?.child.pid, postmasterOf(data)].flatMap((pid) =>
      pid === undefined ? [] : signalTree(pid, signal),
    );
  const askPatroni = (what: string) =>
    fetch(`http://127.0.0.1:${restPort}/${what}`, { signal: AbortSignal.timeout(1_000) });
  return {
    port,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    isPrimary: () =>
      askPatroni("primary").then(
        ({ ok }) => ok,
        () => false,
      ),
    /** The state that its Patroni reports, for the error message of a drill. */
    state: () =>
      askPatroni("patroni").then(
        async (answer) => `${name}: ${await answer.text()}`,
        (error: unknown) => `${name}: its Patroni does not answer: ${String(error)}`,
      ),
    start: async () => {
      // INFO is in Patroni's first line, which comes whether or not PostgreSQL starts.
      patroni = await startForeignServer(asOwner("patroni", file), { readyLine: /INFO/ });
    },
    kill: async () => {
      await untilGone(signalBoth("SIGKILL"));
      patroni = undefined;
    },
    killAtOnce: () => void signalBoth("SIGKILL"),
    freeze: () => void signalBoth("SIGSTOP"),
  };
}

/** The settings of the example file, with this machine's addresses and folders. */
function settingsOf({
  name,
  folder,
  etcd,
  times,
  port,
  restPort,
  data,
}: MachineOptions & { readonly port: number; readonly restPort: number; readonly data: string }) {
  const recommended = parse(readFileSync(SETTINGS, "utf8")) as PatroniSettings;
  const { dcs } = recommended.bootstrap;
  const listen = { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` };
  return {
    ...recommended,
    name,
    restapi: listen,
    etcd3: { hosts: [etcd] },
    bootstrap: {
      ...recommended.bootstrap,
      dcs: {
        ...dcs,
        ...times,
        postgresql: {
          ...dcs.postgresql,
          // Without fsync: the power stays on, and the disk is shared with other tests.
          parameters: { ...dcs.postgresql.parameters, fsync: "off", unix_socket_directories: "" },
          pg_hba: [
            "host all all 127.0.0.1/32 scram-sha-256",
            "host replication replicator 127.0.0.1/32 scram-sha-256",
          ],
        },
      },
    },
    postgresql: {
      ...recommended.postgresql,
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      bin_dir: join(program("postgres"), ".."),
      data_dir: data,
      // Otherwise a new standby waits for the primary's next checkpoint.
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
