// What befalls a store and its replicas under load, with real processes: its disk fills up, or a replica is killed. Nothing is
// answered that is not counted, callers are told so soon, and all is well by itself when the trouble is over.
import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { metricOf, readyz, untilListening } from "../support/program.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const PATIENCE = { timeout: 60_000, interval: 50 };

/** A store's deadlines are some hundred milliseconds; the rest is for a busy machine. */
const ANSWERED_WITHIN_MS = 10_000;

interface StoreOnDisk {
  readonly url: string;
  /** Sees to it that what is written next needs room. */
  needRoom?(): Promise<void>;
  /** What whoever supervises a server does where it has ended. */
  startAgain?(): Promise<void>;
}

const STORES: readonly {
  readonly name: string;
  readonly megabytes: number;
  readonly isThere: boolean;
  open(folder: string): Promise<StoreOnDisk>;
}[] = [
  {
    name: "SQLite",
    megabytes: 16,
    isThere: true,
    open: async (folder) => ({ url: `sqlite:${folder}/accounts.db` }),
  },
  {
    name: "PostgreSQL",
    megabytes: 96,
    isThere: isPostgresInstalled(),
    open: async (folder) => {
      const server = await startPostgresServer({ smallDisk: folder });
      onTestFinished(() => server.remove());
      return {
        url: server.url,
        // The rest of what its log has made ready is used up by going on to the next file.
        needRoom: async () => {
          for (let file = 0; file < 64; file += 1) {
            const command = "SELECT pg_logical_emit_message(true, '', repeat('x', 200000)), pg_switch_wal()";
            if (await postgresCommand(server.url, command).then(never, always)) return;
          }
        },
        startAgain: async () => {
          const isUp = await vi
            .waitFor(() => postgresCommand(server.url, "SELECT 1"), { timeout: 3_000, interval: 200 })
            .then(always, never);
          if (isUp) return;
          await server.kill();
          await server.start();
        },
      };
    },
  },
];

const always = () => true;
const never = () => false;

const CAN_FILL = canMountDisks();

describe("three replicas under load", { timeout: 240_000 }, () => {
  it.each(STORES.filter(({ isThere }) => isThere))(
    `on $name ${CAN_FILL ? "answer 200 or 503 while its disk is full, come back by themselves, and" : "(a full disk takes the right to mount)"} go on when one of them is killed: every answer is counted`,
    async ({ megabytes, open }) => {
      const disk = createDisk(megabytes);
      const store = await open(disk.path);
      const programs = openPrograms(store.url);
      const { key, accountId } = await programs.createCaller();
      const replicas = await startThree(programs);
      const load = startLoad(key, replicas);
      await load.untilAnswered(100);

      if (CAN_FILL) await outliveFullDisk({ disk, store, replicas, load });

      const [killed, ...others] = replicas;
      const unknownOfKilled = await unknownSpends(replicas.slice(0, 1));
      killed?.program.signal("SIGKILL");
      await killed?.program.ended;
      await load.untilAnswered(200);
      await load.stop();

      // 0 from the one that is gone.
      expect(load.statuses().isSubsetOf(new Set([200, 503, 0]))).toBe(true);
      const unknown = unknownOfKilled + load.width + (await unknownSpends(others));
      const counted = await programs.callsCounted(accountId);
      expect(counted).toBeGreaterThanOrEqual(load.answered());
      expect(counted).toBeLessThanOrEqual(load.answered() + unknown);
    },
  );
});

/** Makes the disk full until nobody is ready, and waits until everybody is again. */
async function outliveFullDisk(options: {
  disk: ReturnType<typeof createDisk>;
  store: StoreOnDisk;
  replicas: Replicas;
  load: ReturnType<typeof startLoad>;
}) {
  const { disk, store, replicas, load } = options;
  disk.fill();
  await store.needRoom?.();
  await load.untilRefused(100);
  await vi.waitFor(async () => expect(await readinessOf(replicas)).not.toContain(true), PATIENCE);
  disk.free();
  await store.startAgain?.();
  await load.untilAnswered(100);
  await untilReady(replicas);
  expect(load.statuses()).toEqual(new Set([200, 503]));
}

