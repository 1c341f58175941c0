// Calls of providers in Redis, and whose turn it is to send one.
import { listFromReply } from "../../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../../redis/script.ts";
import type { ProviderCallStore } from "../../fleet/provider-calls.ts";
import { providerKeys } from "../keys.ts";
import type { RedisStoreParts } from "../store-parts.ts";

/** A day is looked at while it lasts; the rest is for whoever wants to know afterwards. */
const RETAINED_SECONDS = 40 * 24 * 3600;

export function createRedisProviderCalls({ connection }: RedisStoreParts): ProviderCallStore {
  return {
    takeProviderCalls: async ({ provider, day, calls, callsMax, pressure }) => {
      const keys = [providerKeys(provider).day(day)];
      const args = [calls, callsMax ?? "", pressure ?? "", RETAINED_SECONDS];
      const reply = await runRedisScript(connection, TAKE, { keys, args });
      const [isTaken, used, reckoned] = listFromReply(reply);
      return {
        isTaken: isTaken === 1,
        used: Number(used),
        pressure: reckoned === "" ? undefined : Number(reckoned),
      };
    },
    hasProviderTurn: async ({ provider, token, atOnceMax, heldMs, waitedMs }) => {
      const { row, until } = providerKeys(provider);
      const args = [token, atOnceMax, heldMs, waitedMs];
      return (await runRedisScript(connection, HAS_TURN, { keys: [row, until], args })) === 1;
    },
    endProviderTurn: async ({ provider, token }) => {
      const { row, until } = providerKeys(provider);
      await runRedisScript(connection, END_TURN, { keys: [row, until], args: [token] });
    },
  };
}

/**
 * Takes calls of a day, all or none.
 * KEYS: the day. ARGV: how many, the day's limit (nothing: none), the pressure as it is reckoned (nothing: as it was), the
 * seconds that the day is retained. Replies whether they were taken, the calls used by then, the pressure (nothing: unknown).
 * (20, 10000, '0.25', 3456000) after 9970 calls -> {1, 9990, '0.25'}; once more -> {0, 9990, '0.25'}
 */
const TAKE = createRedisScript(`
  local used = tonumber(redis.call('HGET', KEYS[1], 'calls') or 0)
  local asked = tonumber(ARGV[1])
  local taken = 1
  if ARGV[2] ~= '' and used + asked > tonumber(ARGV[2]) and asked > 0 then
    taken = 0
  elseif asked > 0 then
    used = redis.call('HINCRBY', KEYS[1], 'calls', asked)
    if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'pressure', ARGV[3]) end
    if used == asked then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
  end
  return {taken, used, redis.call('HGET', KEYS[1], 'pressure') or ''}
`);

/**
 * Puts a token into the row, unless it is there, and tells whether it is among the first. Tokens whose time is over are left
 * out, held or waited for alike.
 * KEYS: the row by the time of asking (µs), the same tokens by when their time is over (ms). ARGV: the token, how many may have
 * a turn at once, the ms of a turn, and of a wait. Replies 1 or 0.
 */
const HAS_TURN = createRedisScript(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  for _, token in ipairs(redis.call('ZRANGE', KEYS[2], 0, now, 'BYSCORE')) do
    redis.call('ZREM', KEYS[1], token)
    redis.call('ZREM', KEYS[2], token)
  end
  redis.call('ZADD', KEYS[1], 'NX', time[1] * 1000000 + time[2], ARGV[1])
  local has = redis.call('ZRANK', KEYS[1], ARGV[1]) < tonumber(ARGV[2])
  redis.call('ZADD', KEYS[2], now + (has and ARGV[3] or ARGV[4]), ARGV[1])
  redis.call('EXPIRE', KEYS[1], 60)
  redis.call('EXPIRE', KEYS[2], 60)
  return has and 1 or 0
`);

/** KEYS: as above. ARGV: the token. */
const END_TURN = createRedisScript(`
  redis.call('ZREM', KEYS[1], ARGV[1])
  return redis.call('ZREM', KEYS[2], ARGV[1])
`);
