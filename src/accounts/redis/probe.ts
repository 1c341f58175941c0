// Whether calls can be counted in a Redis: asked for in the way that they are, so that whatever keeps them from it shows.
import type { RedisConnection } from "../../redis/connection.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import { SHARED_KEYS } from "./keys.ts";

/**
 * Throws StoreUnavailable where a caller could not be found, or a call not be counted. Of several servers one is enough: while
 * the accounts of some can be answered, others are not sent away from here too.
 */
export async function probeRedis(connection: RedisConnection): Promise<void> {
  try {
    await Promise.any(connection.tags().map((tag) => probeServer(connection, tag)));
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}

async function probeServer(connection: RedisConnection, tag: string): Promise<void> {
  await connection.send(["GET", SHARED_KEYS.ownerOfSha256(`probe{${tag}}`)]);
  await runRedisScript(connection, PROBE, { keys: [SHARED_KEYS.probe(tag)] });
}

/**
 * Runs the commands of the scripts that find a caller, count a call and give turns to ask a provider, on a key that expires within a minute. A user that
 * lacks the right to one of them gets an error.
 */
const PROBE = createRedisScript(`
  redis.call('TIME')
  redis.call('EXISTS', KEYS[1])
  redis.call('HGETALL', KEYS[1])
  redis.call('HINCRBY', KEYS[1], 'asked', 1)
  redis.call('EXPIRE', KEYS[1], 60)
  return redis.call('HGET', KEYS[1], 'asked')
`);