/** When they are ready. */
async function startThree(programs: ReturnType<typeof openPrograms>) {
  const replicas = await Promise.all(
    [1, 2, 3].map(async () => {
      const program = programs.serve();
      return { program, ports: await untilListening(program) };
    }),
  );
  await untilReady(replicas);
  return replicas;
}

type Replicas = Awaited<ReturnType<typeof startThree>>;

async function readinessOf(replicas: Replicas): Promise<readonly boolean[]> {
  const statuses = await Promise.all(replicas.map(({ ports }) => readyz(ports)));
  return statuses.map((status) => status === 200);
}

const untilReady = (replicas: Replicas) =>
  vi.waitFor(async () => expect(await readinessOf(replicas)).not.toContain(false), PATIENCE);

/** Six callers, one call after the other at the replicas in turn, until they are stopped. Who is not answered comes again soon. */
function startLoad(key: string, replicas: Replicas) {
  /** Of each status; 0 where nobody was there, answered in time, or stayed to the end. */
  const told = new Map<number, number>();
  const over = new AbortController();
  const width = 6;
  let turn = 0;
  const call = async () => {
    const port = replicas[(turn += 1) % replicas.length]?.ports.http ?? 0;
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const status = await getForecast(port, { key, signal }).then(read, () => 0);
    told.set(status, (told.get(status) ?? 0) + 1);
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const callers = Array.from({ length: width }, async () => {
    while (!over.signal.aborted) await call();
  });
  const untilMore = (status: number) => (more: number) => {
    const enough = (told.get(status) ?? 0) + more;
    return vi.waitFor(() => expect(told.get(status) ?? 0).toBeGreaterThanOrEqual(enough), PATIENCE);
  };
  return {
    width,
    answered: () => told.get(200) ?? 0,
    untilAnswered: untilMore(200),
    untilRefused: untilMore(503),
    statuses: () => new Set(told.keys()),
    stop: async () => {
      over.abort();
      await Promise.all(callers);
    },
  };
}

async function read(response: Response): Promise<number> {
  await response.text();
  return response.status;
}

/** Calls that were not answered though they may be counted, as the metric of all replicas tells. */
async function unknownSpends(replicas: Replicas): Promise<number> {
  const told = replicas.map(({ ports }) => metricOf(ports, "suitability_unanswered_spends_total"));
  return (await Promise.all(told)).reduce((sum, spends) => sum + spends, 0);
}

/** A disk of some megabytes, in memory, that can be filled; a mere folder where there is no right to mount. */
function createDisk(megabytes: number) {
  const folder = createTemporaryFolder();
  const { path } = folder;
  // Whoever runs a server that is not to be root's has to get there.
  chmodSync(path, 0o777);
  if (CAN_FILL && !mount(path, megabytes)) throw new Error("a disk cannot be mounted here");
  // Whoever has a file open on it keeps what he has until he ends.
  onTestFinished(() => {
    if (CAN_FILL) spawnSync("umount", ["--lazy", path]);
    folder.remove();
  });
  const filler = join(path, "filler");
  return {
    path,
    /** From now on nothing more can be written to it. */
    fill: () => {
      const file = openSync(filler, "w");
      // The last bytes too, after the last whole block.
      for (const block of [Buffer.alloc(65_536), Buffer.alloc(1)]) while (isWritten(file, block));
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
  };
}

function canMountDisks(): boolean {
  const folder = createTemporaryFolder();
  const isMounted = mount(folder.path, 1);
  if (isMounted) spawnSync("umount", [folder.path]);
  folder.remove();
  return isMounted;
}

function mount(path: string, megabytes: number): boolean {
  const options = `size=${megabytes}m,mode=0777`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]).status === 0;
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length;
  } catch {
    return false;
  }
}
