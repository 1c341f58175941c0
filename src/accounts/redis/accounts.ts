// Accounts in Redis: how they are made and found.
import { listFromReply } from "../../redis/reply.ts";
import type { RedisConnection } from "../../redis/connection.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import type { Account, AccountStore, NewAccount } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import { accountFromReply, accountToFields } from "./account-values.ts";
import { auditToText, periodToText } from "./changes/history.ts";
import { accountKeys, SHARED_KEYS } from "./keys.ts";
import { ofEachAccount } from "./of-each-account.ts";
import { refuseSealed, replySealed } from "./seal.ts";
import type { RedisStoreParts } from "./store-parts.ts";

type RedisAccounts = Pick<
  AccountStore,
  "createAccount" | "createAccountOnce" | "listAccounts" | "countByPlan" | "findAccount" | "findAccountByRef"
>;

export function createRedisAccounts(parts: RedisStoreParts): RedisAccounts {
  const { connection, clock } = parts;

  const findAccount = async (id: string): Promise<Account | undefined> =>
    accountFromReply(id, await connection.send(["HGETALL", accountKeys(id).account]));

  /** Makes the account of that id, or finds the one there is. */
  const create = async (id: string, init: NewAccount & { readonly externalRef?: string }) => {
    const { account, history, audit } = accountKeys(id);
    const { plan, monthlyQuota } = init;
    const createdAtMs = clock.nowMs();
    const fields = accountToFields({ ...init, isSuspended: false, createdAtMs, sportsRevision: 0 });
    const period = { sinceMs: createdAtMs, plan, monthlyQuota, state: "active", isPresumed: false } as const;
    const line = auditToText(parts, { action: "accounts create", about: `${plan} ${monthlyQuota}` });
    // Listed first: what is listed and not there is left out, what is there and not listed would be lost.
    await runRedisScript(connection, LIST_ACCOUNT, {
      keys: [SHARED_KEYS.accounts, SHARED_KEYS.seal],
      args: [createdAtMs, id],
    });
    const operands = { keys: [account, history, audit], args: [periodToText(period), line, ...fields] };
    const reply = await runRedisScript(connection, CREATE_ACCOUNT, operands);
    const [isNew, created = null] = listFromReply(reply);
    return { account: accountFromReply(id, created) as Account, isNew: isNew === 1 };
  };

  const createAccountOnce: AccountStore["createAccountOnce"] = async (init) => {
    const { externalRef } = init;
    const id = randomId("acc");
    // Whoever notes its id first has decided which account it is; whoever comes then makes that account, or finds it.
    const noted = await connection.send(["SET", SHARED_KEYS.ownerOfRef(externalRef), id, "NX", "GET"]);
    const created = await create(typeof noted === "string" ? noted : id, init);
    if (created.account.externalRef === externalRef) return created;
    // It was deleted by somebody who has not come to forget it.
    await forgetRef(parts, externalRef, created.account.id);
    return createAccountOnce(init);
  };

  return {
    createAccount: async (init) => (await create(randomId("acc"), init)).account,
    createAccountOnce,
    listAccounts: async () => {
      const accounts = await Array.fromAsync(ofEachAccount(connection, findAccount));
      return accounts.filter((account) => account !== undefined);
    },
    countByPlan: () => countByPlan(connection),
    findAccount,
    findAccountByRef: async (externalRef) => {
      const id = await connection.send(["GET", SHARED_KEYS.ownerOfRef(externalRef)]);
      const account = typeof id === "string" ? await findAccount(id) : undefined;
      return account?.externalRef === externalRef ? account : undefined;
    },
  };
}

async function countByPlan(connection: RedisConnection): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const plan of ofEachAccount(connection, (id) => findPlan(connection, id))) {
    if (plan !== undefined) counts.set(plan, (counts.get(plan) ?? 0) + 1);
  }
  return counts;
}

/** Undefined where there is no such account, or one that is deleted. */
async function findPlan(connection: RedisConnection, id: string): Promise<string | undefined> {
  const reply = await connection.send(["HMGET", accountKeys(id).account, "plan", "deletedAtMs"]);
  const [plan, deletedAtMs] = listFromReply(reply);
  return typeof plan === "string" && typeof deletedAtMs !== "string" ? plan : undefined;
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
 * KEYS: the account, its history, its audit log. ARGV: its first period, a line for the log, and field, value, field, value …
 * Replies 1 or 0, and the fields and values as they are then.
 * ('1795000000000 0 500 active free', '{…}', 'name', 'Courts', …) -> {1, {'name', 'Courts', …}}
 */
const CREATE_ACCOUNT = createRedisScript(`${refuseSealed(1)}
  local isNew = 1 - redis.call('EXISTS', KEYS[1])
  if isNew == 1 then
    redis.call('HSET', KEYS[1], unpack(ARGV, 3))
    redis.call('RPUSH', KEYS[2], ARGV[1])
    redis.call('RPUSH', KEYS[3], ARGV[2])
  end
  return {isNew, redis.call('HGETALL', KEYS[1])}
`);

/** Of an account that has lost its reference. */
export function forgetRef(
  { connection }: Pick<RedisStoreParts, "connection">,
  externalRef: string,
  accountId: string,
): Promise<unknown> {
  return runRedisScript(connection, FORGET_OWNER, {
    keys: [SHARED_KEYS.ownerOfRef(externalRef)],
    args: [accountId],
  });
}

/** Forgets whose a reference is, if it is that account's. KEYS: the note. ARGV: the account's id. */
const FORGET_OWNER = createRedisScript(`
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`);
