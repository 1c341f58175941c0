// Custom sports in Redis.
import type { RedisReply } from "../../redis/connection.ts";
import { mapFromReply } from "../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import type { AccountStore, CustomSport } from "../account-store.ts";
import { accountFromReply } from "./account-values.ts";
import { auditToText } from "./changes/history.ts";
import { accountKeys } from "./keys.ts";
import { refuseSealed } from "./seal.ts";
import type { RedisStoreParts } from "./store-parts.ts";

type RedisSports = Pick<AccountStore, "setSport" | "unsetSport" | "sports">;

export function createRedisSports(parts: RedisStoreParts): RedisSports {
  const { connection } = parts;
  return {
    setSport: async (accountId, { id, definition }) => {
      const { account, sports, audit } = accountKeys(accountId);
      const line = auditToText(parts, { action: "sports set", about: id });
      const operands = { keys: [account, sports, audit], args: [id, definition, line] };
      return accountFromReply(accountId, await runRedisScript(connection, SET_SPORT, operands));
    },
    unsetSport: async (accountId, sportId) => {
      const { account, sports, audit } = accountKeys(accountId);
      const line = auditToText(parts, { action: "sports unset", about: sportId });
      const operands = { keys: [account, sports, audit], args: [sportId, line] };
      return accountFromReply(accountId, await runRedisScript(connection, UNSET_SPORT, operands));
    },
    sports: async (accountId) =>
      sportsFromReply(await connection.send(["HGETALL", accountKeys(accountId).sports])),
  };
}

/** The sports of the account's hash, sorted by id. */
export function sportsFromReply(reply: RedisReply): readonly CustomSport[] {
  return [...mapFromReply(reply)]
    .map(([id, definition]) => ({ id, definition }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Adds a sport or replaces it, and raises the account's revision with it.
 * KEYS: the account, its sports, its audit log. ARGV: the sport's id, its definition, a line for the log.
 * Replies the account's fields and values as they are then; nil, and changes nothing, where there is no account, or one that is deleted.
 * ('padel-indoor', '{…}', '{…}') -> {'name', 'Courts', 'sportsRevision', '3', …}
 */
const SET_SPORT = createRedisScript(`${refuseSealed(1)}
  if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deletedAtMs') == 1 then return false end
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
  redis.call('HINCRBY', KEYS[1], 'sportsRevision', 1)
  redis.call('RPUSH', KEYS[3], ARGV[3])
  return redis.call('HGETALL', KEYS[1])
`);

/**
 * Removes a sport, and raises the account's revision with it.
 * KEYS: the account, its sports, its audit log. ARGV: the sport's id, a line for the log.
 * Replies the account's fields and values as they are then; nil, and changes nothing, where there is no such sport.
 * ('padel-indoor', '{…}') -> {'name', 'Courts', 'sportsRevision', '4', …}
 */
const UNSET_SPORT = createRedisScript(`${refuseSealed(1)}
  if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then return false end
  redis.call('HINCRBY', KEYS[1], 'sportsRevision', 1)
  redis.call('RPUSH', KEYS[3], ARGV[2])
  return redis.call('HGETALL', KEYS[1])
`);
