// Accounts leaving a Redis, and arriving in one.
import type { RedisConnection } from "../../redis/connection.ts";
import { listFromReply } from "../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import type { AccountRecord, AccountStore } from "../account-store.ts";
import { retainedMonths, secondsRetained } from "../retention.ts";
import { usageDayFromText } from "../usage-day.ts";
import type { Clock } from "../../clock.ts";
import { SealTaken, type Seal } from "../moving/movable-store.ts";
import { accountFromReply, accountToFields } from "./account-values.ts";
import { claimApiKey } from "./api-keys.ts";
import { auditFromReply, auditToText, historyFromReply, periodToText } from "./changes/history.ts";
import { keysFromReplies, keyToText } from "./key-values.ts";
import { accountKeys, SHARED_KEYS } from "./keys.ts";
import { liveKeyToText } from "./live-key.ts";
import { accountIds } from "./of-each-account.ts";
import { sportsFromReply } from "./sports.ts";
import { expectUnsealed, refuseOtherSeal, SEAL_FIELD, sealToText } from "./seal.ts";
import type { RedisStoreParts } from "./store-parts.ts";
import { usageFromReply, usageToFields, verdictsFromReply } from "./usage.ts";

type RedisTransfer = Pick<AccountStore, "exportAccounts" | "importAccounts">;

/** An account is imported in a single step. Several accounts are not: they may lie on several nodes. */
export function createRedisTransfer(parts: RedisStoreParts): RedisTransfer {
  const { connection, clock } = parts;
  return {
    async *exportAccounts() {
      for (const id of await accountIds(connection)) {
        const record = await readRecord(connection, id, retainedMonths(clock.nowMs()).toReversed());
        if (record !== undefined) {
          yield record;
        }
      }
    },

    importAccounts: async (records) => {
      await expectUnsealed(connection);
      let imported = 0;
      for await (const record of records) {
        const existing = await addRecord(parts, record);
        if (existing !== undefined) {
          return { kind: "Refused", existing, imported };
        }
        imported += 1;
      }
      return { kind: "Imported", accounts: imported };
    },
  };
}

/** All of an account; undefined where it is not there. */
export async function readRecord(
  connection: RedisConnection,
  id: string,
  months: readonly string[],
): Promise<AccountRecord | undefined> {
  const { account, keys, revoked, sports, usage, history, audit } = accountKeys(id);
  const [
    periods = null,
    lines = null,
    fields = null,
    keyTexts = null,
    revocations = null,
    definitions = null,
    ...usages
  ] = listFromReply(
    await runRedisScript(connection, READ_ALL, {
      keys: [history, audit, account, keys, revoked, sports, ...months.map(usage)],
    }),
  );
  const found = accountFromReply(id, fields);
  return (
    found && {
      account: found,
      keys: keysFromReplies(keyTexts, revocations),
      sports: sportsFromReply(definitions),
      usage: months.flatMap((month, index) => usageFromReply(month, usages[index] ?? null)),
      verdicts: months
        .map((month, index) => verdictsFromReply(month, usages[index] ?? null))
        .filter((told) => told !== undefined),
      history: historyFromReply(periods, found),
      audit: auditFromReply(lines),
    }
  );
}

/** Adds an account with all that belongs to it, or returns the id of what is there already. */
async function addRecord(parts: RedisStoreParts, record: AccountRecord): Promise<string | undefined> {
  const { connection, clock } = parts;
  const { id: accountId } = record.account;
  if ((await connection.send(["EXISTS", accountKeys(accountId).account])) === 1) {
    return accountId;
  }
  const taken = await claimNames(connection, record);
  if (taken !== undefined) return taken;
  await list(connection, record);
  const hashes = hashesOf(record, clock.nowMs()).filter(({ fields }) => fields.length > 0);
  const { audit } = accountKeys(accountId);
  const isNew = await runRedisScript(connection, ADD_ALL, {
    keys: [...hashes.map(({ key }) => key), audit],
    args: [JSON.stringify(hashes), auditToText(parts, { action: "accounts import" })],
  });
  return isNew === 1 ? undefined : accountId;
}

/** Puts an account in the place of that of the same id, with all that belongs to it, under that seal. */
export async function replaceRecord(
  connection: RedisConnection,
  record: AccountRecord,
  { clock, seal }: { readonly clock: Clock; readonly seal: Seal },
): Promise<void> {
  const taken = await claimNames(connection, record);
  if (taken !== undefined) throw new Error(`${taken} belongs to another account`);
  await list(connection, record);
  const nowMs = clock.nowMs();
  const hashes = hashesOf(record, nowMs, seal);
  const { usage } = accountKeys(record.account.id);
  const written = new Set(hashes.map(({ key }) => key));
  const emptied = retainedMonths(nowMs)
    .map(usage)
    .filter((key) => !written.has(key))
    .map((key) => ({ key, fields: [] }));
  const all = [...hashes, ...emptied];
  const isUnderSeal = await runRedisScript(connection, REPLACE_ALL, {
    keys: all.map(({ key }) => key),
    args: [JSON.stringify(all), sealToText(seal)],
  });
  if (isUnderSeal !== 1) throw new SealTaken();
}

