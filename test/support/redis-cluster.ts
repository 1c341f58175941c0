// A real Redis Cluster on free ports: primaries and their replicas, to be killed, hung and moved slots between.
import { spawnSync } from "node:child_process";
import { vi } from "vitest";
import { redisCommand } from "./redis-command.ts";
import { startRedisServer, type RedisServer } from "./redis-server.ts";

export interface RedisCluster {
  /** As STORE_URL names it. */
  readonly url: string;
  readonly primaries: readonly RedisServer[];
  readonly replicas: readonly RedisServer[];
  remove(): Promise<void>;
}

const SLOTS = 16_384;

/** Starts one; returns when all of it can be used. A node may say nothing for 15 s, unless told otherwise. */
export async function startRedisCluster({
  primaries: primaryCount = 3,
  replicas: replicaCount = 0,
  isPersistent = false,
  settings = {},
}: {
  readonly primaries?: number;
  /** Of all primaries together, one each from the first. */
  readonly replicas?: number;
  readonly isPersistent?: boolean;
  /** As redis.conf has them. */
  readonly settings?: Readonly<Record<string, string>>;
} = {}): Promise<RedisCluster> {
  const all = await Promise.all(
    Array.from({ length: primaryCount + replicaCount }, () =>
      startRedisServer({
        isPersistent,
        settings: { "cluster-enabled": "yes", "cluster-node-timeout": "15000", ...settings },
      }),
    ),
  );
  const [first, ...others] = all;
  const primaries = all.slice(0, primaryCount);
  const replicas = all.slice(primaryCount);
  const share = Math.ceil(SLOTS / primaryCount);
  for (const [index, { url }] of primaries.entries()) {
    const slots = [index * share, Math.min(SLOTS, (index + 1) * share) - 1];
    await redisCommand(url, "CLUSTER", "ADDSLOTSRANGE", ...slots.map(String));
    // Two of the same epoch would have to settle which is the later one.
    await redisCommand(url, "CLUSTER", "SET-CONFIG-EPOCH", String(index + 1));
  }
  for (const { port } of others) {
    await redisCommand(first?.url ?? "", "CLUSTER", "MEET", "127.0.0.1", String(port));
  }
  const expectOfAll = (command: readonly string[], pattern: RegExp) =>
    vi.waitFor(
      async () => {
        for (const { url } of all) {
          const reply = String(await redisCommand(url, ...command));
          if (!pattern.test(reply)) throw new Error(`a node is not there yet: ${reply}`);
        }
      },
      { timeout: 30_000, interval: 50 },
    );
  await expectOfAll(["CLUSTER", "INFO"], new RegExp(`cluster_known_nodes:${all.length}\\b`));
  for (const [index, { url }] of replicas.entries()) {
    const id = String(await redisCommand(primaries[index]?.url ?? "", "CLUSTER", "MYID"));
    await redisCommand(url, "CLUSTER", "REPLICATE", id);
    await vi.waitFor(
      async () => {
        const state = String(await redisCommand(url, "INFO", "replication"));
        if (!state.includes("master_link_status:up")) throw new Error("a replica is not there yet");
      },
      { timeout: 30_000, interval: 50 },
    );
  }
  await expectOfAll(["CLUSTER", "INFO"], /cluster_state:ok/);
  return {
    url: `redis+cluster://${primaries.map(({ port }) => `127.0.0.1:${port}`).join(",")}`,
    primaries,
    replicas,
    remove: async () => {
      await Promise.all(all.map((server) => server.remove()));
    },
  };
}

/** For `describe.skipIf`: what moves slots comes with the server in most packages, not in all. */
export function isRedisCliInstalled(): boolean {
  return spawnSync("redis-cli", ["--version"]).status === 0;
}
