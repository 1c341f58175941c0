// The varied questions with accounts and counts in Redis, against the same service with SQLite on its disk.
import type { Bench, BenchCase } from "../harness/bench-case.ts";
import { compare } from "../harness/compare.ts";
import { REDIS_SERVER, startRedis } from "../harness/redis.ts";
import { startService } from "../harness/service.ts";
import { cacheVenues, serviceSide } from "../varied/service-side.ts";

const TARGET = { kind: "at least", value: 0.8 } as const;

export const redisStore: BenchCase = { name: "redis-store", needs: REDIS_SERVER, run };

async function run(bench: Bench) {
  const redis = await startRedis(bench);
  const services = {
    redis: await startService(bench, { settings: { STORE_URL: redis.url } }),
    sqlite: await startService(bench),
  };
  for (const service of Object.values(services)) await cacheVenues(service);
  const door = "REST";
  return compare(
    [
      serviceSide({ name: "Redis", service: services.redis, others: [redis], door, bench }),
      serviceSide({ name: "SQLite", service: services.sqlite, others: [], door, bench }),
    ],
    () => [{ what: "calls/s against the same with SQLite", figure: "perSecond", target: TARGET }],
    bench,
  );
}
