// Accounts in Redis: what operators change, a few times a day. An account is a hash with a field for each property.
import { listFromReply, mapFromReply } from "../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import type { RedisReply } from "../../redis/connection.ts";
import type { Account, AccountStore } from "../account-store.ts";
import type { PlanName } from "../plan.ts";
import { randomId } from "../random-text.ts";
import { accountKeys, SHARED_KEYS } from "./keys.ts";
import type { RedisStoreParts } from "./store-parts.ts";

type RedisAccounts = Pick<AccountStore, "createAccount" | "listAccounts" | "findAccount" | "updateAccount">;

/** How many accounts are asked for at once: no other answer has to wait long for them. */
const BATCH = 200;

export function createRedisAccounts({ connection, clock }: RedisStoreParts): RedisAccounts {
  const findAccount = async (id: string): Promise<Account | undefined> =>
    accountFromReply(id, await connection.send(["HGETALL", accountKeys(id).account]));

  return {
    createAccount: async (init) => {
      const account = { ...init, isSuspended: false, createdAtMs: clock.nowMs(), sportsRevision: 0 };
      const id = randomId("acc");
      // Listed first: what is listed and not there is left out, what is there and not listed would be lost.
      await connection.send(["ZADD", SHARED_KEYS.accounts, String(account.createdAtMs), id]);
      await connection.send(["HSET", accountKeys(id).account, ...accountToFields(account)]);
      return { id, ...account };
    },
    listAccounts: async () => {
      const ids = listFromReply(await connection.send(["ZRANGE", SHARED_KEYS.accounts, "0", "-1"])).map(
        String,
      );
      const accounts: Account[] = [];
      for (let from = 0; from < ids.length; from += BATCH) {
        const batch = await Promise.all(ids.slice(from, from + BATCH).map(findAccount));
        accounts.push(...batch.filter((account) => account !== undefined));
      }
      return accounts;
    },
    findAccount,
    updateAccount: async (id, change) => {
      const operands = { keys: [accountKeys(id).account], args: accountToFields(change) };
      return accountFromReply(id, await runRedisScript(connection, UPDATE_ACCOUNT, operands));
    },
  };
}

/** Field, value, field, value … as HSET takes them; what is undefined is left out. */
export function accountToFields(account: Partial<Omit<Account, "id">>): readonly string[] {
  return Object.entries(account).flatMap(([field, value]) =>
    value === undefined ? [] : [field, typeof value === "boolean" ? String(Number(value)) : String(value)],
  );
}

/** The account in a reply with its hash; undefined where there is none. */
export function accountFromReply(id: string, reply: RedisReply): Account | undefined {
  const fields = mapFromReply(reply);
  const name = fields.get("name");
  if (name === undefined) {
    return undefined;
  }
  return {
    id,
    name,
    plan: fields.get("plan") as PlanName,
    monthlyQuota: Number(fields.get("monthlyQuota")),
    isSuspended: fields.get("isSuspended") === "1",
    createdAtMs: Number(fields.get("createdAtMs")),
    sportsRevision: Number(fields.get("sportsRevision")),
  };
}

/**
 * Changes some fields of an account that is there; one that is not stays so.
 * KEYS: the account. ARGV: field, value, field, value … Replies the fields and values as they are then, or nothing.
 * ('isSuspended', '1') -> {'name', 'Courts', 'isSuspended', '1', …}
 */
const UPDATE_ACCOUNT = createRedisScript(`
  if #ARGV > 0 and redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], unpack(ARGV)) end
  return redis.call('HGETALL', KEYS[1])
`);
