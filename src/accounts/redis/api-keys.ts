// API keys in Redis.
import type { RedisConnection } from "../../redis/connection.ts";
import { listFromReply } from "../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import type { AccountStore, ApiKey } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import { accountFromReply } from "./account-values.ts";
import { auditToText } from "./changes/history.ts";
import { keyFromText, keysFromReplies, keyToText } from "./key-values.ts";
import { accountKeys, SHARED_KEYS } from "./keys.ts";
import { liveKeyToText } from "./live-key.ts";
import { refuseSealed } from "./seal.ts";
import type { RedisStoreParts } from "./store-parts.ts";

type RedisApiKeys = Pick<AccountStore, "addKey" | "listKeys" | "revokeKey">;

export function createRedisApiKeys(parts: RedisStoreParts): RedisApiKeys {
  const { connection, clock } = parts;
  return {
    addKey: async ({ accountId, prefix, sha256, label, restrictions }) => {
      const { account, keys, live, audit } = accountKeys(accountId);
      const owner = accountFromReply(accountId, await connection.send(["HGETALL", account]));
      if (owner === undefined || owner.deletedAtMs !== undefined) {
        return undefined;
      }
      const id = randomId("key");
      const createdAtMs = clock.nowMs();
      const isNew =
        (await claimApiKey(connection, accountId, { id, sha256 })) &&
        (await runRedisScript(connection, ADD_KEY, {
          keys: [live, keys, audit, account],
          args: [
            sha256,
            liveKeyToText({ id, restrictions }),
            id,
            keyToText({ sha256, prefix, label, createdAtMs, restrictions }),
            auditToText(parts, { action: "keys issue", about: id }),
          ],
        })) === 1;
      if (!isNew) {
        throw new Error("there is an API key of that hash already");
      }
      return { id, accountId, prefix, label, createdAtMs, revokedAtMs: undefined, restrictions };
    },

    listKeys: async (accountId) => {
      const { keys, revoked } = accountKeys(accountId);
      const replies = [connection.send(["HGETALL", keys]), connection.send(["HGETALL", revoked])] as const;
      return keysFromReplies(...(await Promise.all(replies))).map((key) => withoutHash(key, accountId));
    },

    revokeKey: async (keyId) => {
      const accountId = await connection.send(["GET", SHARED_KEYS.ownerOfKeyId(keyId)]);
      if (typeof accountId !== "string") {
        return undefined;
      }
      const { keys, live, revoked, audit, account } = accountKeys(accountId);
      const line = auditToText(parts, { action: "keys revoke", about: keyId });
      const operands = { keys: [keys, live, revoked, audit, account], args: [keyId, clock.nowMs(), line] };
      const [text, revokedAt] = listFromReply(await runRedisScript(connection, REVOKE_KEY, operands));
      if (typeof text !== "string") {
        return undefined;
      }
      return withoutHash(keyFromText(keyId, text, String(revokedAt)), accountId);
    },
  };
}

function withoutHash(key: Omit<ApiKey, "accountId">, accountId: string): ApiKey {
  const { id, prefix, label, createdAtMs, revokedAtMs, restrictions } = key;
  return { id, accountId, prefix, label, createdAtMs, revokedAtMs, restrictions };
}

/**
 * Notes the owner of an API key for good; false when its hash or its id is another account's already. This comes before
 * the account gets the key: the note alone makes no key valid, while a key without it could not be found.
 */
export async function claimApiKey(
  connection: RedisConnection,
  accountId: string,
  key: { readonly id: string; readonly sha256: string },
): Promise<boolean> {
  for (const name of [SHARED_KEYS.ownerOfSha256(key.sha256), SHARED_KEYS.ownerOfKeyId(key.id)]) {
    const owner = await connection.send(["SET", name, accountId, "NX", "GET"]);
    if (owner !== null && owner !== accountId) {
      return false;
    }
  }
  return true;
}

/**
 * Gives an account a key that works from now on, unless it has one of that hash, or is deleted.
 * KEYS: the account's live keys, all its keys, its audit log, its properties. ARGV: the SHA-256, what it leads to, the key's
 * id, the key as a text, a line for the log. Replies 1 or 0.
 * ('3f1a…', 'key_abc', 'key_abc', '{"sha256":"3f1a…","prefix":"wsk_Ab12","createdAtMs":1795000000000}', '{…}') -> 1
 */
const ADD_KEY = createRedisScript(`${refuseSealed(4)}
  if redis.call('HEXISTS', KEYS[4], 'deletedAtMs') == 1 then return 0 end
  if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
  redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
  redis.call('RPUSH', KEYS[3], ARGV[5])
  return 1
`);

/**
 * Makes a key invalid for everybody who asks from now on. The date of the first time stands.
 * KEYS: the account's keys, its live keys, its revoked keys, its audit log, its properties. ARGV: the key's id, now in Unix ms,
 * a line for the log.
 * Replies the key as a text and the date it was revoked; nil for a key the account does not have.
 * ('key_abc', '1795000000000', '{…}') -> {'{"sha256":"3f1a…",…}', '1795000000000'}
 */
const REVOKE_KEY = createRedisScript(`${refuseSealed(5)}
  local key = redis.call('HGET', KEYS[1], ARGV[1])
  if not key then return false end
  redis.call('HSETNX', KEYS[3], ARGV[1], ARGV[2])
  redis.call('HDEL', KEYS[2], cjson.decode(key).sha256)
  redis.call('RPUSH', KEYS[4], ARGV[3])
  return {key, redis.call('HGET', KEYS[3], ARGV[1])}
`);
