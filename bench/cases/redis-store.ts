// The same verdict with accounts and counts in Redis, against the same service with SQLite on its disk.
import type { Bench } from "../harness/bench-case.ts";
import { compare } from "../harness/compare.ts";
import { httpAnswer } from "../harness/http-answer.ts";
import { httpSide } from "../harness/http-side.ts";
import { REDIS_SERVER, startRedis } from "../harness/redis.ts";
import { startService } from "../harness/service.ts";
import { bookingPath, checkBooking } from "./booking-request.ts";

export const redisStore = compare({
  name: "redis-store",
  against: "the same with SQLite",
  targetRatio: 0.8,
  needs: REDIS_SERVER,
  start,
});

async function start(bench: Bench) {
  const redis = await startRedis(bench);
  const services = {
    redis: await startService(bench, { STORE_URL: redis.url }),
    sqlite: await startService(bench),
  };
  const pathAndQuery = bookingPath(Date.now());
  const side = async (store: keyof typeof services, others: readonly (typeof redis)[]) => {
    const service = services[store];
    const url = `http://127.0.0.1:${service.httpPort}${pathAndQuery}`;
    const headers = { "x-api-key": service.key };
    checkBooking(await httpAnswer(url, headers));
    return httpSide({ servers: [service, ...others], url, headers, bench });
  };
  const countRefusals = async () =>
    (await services.redis.countRefusals()) + (await services.sqlite.countRefusals());
  return {
    service: { ...(await side("redis", [redis])), countRefusals },
    baseline: await side("sqlite", []),
  };
}
