// What befalls a store and its replicas under load, with real processes: its disk fills up, or a replica is killed. Nothing is
// answered that is not counted, callers are told so quickly, and all is well by itself when the trouble is over.
import { chmodSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { untilListening } from "../support/program.ts";
import { canMountDisks, createSmallDisk } from "../support/small-disk.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { openPrograms } from "./open-programs.ts";
import { startLoad, unknownSpends } from "./start-load.ts";

const PATIENCE = { timeout: 60_000, interval: 50 };

/** A store's deadlines are some hundred milliseconds; the rest is for a busy machine. */
const LATENCY_MS_MAX = 5_000;

interface StoreOnDisk {
  readonly url: string;
  /** Sees to it that what is written next needs room. */
  needRoom?(): Promise<void>;
  /** What whoever supervises a server does where it has ended. */
  startAgain?(): Promise<void>;
}

const SERVERS: Record<
  string,
  { megabytes: number; isThere: boolean; start(folder: string): Promise<StoreOnDisk> }
> = {
  SQLite: {
    megabytes: 16,
    isThere: true,
    start: async (folder) => ({ url: `sqlite:${folder}/accounts.db` }),
  },
  PostgreSQL: {
    megabytes: 96,
    isThere: isPostgresInstalled(),
    start: async (folder) => {
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
};

const always = () => true;
const never = () => false;

describe.skipIf(!canMountDisks())("a full disk", { timeout: 240_000 }, () => {
  it.each(Object.entries(SERVERS).filter(([, { isThere }]) => isThere))(
    "of %s under load: 200 or 503 and nothing else, quickly, every answer counted, and back by itself",
    async (_, { megabytes, start }) => {
      const disk = createSmallDisk(megabytes);
      onTestFinished(() => disk.remove());
      const store = await start(disk.path);
      const programs = openPrograms(store.url);
      const { key, accountId } = await programs.createCaller();
      const replicas = await startThree(programs);
      const load = startLoad({ keys: [key, key, key], nextPort: inTurn(replicas) });
      await load.untilAnswered(100);

      disk.fill();
      await store.needRoom?.();
      await load.untilRefused(100);
      await vi.waitFor(
        async () => expect(await readinessOf(replicas)).toEqual([false, false, false]),
        PATIENCE,
      );
      disk.free();
      await store.startAgain?.();
      await load.untilAnswered(100);
      await vi.waitFor(async () => expect(await readinessOf(replicas)).toEqual(ALL_READY), PATIENCE);
      const { statuses, slowestMs } = await load.stop();

      expect(statuses).toEqual(new Set([200, 503]));
      expect(slowestMs).toBeLessThan(LATENCY_MS_MAX);
      const counted = await programs.callsCounted(accountId);
      expect(counted).toBeGreaterThanOrEqual(load.answered());
      expect(counted).toBeLessThanOrEqual(load.answered() + (await unknownSpends(replicas)));
    },
  );
});

describe("a replica that is killed under load", { timeout: 120_000 }, () => {
  it.each(Object.entries(SERVERS).filter(([, { isThere }]) => isThere))(
    "on %s: every answer is counted, besides at most what was under way there, and the others go on",
    async (_, { start }) => {
      const folder = createTemporaryFolder();
      onTestFinished(() => folder.remove());
      // Whoever runs a server that is not to be root's has to get there.
      chmodSync(folder.path, 0o777);
      const { url } = await start(folder.path);
      const programs = openPrograms(url);
      const { key, accountId } = await programs.createCaller();
      const replicas = await startThree(programs);
      const load = startLoad({ keys: [key, key, key], nextPort: inTurn(replicas) });
      await load.untilAnswered(100);
      const [killed, ...others] = replicas;
      killed?.program.signal("SIGKILL");
      await killed?.program.ended;
      await load.untilAnswered(200);
      const { statuses } = await load.stop();

      // 0 from the one that is gone.
      expect(statuses.isSubsetOf(new Set([200, 503, 0]))).toBe(true);
      const counted = await programs.callsCounted(accountId);
      expect(counted).toBeGreaterThanOrEqual(load.answered());
      expect(counted).toBeLessThanOrEqual(load.answered() + load.width + (await unknownSpends(others)));
    },
  );
});

/** When they are ready. */
async function startThree(programs: ReturnType<typeof openPrograms>) {
  const replicas = await Promise.all(
    [1, 2, 3].map(async () => {
      const program = programs.serve();
      return { program, ports: await untilListening(program) };
    }),
  );
  await vi.waitFor(async () => expect(await readinessOf(replicas)).toEqual(ALL_READY), PATIENCE);
  return replicas;
}

type Replicas = Awaited<ReturnType<typeof startThree>>;

const ALL_READY = [true, true, true];

function readinessOf(replicas: Replicas): Promise<readonly boolean[]> {
  return Promise.all(
    replicas.map(async ({ ports }) => (await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).ok),
  );
}

function inTurn(replicas: Replicas): () => number {
  let turn = 0;
  return () => replicas[(turn += 1) % replicas.length]?.ports.http ?? 0;
}
