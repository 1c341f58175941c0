import { redisCommand } from "../support/redis-command.ts";
import type { RedisCluster } from "../support/redis-cluster.ts";
import { startRedisServer } from "../support/redis-server.ts";
import type { RedisSentinels } from "../support/redis-sentinels.ts";
import type { StoreBacking } from "./account-store-suite.ts";

/** A Redis of its own. */
export async function createRedisBacking(): Promise<StoreBacking> {
  const server = await startRedisServer();
  return {
    url: server.url,
    makeUnavailable: async () => {
      server.hang();
      return async () => server.goOn();
    },
    remove: () => server.remove(),
  };
}

/** A Redis behind Sentinels that others use as well: emptied when it is removed. */
export async function createSentinelBacking({ url, primary }: RedisSentinels): Promise<StoreBacking> {
  return {
    url,
    makeUnavailable: async () => {
      primary.hang();
      return async () => primary.goOn();
    },
    remove: async () => void (await redisCommand(primary.url, "FLUSHALL")),
  };
}

/** A cluster that others use as well: emptied when it is removed. */
export async function createClusterBacking({ url, primaries }: RedisCluster): Promise<StoreBacking> {
  return {
    url,
    makeUnavailable: async () => {
      for (const server of primaries) server.hang();
      return async () => {
        for (const server of primaries) server.goOn();
      };
    },
    remove: async () => {
      await Promise.all(primaries.map((server) => redisCommand(server.url, "FLUSHALL")));
    },
  };
}
