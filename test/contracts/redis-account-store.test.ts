import { isRedisServerInstalled } from "../support/redis-server.ts";
import { describeAccountStore } from "./account-store-suite.ts";
import { createRedisBacking } from "./redis-backing.ts";

describeAccountStore("Redis", createRedisBacking, { isSkipped: !isRedisServerInstalled() });
