// Who calls, by the hash of a key: what every call asks of Redis first.
import { LRUCache } from "lru-cache";
import type { AccountStore } from "../account-store.ts";
import { accountFromReply } from "./account-values.ts";
import type { RedisConnection } from "../../redis/connection.ts";
import { accountKeys, OWNER_KEYS } from "./keys.ts";
import { listFromReply } from "../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import { TOTAL_FIELD } from "./usage-values.ts";

/** API keys whose owner is remembered, about 200 bytes each. */
const OWNERS_MAX = 20_000;

export function createRedisCaller({
  connection,
}: {
  readonly connection: RedisConnection;
}): Pick<AccountStore, "findCaller"> {
  // Whose a key is never changes, so it may be remembered: the account's own keys, where all the rest is asked, can then
  // be named at once, and a caller is found in one round trip. Whether the API key is valid is asked every time.
  const owners = new LRUCache<string, string>({ max: OWNERS_MAX });

  const ownerOf = async (sha256: string): Promise<string | undefined> => {
    const remembered = owners.get(sha256);
    if (remembered !== undefined) {
      return remembered;
    }
    const found = await connection.send(["GET", OWNER_KEYS.ofSha256(sha256)]);
    if (typeof found !== "string") {
      return undefined;
    }
    owners.set(sha256, found);
    return found;
  };

  return {
    findCaller: async (sha256, month) => {
      const accountId = await ownerOf(sha256);
      if (accountId === undefined) {
        return undefined;
      }
      const { live, account: properties, usage } = accountKeys(accountId);
      const operands = { keys: [live, properties, usage(month)], args: [sha256] };
      const [keyId, used, fields = null] = listFromReply(
        await runRedisScript(connection, FIND_CALLER, operands),
      );
      const account = accountFromReply(accountId, fields);
      if (typeof keyId !== "string" || account === undefined) {
        // Revoked; or this Redis was emptied, and filled with something else.
        owners.delete(sha256);
        return undefined;
      }
      return { account, keyId, used: Number(used) };
    },
  };
}

/**
 * Finds out who calls, and how much of the month is used, as they are at one instant; nothing for a key that is not live.
 * KEYS: the account's live keys, its properties, its month. ARGV: the SHA-256 of the key.
 * Replies the key's id, the month's calls (nil before the first), the account's fields and values; or nil.
 * ('3f1a…') -> {'key_abc', '498', {'name', 'Courts', 'plan', 'free', …}}
 */
const FIND_CALLER = createRedisScript(`
  local keyId = redis.call('HGET', KEYS[1], ARGV[1])
  if not keyId then return false end
  return {
    keyId,
    redis.call('HGET', KEYS[3], '${TOTAL_FIELD}'),
    redis.call('HGETALL', KEYS[2]),
  }
`);
