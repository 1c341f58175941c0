import { isRedisServerInstalled } from "../support/redis-server.ts";
import { describeAccountStore } from "./account-store-suite.ts";
import { createRedisPlace } from "./redis-place.ts";

describeAccountStore("Redis", createRedisPlace, { isSkipped: !isRedisServerInstalled() });
