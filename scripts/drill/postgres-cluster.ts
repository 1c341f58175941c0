// A primary and two standbys on one machine, set up as docs/stores.md recommends. The drill does what a failover manager does.
import { setTimeout as sleep } from "node:timers/promises";
import { postgresCommand } from "../../test/support/programs/postgres-command.ts";
import { startOrClose } from "../../src/app/start-or-close.ts";
import {
  asStandby,
  startPostgresServer,
  type PostgresServer,
} from "../../test/support/programs/postgres-server.ts";
import { canMountDisks, createSmallDisk, type SmallDisk } from "../../test/support/fakes/small-disk.ts";

const NAMES = ["db_1", "db_2", "db_3"];

/** Three times what a server of the drill needs. */
const DISK_MEGABYTES = 192;

const PATIENCE_MS = 60_000;
const POLL_MS = 100;

/** A server, with a disk of its own if this user may mount one. */
export interface Machine extends PostgresServer {
  /** By which the primary knows it. */
  readonly name: string;
  /** Fills its disk; returns when PostgreSQL can write nothing more. */
  fillDisk(): Promise<void>;
  /** Makes room, and starts PostgreSQL again if it has ended; returns when it answers. */
  freeDisk(): Promise<void>;
}

export interface PostgresCluster {
  readonly machines: readonly Machine[];
  primary(): Machine;
  standbys(): readonly Machine[];
  /** Makes the standby that has received most the primary; the old one must be off, or not be able to commit. */
  promote(): Promise<void>;
  /**
   * Starts a former primary as a standby. Without `isClean` its data are a new copy: it may have written what no standby has
   * received.
   */
  rejoin(machine: Machine, options?: { readonly isClean?: boolean }): Promise<void>;
  /** Returns when this many standbys follow the primary. */
  untilFollowedBy(standbys: 1 | 2): Promise<void>;
  remove(): Promise<void>;
}

/** Returns when both standbys follow the primary. */
export function startPostgresCluster(): Promise<PostgresCluster> {
  return startOrClose(async (opened) => {
    const machines: Machine[] = [];
    for (const name of NAMES) machines.push(await startMachine(name, { of: machines[0], opened }));
    let primary = machines[0] as Machine;
    const standbys = () => machines.filter((machine) => machine !== primary);
    const cluster: PostgresCluster = {
      machines,
      primary: () => primary,
      standbys,
      promote: async () => {
        const received = await Promise.all(standbys().map(receivedBytes));
        const most = received.reduce((a, b) => (a > b ? a : b));
        const former = primary;
        primary = standbys()[received.indexOf(most)] as Machine;
        await postgresCommand(primary.url, "SELECT pg_promote()");
        for (const standby of standbys()) if (standby !== former) await follow(standby, primary);
      },
      rejoin: async (machine, { isClean = false } = {}) => {
        machine.becomeStandby({ primaryUrl: primary.url, isCopy: !isClean });
        await machine.start();
      },
      untilFollowedBy: async (count) => {
        const endMs = performance.now() + PATIENCE_MS;
        while ((await followers(primary)) < count) {
          if (performance.now() > endMs) throw new Error(`${count} standbys do not follow the primary`);
          await sleep(POLL_MS);
        }
      },
      remove: () => opened.disposeAsync(),
    };
    await cluster.untilFollowedBy(2);
    return cluster;
  });
}

const SETTINGS = {
  synchronous_standby_names: `ANY 1 (${NAMES.join(", ")})`,
  // Not 5 s: how soon a standby tries again to connect to its primary.
  wal_retrieve_retry_interval: "200ms",
  // A standby that was away for some seconds needs no new copy.
  wal_keep_size: "32MB",
};

async function startMachine(
  name: string,
  { of: primary, opened }: { readonly of: Machine | undefined; readonly opened: AsyncDisposableStack },
): Promise<Machine> {
  const disk = canMountDisks() ? createSmallDisk(DISK_MEGABYTES) : undefined;
  if (disk !== undefined) opened.defer(() => disk.remove());
  const options = { name, smallDisk: disk?.path, settings: SETTINGS };
  const server = await (primary?.startStandby(options) ?? startPostgresServer(options));
  opened.defer(() => server.remove());
  return { ...server, ...diskOf(server, disk), name };
}

/** How far a standby has come: as a synchronous standby, it has confirmed all that it has received. */
async function receivedBytes({ url }: Machine): Promise<bigint> {
  const [row] = await postgresCommand(
    url,
    "SELECT (greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0')::text AS bytes",
  );
  return BigInt(String(row?.["bytes"]));
}

/** Lets a running standby follow another primary than before, which may hang. */
async function follow(standby: Machine, primary: Machine): Promise<void> {
  const { name } = standby;
  await postgresCommand(standby.url, `ALTER SYSTEM SET primary_conninfo = '${asStandby(primary.url, name)}'`);
  await postgresCommand(standby.url, "SELECT pg_reload_conf()");
}

async function followers({ url }: Machine): Promise<number> {
  const [row] = await postgresCommand(
    url,
    "SELECT count(*)::integer AS count FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'db\\_%'",
  );
  return Number(row?.["count"]);
}

/** PostgreSQL has files in reserve for its log, so a full disk stops it only when they are used up. */
const LOG_FILE_MAX = 64;
const NEXT_LOG_FILE = "SELECT pg_logical_emit_message(true, '', repeat('x', 200000)), pg_switch_wal()";

/** How long a server that has crashed may take to be up again by itself. */
const UP_AGAIN_MS = 3_000;

function diskOf({ url, kill, start }: PostgresServer, disk: SmallDisk | undefined) {
  const isDone = (command: string) =>
    postgresCommand(url, command).then(
      () => true,
      () => false,
    );
  return {
    fillDisk: async () => {
      disk?.fill();
      for (let file = 0; file < LOG_FILE_MAX; file += 1) if (!(await isDone(NEXT_LOG_FILE))) return;
    },
    freeDisk: async () => {
      disk?.free();
      const endMs = performance.now() + UP_AGAIN_MS;
      while (performance.now() < endMs) {
        if (await isDone("SELECT 1")) return;
        await sleep(POLL_MS);
      }
      await kill();
      await start();
    },
  };
}
