import { isRedisServerInstalled, startRedisServer } from "../support/redis-server.ts";
import { describeReplicas } from "./replicas-suite.ts";

describeReplicas("Redis", () => startRedisServer({ isPersistent: true }), {
  isSkipped: !isRedisServerInstalled(),
});
