import { beforeAll, describe } from "vitest";
import { startRedisCluster, type RedisCluster } from "../support/redis-cluster.ts";
import { isRedisServerInstalled } from "../support/redis-server.ts";
import { describeAccountStore } from "./account-store-suite.ts";
import { createClusterBacking } from "./redis-backing.ts";

describe.skipIf(!isRedisServerInstalled())("a Redis Cluster of three", () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
    return () => cluster.remove();
  }, 60_000);

  describeAccountStore("Redis Cluster", () => createClusterBacking(cluster));
});
