import { startRedisCluster } from "../support/redis-cluster.ts";
import { startRedisSentinels } from "../support/redis-sentinels.ts";
import { isRedisServerInstalled, startRedisServer, type RedisServer } from "../support/redis-server.ts";
import { describeReplicas } from "./replicas-suite.ts";

const isSkipped = !isRedisServerInstalled();

/** Longer than a test lasts: what comes back is what was there before. What a failover costs is in redis-failover.test.ts. */
const NO_FAILOVER_MS = 600_000;

describeReplicas("Redis", () => startRedisServer({ isPersistent: true }), { isSkipped });

describeReplicas(
  "Redis behind Sentinels",
  async () => {
    const all = await startRedisSentinels({ isPersistent: true, downAfterMs: NO_FAILOVER_MS });
    return { ...asOne([all.primary]), url: all.url, remove: all.remove };
  },
  { isSkipped },
);

describeReplicas(
  "Redis Cluster",
  async () => {
    const cluster = await startRedisCluster({ isPersistent: true });
    return { ...asOne(cluster.primaries), url: cluster.url, remove: cluster.remove };
  },
  { isSkipped },
);

/** Several servers that are killed, hung and started together. */
function asOne(servers: readonly RedisServer[]) {
  return {
    kill: async () => void (await Promise.all(servers.map((server) => server.kill()))),
    start: async () => void (await Promise.all(servers.map((server) => server.start()))),
    hang: () => {
      for (const server of servers) server.hang();
    },
    goOn: () => {
      for (const server of servers) server.goOn();
    },
  };
}