/** Notes for good whose the reference and the keys are; returns what is another account's already. */
async function claimNames(
  connection: RedisConnection,
  { account: { id, externalRef }, keys }: AccountRecord,
): Promise<string | undefined> {
  if (externalRef !== undefined) {
    const owner = await connection.send(["SET", SHARED_KEYS.ownerOfRef(externalRef), id, "NX", "GET"]);
    if (owner !== null && owner !== id) return externalRef;
  }
  for (const key of keys) {
    if (!(await claimApiKey(connection, id, key))) return key.id;
  }
  return undefined;
}

/** Before the account is there: what is listed and not there is left out, what is there and not listed would be lost. */
async function list(connection: RedisConnection, { account }: AccountRecord): Promise<void> {
  await connection.send(["ZADD", SHARED_KEYS.accounts, "NX", String(account.createdAtMs), account.id]);
}

/** What is written under one key. */
interface Hash {
  readonly key: string;
  /** Field, value, field, value …; of a list its items. */
  readonly fields: readonly string[];
  readonly isList?: true;
  /** How long it is retained from now; undefined for good. */
  readonly seconds?: number;
}

function hashesOf(
  { account: { id, ...account }, keys, sports, usage, verdicts, history, audit }: AccountRecord,
  nowMs: number,
  seal?: Seal,
): Hash[] {
  const names = accountKeys(id);
  return [
    {
      key: names.account,
      fields: [...accountToFields(account), ...(seal === undefined ? [] : [SEAL_FIELD, sealToText(seal)])],
    },
    { key: names.keys, fields: keys.flatMap((key) => [key.id, keyToText(key)]) },
    {
      key: names.live,
      fields: keys.flatMap((key) => (key.revokedAtMs === undefined ? [key.sha256, liveKeyToText(key)] : [])),
    },
    {
      key: names.revoked,
      fields: keys.flatMap((key) => (key.revokedAtMs === undefined ? [] : [key.id, String(key.revokedAtMs)])),
    },
    { key: names.sports, fields: sports.flatMap((sport) => [sport.id, sport.definition]) },
    { key: names.history, fields: history.map(periodToText), isList: true },
    { key: names.audit, fields: audit.map((line) => JSON.stringify(line)), isList: true },
    ...Map.groupBy(usage, ({ day }) => usageDayFromText(day).month)
      .entries()
      .map(([month, rows]) => ({
        key: names.usage(month),
        fields: [
          ...usageToFields(rows),
          ...Object.entries(verdicts.find((told) => told.month === month)?.verdicts ?? {})
            .filter(([, count]) => count > 0)
            .flatMap(([verdict, count]) => [verdict, String(count)]),
        ],
        seconds: secondsRetained(month, nowMs),
      }))
      .filter(({ seconds }) => seconds > 0),
  ];
}

/**
 * Reads all of an account as it is at one instant.
 * KEYS: the account's history, its audit log, and any hashes of it. Replies what is in each, in that order.
 */
const READ_ALL = createRedisScript(`
  local all = {}
  for index, key in ipairs(KEYS) do
    all[index] = index < 3 and redis.call('LRANGE', key, 0, -1) or redis.call('HGETALL', key)
  end
  return all
`);

/** What both scripts below do with their list. */
const WRITE_HASHES = `
  for index, hash in ipairs(cjson.decode(ARGV[1])) do
    if hash.isList then
      for _, item in ipairs(hash.fields) do redis.call('RPUSH', KEYS[index], item) end
    else
      for field = 1, #hash.fields, 2 do
        redis.call('HSET', KEYS[index], hash.fields[field], hash.fields[field + 1])
      end
    end
    if hash.seconds then redis.call('EXPIRE', KEYS[index], hash.seconds) end
  end`;

/**
 * Writes all of an account, or nothing where it is there already.
 * KEYS: the account's properties, then any of its other hashes and lists, then its audit log. ARGV: for each key but the last,
 * as one JSON list, its fields and values or its items, and for how many seconds it is retained if not for good; a line for the
 * log. Replies 1, or 0 where there is such an account.
 * ('[{"fields":["name","Courts"]},{"fields":["total","2","21 GetForecast","2"],"seconds":31536000}]', '{…}') -> 1
 */
const ADD_ALL = createRedisScript(`
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  ${WRITE_HASHES}
  redis.call('RPUSH', KEYS[#KEYS], ARGV[2])
  return 1
`);

/**
 * Writes all of an account in the place of what those keys held, unless it is there under another seal. KEYS as above, but for
 * the log. ARGV: the list as above, the seal as a text. Replies 1 or 0.
 */
const REPLACE_ALL = createRedisScript(`
  ${refuseOtherSeal(2)}
  redis.call('DEL', unpack(KEYS))
  ${WRITE_HASHES}
  return 1
`);

/** Removes an account, unless it is under another seal. KEYS: all of it, its properties first. ARGV: the seal. Replies 1 or 0. */
export const REMOVE_ALL = createRedisScript(`
  ${refuseOtherSeal(1)}
  redis.call('DEL', unpack(KEYS))
  return 1
`);
