// Accounts in Redis: what operators change, a few times a day. An account is a hash with a field for each property.
import { listFromReply, mapFromReply } from "../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import type { RedisReply } from "../../redis/connection.ts";
import type { Account, AccountStore, NewAccount } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import { accountKeys, SHARED_KEYS } from "./keys.ts";
import { refuseSealed, replySealed } from "./seal.ts";
import type { RedisStoreParts } from "./store-parts.ts";

type RedisAccounts = Pick<
  AccountStore,
  | "createAccount"
  | "createAccountOnce"
  | "listAccounts"
  | "findAccount"
  | "findAccountByRef"
  | "updateAccount"
>;

/** How many accounts are asked for at once: no other answer has to wait long for them. */
const BATCH = 200;

export function createRedisAccounts({ connection, clock }: RedisStoreParts): RedisAccounts {
  const findAccount = async (id: string): Promise<Account | undefined> =>
    accountFromReply(id, await connection.send(["HGETALL", accountKeys(id).account]));

  /** Makes the account of that id, or finds the one there is. */
  const create = async (id: string, init: NewAccount & { readonly externalRef?: string }) => {
    const account = { ...init, isSuspended: false, createdAtMs: clock.nowMs(), sportsRevision: 0 };
    // Listed first: what is listed and not there is left out, what is there and not listed would be lost.
    await runRedisScript(connection, LIST_ACCOUNT, {
      keys: [SHARED_KEYS.accounts, SHARED_KEYS.seal],
      args: [account.createdAtMs, id],
    });
    const operands = { keys: [accountKeys(id).account], args: accountToFields(account) };
    const [isNew, fields = null] = listFromReply(await runRedisScript(connection, CREATE_ACCOUNT, operands));
    return { account: accountFromReply(id, fields) as Account, isNew: isNew === 1 };
  };

  return {
    createAccount: async (init) => (await create(randomId("acc"), init)).account,
    createAccountOnce: async (init) => {
      const id = randomId("acc");
      // Whoever notes its id first has decided which account it is; whoever comes then makes that account, or finds it.
      const noted = await connection.send(["SET", SHARED_KEYS.ownerOfRef(init.externalRef), id, "NX", "GET"]);
      return create(typeof noted === "string" ? noted : id, init);
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
    findAccountByRef: async (externalRef) => {
      const id = await connection.send(["GET", SHARED_KEYS.ownerOfRef(externalRef)]);
      return typeof id === "string" ? findAccount(id) : undefined;
    },
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
    externalRef: fields.get("externalRef"),
    plan: fields.get("plan") as string,
    monthlyQuota: Number(fields.get("monthlyQuota")),
    isSuspended: fields.get("isSuspended") === "1",
    createdAtMs: Number(fields.get("createdAtMs")),
    sportsRevision: Number(fields.get("sportsRevision")),
  };
}

/**
 * Lists an account, unless the store is sealed: whoever has sealed it reads the list then.
 * KEYS: the list, the seal. ARGV: when it is made, Unix ms, its id.
 */
const LIST_ACCOUNT = createRedisScript(`
  local seal = redis.call('GET', KEYS[2])
  if seal then ${replySealed("seal")} end
  redis.call('ZADD', KEYS[1], 'NX', ARGV[1], ARGV[2])
`);

/**
 * Writes an account, unless there is one of that id.
 * KEYS: the account. ARGV: field, value, field, value … Replies 1 or 0, and the fields and values as they are then.
 * ('name', 'Courts', …) -> {1, {'name', 'Courts', …}}
 */
const CREATE_ACCOUNT = createRedisScript(`${refuseSealed(1)}
  local isNew = 1 - redis.call('EXISTS', KEYS[1])
  if isNew == 1 then redis.call('HSET', KEYS[1], unpack(ARGV)) end
  return {isNew, redis.call('HGETALL', KEYS[1])}
`);

/**
 * Changes some fields of an account that is there; one that is not stays so.
 * KEYS: the account. ARGV: field, value, field, value … Replies the fields and values as they are then, or nothing.
 * ('isSuspended', '1') -> {'name', 'Courts', 'isSuspended', '1', …}
 */
const UPDATE_ACCOUNT = createRedisScript(`${refuseSealed(1)}
  if #ARGV > 0 and redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], unpack(ARGV)) end
  return redis.call('HGETALL', KEYS[1])
`);
