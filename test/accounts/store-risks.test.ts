// What a service tells of a store that may lose what it has answered for, by the settings of real servers.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import type { StoreRisk } from "../../src/accounts/store-risks.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { startRedisCluster } from "../support/redis-cluster.ts";
import { redisCommand } from "../support/redis-command.ts";
import { isRedisServerInstalled, startRedisServer } from "../support/redis-server.ts";
import { startTestService } from "../support/test-service.ts";

const PATIENCE = { timeout: 15_000, interval: 20 };

async function risksAt(url: string) {
  const { told } = await storeAt(url);
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), PATIENCE);
  return told;
}

async function storeAt(url: string) {
  const told: (readonly StoreRisk[])[] = [];
  const onRisks = (risks: readonly StoreRisk[]) => void told.push(risks.toSorted());
  const store = await openStore(url, { clock: createManualClock(0), onRisks });
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.ping(), PATIENCE);
  return { told, store };
}

interface Row {
  readonly what: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly risks: readonly StoreRisk[];
}

const REDIS_SETTINGS: readonly Row[] = [
  {
    what: "evicts",
    settings: { maxmemory: "100mb", "maxmemory-policy": "allkeys-lru", appendonly: "yes" },
    risks: ["eviction"],
  },
  {
    what: "evicts what expires",
    settings: { maxmemory: "100mb", "maxmemory-policy": "volatile-ttl", appendonly: "yes" },
    risks: ["eviction"],
  },
  {
    what: "would evict, and has no limit",
    settings: { "maxmemory-policy": "allkeys-lru", appendonly: "yes" },
    risks: [],
  },
  { what: "keeps nothing", settings: { maxmemory: "100mb" }, risks: ["no_persistence"] },
  { what: "is as it should be", settings: { maxmemory: "100mb", appendonly: "yes" }, risks: [] },
];

describe.skipIf(!isRedisServerInstalled())("a Redis", { timeout: 60_000 }, () => {
  it.each(REDIS_SETTINGS)("that $what: $risks", async ({ settings, risks }) => {
    const server = await startRedisServer({ settings });
    onTestFinished(() => server.remove());
    expect(await risksAt(server.url)).toEqual([risks]);
  });

  it("that was set right is known to be when it is connected to again", async () => {
    const server = await startRedisServer();
    onTestFinished(() => server.remove());
    const told = await risksAt(server.url);
    await redisCommand(server.url, "CONFIG", "SET", "appendonly", "yes");
    await redisCommand(server.url, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    await vi.waitFor(() => expect(told).toEqual([["no_persistence"], []]), PATIENCE);
  });

  it("is asked of every node of a cluster that is used", async () => {
    const cluster = await startRedisCluster({ isPersistent: true });
    onTestFinished(() => cluster.remove());
    const wrong = cluster.primaries[1]?.url ?? "";
    await redisCommand(wrong, "CONFIG", "SET", "appendonly", "no");
    const { told, store } = await storeAt(cluster.url);
    const ask = async () => {
      await store.ping();
      expect(told.at(-1)).toEqual(["no_persistence"]);
    };
    await vi.waitFor(ask, PATIENCE);
  });

  it("that may forget is in the log once, with what to set, and in the metrics", async () => {
    const server = await startRedisServer();
    onTestFinished(() => server.remove());
    const lines: string[] = [];
    const service = await startTestService(
      { storeUrl: server.url, logLevel: "warn" },
      { destination: { write: (line: string) => void lines.push(line) } },
    );
    onTestFinished(() => service.stop());
    const warning = () => lines.filter((line) => line.includes("may lose what it has answered for"));
    await vi.waitFor(() => expect(warning()).toHaveLength(1), PATIENCE);
    expect(warning()[0]).toContain("set appendonly yes");
    const metrics = await (await fetch(`http://127.0.0.1:${service.ports.ops}/metrics`)).text();
    expect(metrics).toContain('suitability_store_may_forget{reason="no_persistence"} 1');
    expect(metrics).toContain('suitability_store_may_forget{reason="eviction"} 0');
    await redisCommand(server.url, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    await vi.waitFor(() => service.store.ping(), PATIENCE);
    expect(warning()).toHaveLength(1);
  });
});

describe.skipIf(!isPostgresInstalled())("a PostgreSQL", { timeout: 60_000 }, () => {
  it("that answers before its disk has what it answered for says so", async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    const setFsync = async (value: string) => {
      await postgresCommand(server.url, `ALTER SYSTEM SET fsync = ${value}`);
      await postgresCommand(server.url, "SELECT pg_reload_conf()");
    };
    const untilTold = (risks: readonly StoreRisk[]) =>
      vi.waitFor(async () => expect(await risksAt(server.url)).toEqual([risks]), PATIENCE);
    await setFsync("on");
    await untilTold([]);
    await postgresCommand(server.url, "ALTER ROLE postgres SET synchronous_commit = off");
    await setFsync("off");
    await untilTold(["asynchronous_commit", "no_fsync"]);
  });
});
