// Replicas under load, as real processes, while the disk of their store is full: they count every answer,
// refuse other calls quickly, and recover by themselves when there is room again.
import { expect, it, onTestFinished, vi } from "vitest";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { metricOf, readyz, untilListening } from "../support/programs/program.ts";
import { canMountDisks, createSmallDisk } from "../support/fakes/small-disk.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const PATIENCE = { timeout: 60_000, interval: 50 };

/** A store's deadlines are some hundred milliseconds; the rest is for a busy machine. */
const ANSWERED_WITHIN_MS = 10_000;

interface StoreOnDisk {
  readonly url: string;
  /** Uses up reserved room, so that the next write needs more. */
  needRoom?(): Promise<void>;
  /** Starts a server that has ended or hangs, as its supervisor would. */
  startAgain?(): Promise<void>;
}

/** A PostgreSQL reserves files for its log, and has to be started again by somebody when it has ended. */
async function openPostgres(folder: string): Promise<StoreOnDisk> {
  const server = await postgresServerOfTest({ smallDisk: folder });
  const isDone = (command: string) => postgresCommand(server.url, command).then(always, never);
  return {
    url: server.url,
    needRoom: async () => {
      const next = "SELECT pg_logical_emit_message(true, '', repeat('x', 200000)), pg_switch_wal()";
      for (let file = 0; file < 64; file += 1) {
        if (!(await isDone(next))) return;
      }
    },
    startAgain: async () => {
      const isUp = async () => expect(await isDone("SELECT 1")).toBe(true);
      if (await vi.waitFor(isUp, { timeout: 3_000, interval: 200 }).then(always, never)) return;
      await server.kill();
      await server.start();
    },
  };
}

const STORES = [
  {
    name: "SQLite",
    megabytes: 16,
    isThere: true,
    open: async (folder: string): Promise<StoreOnDisk> => ({ url: `sqlite:${folder}/accounts.db` }),
  },
  { name: "PostgreSQL", megabytes: 96, isThere: isPostgresInstalled(), open: openPostgres },
];

const always = () => true;
const never = () => false;

it.skipIf(!canMountDisks()).each(STORES.filter(({ isThere }) => isThere))(
  "on $name, three replicas with a full disk answer 200 or 503, count every answer, and recover by themselves (skipped if this user may not mount a disk)",
  { timeout: 240_000 },
  async ({ megabytes, open }) => {
    const disk = createSmallDisk(megabytes);
    onTestFinished(() => disk.remove());
    const store = await open(disk.path);
    const programs = openPrograms(store.url);
    const { key, accountId } = await programs.createCaller();
    const replicas = await Promise.all([1, 2, 3].map(() => untilListening(programs.serve())));
    await untilReady(replicas);
    const load = startLoad(key, replicas);
    await load.untilAnswered(100);
    disk.fill();
    await store.needRoom?.();
    await load.untilRefused(100);
    await vi.waitFor(async () => expect(await readinessOf(replicas)).not.toContain(200), PATIENCE);
    disk.free();
    await store.startAgain?.();
    await load.untilAnswered(100);
    await untilReady(replicas);
    await load.stop();
    expect(load.statuses()).toEqual(new Set([200, 503]));
    const counted = await programs.callsCounted(accountId);
    expect(counted).toBeGreaterThanOrEqual(load.answered());
    expect(counted).toBeLessThanOrEqual(load.answered() + (await unknownSpends(replicas)));
  },
);

type Replicas = readonly Awaited<ReturnType<typeof untilListening>>[];

const readinessOf = (replicas: Replicas) => Promise.all(replicas.map(readyz));

const untilReady = (replicas: Replicas) =>
  vi.waitFor(async () => expect(await readinessOf(replicas)).not.toContain(503), PATIENCE);

/** Six callers, each with one call at a time, to the replicas in turn, until they are stopped. */
function startLoad(key: string, replicas: Replicas) {
  /** Calls by status; 0 if the connection failed, broke, or had no answer in time. */
  const told = new Map<number, number>();
  const over = new AbortController();
  let turn = 0;
  const call = async () => {
    const port = replicas[(turn += 1) % replicas.length]?.http ?? 0;
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const status = await getForecast(port, { key, signal }).then(read, () => 0);
    told.set(status, (told.get(status) ?? 0) + 1);
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const callers = Array.from({ length: 6 }, async () => {
    while (!over.signal.aborted) await call();
  });
  const untilMore = (status: number) => (more: number) => {
    const enough = (told.get(status) ?? 0) + more;
    return vi.waitFor(() => expect(told.get(status) ?? 0).toBeGreaterThanOrEqual(enough), PATIENCE);
  };
  return {
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

/** Calls that were not answered but may have been counted, by the metric of all replicas. */
async function unknownSpends(replicas: Replicas): Promise<number> {
  const told = replicas.map((ports) => metricOf(ports, "suitability_unanswered_spends_total"));
  return (await Promise.all(told)).reduce((sum, spends) => sum + spends, 0);
}
