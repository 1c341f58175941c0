// A real Redis with a replica, and three Sentinels that watch over them.
import { vi } from "vitest";
import { redisCommand } from "./redis-command.ts";
import { startRedisServer, startRedisSentinel, type RedisServer } from "./redis-server.ts";

export interface RedisSentinels {
  /** As STORE_URL names it. */
  readonly url: string;
  readonly primary: RedisServer;
  readonly replica: RedisServer;
  readonly sentinels: readonly RedisServer[];
  remove(): Promise<void>;
}

const PATIENCE = { timeout: 30_000, interval: 50 };

/** Starts them; returns when all know each other. */
export async function startRedisSentinels({
  isPersistent = false,
  password = "",
  downAfterMs = 5_000,
  settings = {},
}: {
  readonly isPersistent?: boolean;
  /** Of the servers and of the Sentinels. */
  readonly password?: string;
  /** How long the primary may say nothing until the replica takes over. */
  readonly downAfterMs?: number;
  /** Of the servers, as redis.conf has them. */
  readonly settings?: Readonly<Record<string, string>>;
} = {}): Promise<RedisSentinels> {
  const ofAll = { ...settings, masterauth: JSON.stringify(password) };
  const primary = await startRedisServer({ isPersistent, password, settings: ofAll });
  const replica = await startRedisServer({
    isPersistent,
    password,
    settings: { ...ofAll, replicaof: `127.0.0.1 ${primary.port}` },
  });
  await vi.waitFor(async () => {
    const state = String(await redisCommand(replica.url, "INFO", "replication"));
    if (!state.includes("master_link_status:up")) throw new Error("the replica is not there yet");
  }, PATIENCE);
  const sentinels = await Promise.all(
    [1, 2, 3].map(() => startRedisSentinel({ primary, password, downAfterMs })),
  );
  for (const { url } of sentinels) {
    await vi.waitFor(async () => {
      const state = String(await redisCommand(url, "INFO", "sentinel"));
      if (!/status=ok,.*slaves=1,sentinels=3/.test(state)) throw new Error("a Sentinel is not ready yet");
    }, PATIENCE);
  }
  const login = password === "" ? "" : `:${password}@`;
  return {
    url: `redis+sentinel://${login}${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",")}/primary`,
    primary,
    replica,
    sentinels,
    remove: async () => {
      await Promise.all([...sentinels, primary, replica].map((server) => server.remove()));
    },
  };
}
