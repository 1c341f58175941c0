// What becomes of a store in Redis when nodes of it die, hang or are given other slots, under load.
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { StoreUnavailable, type AccountStore } from "../../src/accounts/account-store.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import { slotOf } from "../../src/redis/cluster/slots.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { isRedisCliInstalled, startRedisCluster } from "../support/redis-cluster.ts";
import { PATIENT_COMMANDS, redisCommand } from "../support/redis-command.ts";
import { startRedisSentinels } from "../support/redis-sentinels.ts";
import { isRedisServerInstalled, type RedisServer } from "../support/redis-server.ts";

const PATIENCE = { timeout: 40_000, interval: 20 };
const MONTH = "2026-11";

describe.skipIf(!isRedisServerInstalled())("a store in Redis", { timeout: 120_000 }, () => {
  it("behind Sentinels goes on at the replica when the primary dies, and leaves what was the primary", async () => {
    const sentinels = await startRedisSentinels({ isPersistent: true, password: "open-sesame" });
    onTestFinished(() => sentinels.remove());
    const { primary, replica } = sentinels;
    const { stores, accounts } = await openReplicas(sentinels.url, 1);
    const load = startLoad(stores, accounts);
    await load.untilToldMore(300);
    await load.pause();
    await expectReplicated(primary, replica);
    await primary.kill();
    load.goOn();
    await load.untilToldMore(300);
    // As a replica, whatever it has counted meanwhile.
    await primary.start();
    await load.untilToldMore(300);
    const told = await load.stop();
    expect(await miscounted(stores, told)).toEqual([]);
  });

  it("behind Sentinels leaves a primary that answers, once they have made another one", async () => {
    const { url, primary, replica, sentinels, remove } = await startRedisSentinels({ isPersistent: true });
    onTestFinished(remove);
    const { stores, accounts } = await openReplicas(url, 1);
    const load = startLoad(stores, accounts);
    await load.untilToldMore(100);
    // As where they cannot reach it: nobody tells it that it is none any more.
    await redisCommand(replica.url, "REPLICAOF", "NO", "ONE");
    for (const sentinel of sentinels) {
      await redisCommand(sentinel.url, "SENTINEL", "REMOVE", "primary");
      await redisCommand(
        sentinel.url,
        "SENTINEL",
        "MONITOR",
        "primary",
        "127.0.0.1",
        String(replica.port),
        "2",
      );
    }
    const countedAt = async (server: RedisServer) =>
      Number(
        /calls=(\d+)/.exec(
          String(await redisCommand(server.url, "INFO", "commandstats")).split("evalsha")[1] ?? "",
        )?.[1] ?? 0,
      );
    await vi.waitFor(async () => expect(await countedAt(replica)).toBeGreaterThan(100), PATIENCE);
    const before = await countedAt(primary);
    await load.untilToldMore(100);
    expect(await countedAt(primary)).toBe(before);
    await load.stop();
  });

  it("behind Sentinels needs none of them while the primary is there, hung or gone", async () => {
    const { url, sentinels, remove } = await startRedisSentinels({ isPersistent: true });
    onTestFinished(remove);
    const { stores, accounts } = await openReplicas(url, 1);
    const load = startLoad(stores, accounts);
    const [one, ...others] = sentinels;
    one?.hang();
    await Promise.all(others.map((sentinel) => sentinel.kill()));
    // Three times as long as they are left alone between two questions.
    await sleep(3_000);
    await load.untilToldMore(100);
    expect(load.failedOf(accounts)).toBe(0);
    await load.stop();
  });

  it("in a cluster goes on at the replica when a primary dies, and never stops for the keys of others", async () => {
    const cluster = await startRedisCluster({
      replicas: 3,
      isPersistent: true,
      // Longer than a busy machine keeps a node from telling the others that it is there.
      settings: { "cluster-require-full-coverage": "no", "cluster-node-timeout": "5000" },
    });
    onTestFinished(() => cluster.remove());
    const { stores, accounts } = await openReplicas(cluster.url, 12);
    const load = startLoad(stores, accounts);
    await load.untilToldMore(500);
    await load.pause();
    const [dying, ...others] = cluster.primaries;
    const [successor] = cluster.replicas;
    if (dying === undefined || successor === undefined) throw new Error("there is no cluster");
    await expectReplicated(dying, successor);
    const [lost = 0] = await slotsOf(dying);
    const isLost = (accountId: string) => slotOf(`{${accountId}}`) <= lost;
    await dying.kill();
    load.goOn();
    await load.untilToldMore(300);
    expect(load.failedOf(accounts.filter((id) => !isLost(id)))).toBe(0);
    await vi.waitFor(
      () => expect(load.toldSinceFailure(accounts.filter(isLost))).toBeGreaterThan(50),
      PATIENCE,
    );
    await dying.start();
    await load.untilToldMore(300);
    expect(others).toHaveLength(2);
    const told = await load.stop();
    expect(await miscounted(stores, told)).toEqual([]);
  });

  it("in a cluster has a node that hangs cost its own keys alone, one deadline each", async () => {
    const cluster = await startRedisCluster({
      settings: { "cluster-require-full-coverage": "no", "cluster-node-timeout": "60000" },
    });
    onTestFinished(() => cluster.remove());
    const { stores, accounts } = await openReplicas(cluster.url, 12, { commandTimeoutMs: 1_000 });
    const [store] = stores;
    const [hanging] = cluster.primaries;
    if (store === undefined || hanging === undefined) throw new Error("there is no cluster");
    const [lost = 0] = await slotsOf(hanging);
    hanging.hang();
    const outcomes = await Promise.all(accounts.map((accountId) => timed(() => spendOf(store, accountId))));
    // That others can be counted is what a load balancer has to know, though whether all are sealed is known to the node that hangs.
    await store.ping();
    hanging.goOn();
    const told = outcomes.map(({ outcome }) => outcome);
    const isLost = (accountId: string) => slotOf(`{${accountId}}`) <= lost;
    expect(told).toEqual(accounts.map((id) => (isLost(id) ? "StoreUnavailable" : "Spent")));
    expect(new Set(told).size).toBe(2);
    // The rest is left for a busy machine.
    expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(5_000);
  });

  it.skipIf(!isRedisCliInstalled())(
    "in a cluster counts every call exactly while slots move from one node to another, and back",
    async () => {
      const cluster = await startRedisCluster();
      onTestFinished(() => cluster.remove());
      const { stores, accounts } = await openReplicas(cluster.url, 30);
      const load = startLoad(stores, accounts);
      await load.untilToldMore(500);
      const [one, two] = cluster.primaries;
      await moveSlots(one, two);
      await moveSlots(two, one);
      await load.untilToldMore(500);
      const told = await load.stop();
      expect(await miscounted(stores, told)).toEqual([]);
    },
  );
});

