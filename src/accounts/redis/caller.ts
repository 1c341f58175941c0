// Who calls, by the hash of a key: what every call asks of Redis first.
import { LRUCache } from "lru-cache";
import { listFromReply } from "../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import type { AccountStore } from "../account-store.ts";
import { expectNoSeal } from "../moving/movable-store.ts";
import { accountFromReply } from "./account-values.ts";
import { accountKeys, SHARED_KEYS, USAGE_FIELDS } from "./keys.ts";
import { liveKeyFromText } from "./live-key.ts";
import { sealOf } from "./seal.ts";
import type { RedisStoreParts } from "./store-parts.ts";

/** How many owners of API keys are cached, about 200 bytes each. */
const OWNERS_MAX = 20_000;

export function createRedisCaller({ connection }: RedisStoreParts): Pick<AccountStore, "findCaller"> {
  // A key's owner never changes. Cached, it tells at once under which names everything else about the caller is, so that
  // a caller is found in one round trip. Whether the key is valid is asked every time.
  const owners = new LRUCache<string, string>({ max: OWNERS_MAX });

  const ownerOf = async (sha256: string): Promise<string | undefined> => {
    const cached = owners.get(sha256);
    if (cached !== undefined) {
      return cached;
    }
    const found = await connection.send(["GET", SHARED_KEYS.ownerOfSha256(sha256)]);
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
        return expectNoSeal(await sealOf(connection));
      }
      const { live, account: properties, usage } = accountKeys(accountId);
      const operands = { keys: [live, properties, usage(month)], args: [sha256] };
      const reply = await runRedisScript(connection, FIND_CALLER, operands);
      const [liveKey, used, fields = null] = listFromReply(reply);
      const account = accountFromReply(accountId, fields);
      if (typeof liveKey !== "string" || account === undefined) {
        // Revoked; or this Redis was emptied, and filled with something else.
        owners.delete(sha256);
        return expectNoSeal(await sealOf(connection));
      }
      const { id: keyId, restrictions } = liveKeyFromText(liveKey);
      return { account, keyId, restrictions, used: Number(used) };
    },
  };
}

/**
 * Finds out who calls, and how much of the month is used, both at one instant; nothing for a key that is not live.
 * KEYS: the account's live keys, its properties, its month. ARGV: the SHA-256 of the key.
 * Replies what the key is held as, the month's calls (nil before the first), the account's fields and values; or nil.
 * ('3f1a…') -> {'key_abc', '498', {'name', 'Courts', 'plan', 'free', …}}
 */
const FIND_CALLER = createRedisScript(`
  local liveKey = redis.call('HGET', KEYS[1], ARGV[1])
  if not liveKey then return false end
  return {liveKey, redis.call('HGET', KEYS[3], '${USAGE_FIELDS.total}'), redis.call('HGETALL', KEYS[2])}
`);
