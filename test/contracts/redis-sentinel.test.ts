import { beforeAll, describe } from "vitest";
import { startRedisSentinels, type RedisSentinels } from "../support/redis-sentinels.ts";
import { isRedisServerInstalled } from "../support/redis-server.ts";
import { describeAccountStore } from "./account-store-suite.ts";
import { createSentinelBacking } from "./redis-backing.ts";

describe.skipIf(!isRedisServerInstalled())("a Redis and its replica, with three Sentinels", () => {
  let sentinels: RedisSentinels;
  beforeAll(async () => {
    // A test may make the primary hang for a while.
    sentinels = await startRedisSentinels({ downAfterMs: 15_000 });
    return () => sentinels.remove();
  }, 60_000);

  describeAccountStore("Redis behind Sentinels", () => createSentinelBacking(sentinels));
});
