// What operators change of an account in Redis, a few times a day. Each change writes the account's next period, where it has
// begun one, and its lines of the audit log in the same script.
import { listFromReply, mapFromReply } from "../../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../../redis/script.ts";
import type { AccountStore } from "../../account-store.ts";
import { DELETED_NAME } from "../../account/account-state.ts";
import { auditedActs } from "../../account/audit-entry.ts";
import { accountFromReply, accountToFields } from "../account-values.ts";
import { forgetRef } from "../accounts.ts";
import { auditToText, PERIODS } from "./history.ts";
import { keyFromText } from "../key-values.ts";
import { accountKeys, SHARED_KEYS } from "../keys.ts";
import { refuseSealed } from "../seal.ts";
import type { RedisStoreParts } from "../store-parts.ts";

type RedisAccountChanges = Pick<AccountStore, "updateAccount" | "deleteAccount">;

export function createRedisAccountChanges(parts: RedisStoreParts): RedisAccountChanges {
  const { connection, clock } = parts;
  return {
    updateAccount: async (id, { isClosed, ...change }) => {
      const { account, history, audit } = accountKeys(id);
      const lines = auditedActs({ ...change, isClosed }).map((act) => auditToText(parts, act));
      const closing = isClosed === undefined ? "" : Number(isClosed);
      const args = [clock.nowMs(), closing, lines.length, ...lines, ...accountToFields(change)];
      const operands = { keys: [account, history, audit], args };
      return accountFromReply(id, await runRedisScript(connection, UPDATE_ACCOUNT, operands));
    },
    deleteAccount: async (id) => {
      const { account, history, audit, keys, live, revoked, sports } = accountKeys(id);
      const line = auditToText(parts, { action: "accounts delete" });
      const reply = await runRedisScript(connection, DELETE_ACCOUNT, {
        keys: [account, history, audit, keys, live, revoked, sports],
        args: [clock.nowMs(), DELETED_NAME, line],
      });
      const [left = null, keyTexts = null, externalRef] = listFromReply(reply);
      // What leads to the account from other keys leads nowhere by now: whoever dies here leaves nothing that works.
      for (const [keyId, text] of mapFromReply(keyTexts)) {
        const { sha256 } = keyFromText(keyId, text, null);
        await connection.send(["DEL", SHARED_KEYS.ownerOfSha256(sha256)]);
        await connection.send(["DEL", SHARED_KEYS.ownerOfKeyId(keyId)]);
      }
      if (typeof externalRef === "string") await forgetRef(parts, externalRef, id);
      return accountFromReply(id, left);
    },
  };
}

/**
 * Changes some fields of an account that is there; one that is not, or is deleted, stays so. One that is closed again keeps its
 * first date.
 * KEYS: the account, its history, its audit log. ARGV: now in Unix ms, 1 to close it, 0 to reopen it or nothing, how many lines
 * there are for the log, these, and field, value, field, value …
 * Replies the fields and values as they are then, or nothing.
 * ('1795000000000', '', '1', '{…}', 'isSuspended', '1') -> {'name', 'Courts', 'isSuspended', '1', …}
 */
const UPDATE_ACCOUNT = createRedisScript(`${refuseSealed(1)}
  ${PERIODS}
  if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deletedAtMs') == 1 then return {} end
  local before = agreed(KEYS[1])
  if ARGV[2] == '1' then redis.call('HSETNX', KEYS[1], 'closedAtMs', ARGV[1]) end
  if ARGV[2] == '0' then redis.call('HDEL', KEYS[1], 'closedAtMs') end
  local fields = 4 + ARGV[3]
  for line = 4, fields - 1 do redis.call('RPUSH', KEYS[3], ARGV[line]) end
  if #ARGV >= fields then redis.call('HSET', KEYS[1], unpack(ARGV, fields)) end
  beginPeriod(KEYS[1], KEYS[2], ARGV[1], before)
  return redis.call('HGETALL', KEYS[1])
`);

/**
 * Takes from a closed account all that tells whose it was.
 * KEYS: the account, its history, its audit log, its keys, its live keys, its revoked keys, its sports. ARGV: now in Unix ms,
 * what it is called from now on, a line for the log.
 * Replies the fields and values as they are then, its keys as they were, and its reference; nothing where there is none closed.
 * ('1795000000000', '(deleted)', '{…}') -> {{'name', '(deleted)', …}, {'key_abc', '{"sha256":…}'}, 'order-4711'}
 */
const DELETE_ACCOUNT = createRedisScript(`${refuseSealed(1)}
  ${PERIODS}
  if redis.call('HEXISTS', KEYS[1], 'closedAtMs') == 0 or redis.call('HEXISTS', KEYS[1], 'deletedAtMs') == 1 then
    return {}
  end
  local before = agreed(KEYS[1])
  local keys, externalRef = redis.call('HGETALL', KEYS[4]), redis.call('HGET', KEYS[1], 'externalRef')
  redis.call('HSET', KEYS[1], 'deletedAtMs', ARGV[1], 'name', ARGV[2])
  redis.call('HDEL', KEYS[1], 'externalRef')
  redis.call('DEL', KEYS[4], KEYS[5], KEYS[6], KEYS[7])
  redis.call('RPUSH', KEYS[3], ARGV[3])
  beginPeriod(KEYS[1], KEYS[2], ARGV[1], before)
  return {redis.call('HGETALL', KEYS[1]), keys, externalRef}
`);