interface Told {
  readonly told: number;
  readonly unknown: number;
}

/** What dies refuses connections at once; so only what hangs has to be given up, and a busy machine is waited for. */
async function openReplicas(
  url: string,
  accountCount: number,
  patience: { commandTimeoutMs: number } = PATIENT_COMMANDS,
) {
  const clock = createManualClock("2026-11-21T14:00:00Z");
  const stores = await Promise.all([1, 2, 3].map(() => openStore(url, { clock, ...patience })));
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });
  await Promise.all(stores.map((store) => vi.waitFor(() => store.ping(), PATIENCE)));
  const [store] = stores;
  const accounts: string[] = [];
  for (let index = 0; index < accountCount; index += 1) {
    const account = await vi.waitFor(
      () => store?.createAccount({ name: "Courts", plan: "free", monthlyQuota: 1e9 }),
      PATIENCE,
    );
    accounts.push(account?.id ?? "");
  }
  return { stores, accounts };
}

function spendOf(store: AccountStore, accountId: string) {
  return store.spend({ accountId, month: MONTH, day: 21, method: "GetForecast", quota: 1e9 });
}

/** Three stores that count calls of each account again and again, one after the other. */
function startLoad(stores: readonly AccountStore[], accounts: readonly string[]) {
  const counts = new Map(accounts.map((id) => [id, { told: 0, unknown: 0, failed: 0, sinceFailure: 0 }]));
  const over = new AbortController();
  let isPaused = false;
  let underWay = 0;
  const loops = stores.flatMap((store) =>
    accounts.map(async (accountId) => {
      const count = counts.get(accountId);
      if (count === undefined) return;
      while (!over.signal.aborted) {
        if (isPaused) {
          await sleep(5);
          continue;
        }
        underWay += 1;
        try {
          await spendOf(store, accountId);
          count.told += 1;
          count.sinceFailure += 1;
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          count.failed += 1;
          count.sinceFailure = 0;
          if (error.mayHaveChanged) count.unknown += 1;
          await sleep(5);
        } finally {
          underWay -= 1;
        }
        await sleep(1);
      }
    }),
  );
  const sumOf = (what: "told" | "failed" | "sinceFailure", ids: readonly string[]): number =>
    ids.reduce((sum, id) => sum + (counts.get(id)?.[what] ?? 0), 0);
  return {
    untilToldMore: (more: number) => {
      const before = sumOf("told", accounts);
      return vi.waitFor(() => expect(sumOf("told", accounts)).toBeGreaterThan(before + more), PATIENCE);
    },
    failedOf: (ids: readonly string[]) => sumOf("failed", ids),
    toldSinceFailure: (ids: readonly string[]) => sumOf("sinceFailure", ids),
    pause: async () => {
      isPaused = true;
      await vi.waitFor(() => expect(underWay).toBe(0), PATIENCE);
    },
    goOn: () => {
      isPaused = false;
    },
    stop: async (): Promise<ReadonlyMap<string, Told>> => {
      over.abort();
      await Promise.all(loops);
      return counts;
    },
  };
}

