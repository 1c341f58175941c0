// Accounts in Redis: what operators change, a few times a day.
import type { Clock } from "../../clock.ts";
import type { Account, AccountStore } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import { accountFromReply, accountToFields } from "./account-values.ts";
import type { RedisConnection } from "../../redis/connection.ts";
import { ACCOUNTS_KEY, accountKeys } from "./keys.ts";
import { listFromReply } from "../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";

type RedisAccounts = Pick<AccountStore, "createAccount" | "listAccounts" | "findAccount" | "updateAccount">;

/** So many accounts are asked for at once: no answer has to wait long for those before it. */
const BATCH = 200;

export function createRedisAccounts({
  connection,
  clock,
}: {
  readonly connection: RedisConnection;
  readonly clock: Clock;
}): RedisAccounts {
  const findAccount = async (id: string): Promise<Account | undefined> =>
    accountFromReply(id, await connection.send(["HGETALL", accountKeys(id).account]));

  return {
    createAccount: async (init) => {
      const account = { ...init, isSuspended: false, createdAtMs: clock.nowMs(), sportsRevision: 0 };
      const id = randomId("acc");
      // Listed first: what is listed and not there is left out, what is there and not listed would be lost.
      await connection.send(["ZADD", ACCOUNTS_KEY, String(account.createdAtMs), id]);
      await connection.send(["HSET", accountKeys(id).account, ...accountToFields(account)]);
      return { id, ...account };
    },
    listAccounts: async () => {
      const ids = listFromReply(await connection.send(["ZRANGE", ACCOUNTS_KEY, "0", "-1"])).map(String);
      const accounts: Account[] = [];
      for (let from = 0; from < ids.length; from += BATCH) {
        const batch = await Promise.all(ids.slice(from, from + BATCH).map(findAccount));
        accounts.push(...batch.filter((account) => account !== undefined));
      }
      return accounts;
    },
    findAccount,
    updateAccount: async (id, change) => {
      const keys = [accountKeys(id).account];
      return accountFromReply(
        id,
        await runRedisScript(connection, UPDATE_ACCOUNT, { keys, args: accountToFields(change) }),
      );
    },
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