/** The accounts of which not as many calls are counted as were told, or more than those whose fate nobody told. */
async function miscounted(stores: readonly AccountStore[], told: ReadonlyMap<string, Told>) {
  const wrong: unknown[] = [];
  for (const [accountId, count] of told) {
    const [total] = await vi.waitFor(async () => (await stores[0]?.monthlyTotals(accountId)) ?? [], PATIENCE);
    const calls = total?.calls ?? 0;
    if (calls < count.told || calls > count.told + count.unknown) wrong.push({ accountId, calls, ...count });
  }
  return wrong;
}

/** Waits until the replica has all that the primary has: it is asynchronous. */
async function expectReplicated(primary: RedisServer, replica: RedisServer): Promise<void> {
  const offsetIn = (state: unknown) => /master_repl_offset:(\d+)/.exec(String(state))?.[1];
  await vi.waitFor(async () => {
    const [one, other] = await Promise.all(
      [primary, replica].map(async ({ url }) => offsetIn(await redisCommand(url, "INFO", "replication"))),
    );
    expect(one).toBe(other);
  }, PATIENCE);
}

/** The last slot of a node that has those from 0. */
async function slotsOf({ url }: RedisServer): Promise<readonly number[]> {
  const nodes = String(await redisCommand(url, "CLUSTER", "NODES"));
  return [...nodes.matchAll(/myself,master .* 0-(\d+)/g)].map(([, last]) => Number(last));
}

async function moveSlots(from: RedisServer | undefined, to: RedisServer | undefined): Promise<void> {
  const [source = "", target = ""] = await Promise.all(
    [from, to].map(async (server) => String(await redisCommand(server?.url ?? "", "CLUSTER", "MYID"))),
  );
  const options = ["--cluster-from", source, "--cluster-to", target, "--cluster-slots", "2000"];
  await promisify(execFile)("redis-cli", [
    "--cluster",
    "reshard",
    `127.0.0.1:${from?.port}`,
    ...options,
    "--cluster-yes",
  ]);
}

async function timed<Result extends { kind: string }>(work: () => Promise<Result>) {
  const startedAtMs = performance.now();
  const outcome = await work().then(
    ({ kind }) => kind,
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
  return { outcome, ms: performance.now() - startedAtMs };
}
