// A Redis that accounts leave, or arrive in, while replicas use it.
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import { expectSealOf, SealTaken, type MovableStore, type Seal } from "../moving/movable-store.ts";
import { retainedMonths } from "../retention.ts";
import { accountKeys, SHARED_KEYS } from "./keys.ts";
import { ofEachAccount } from "./of-each-account.ts";
import { SEAL_FIELD, sealOf, sealToText } from "./seal.ts";
import type { RedisStoreParts } from "./store-parts.ts";
import { readRecord, REMOVE_ALL, replaceRecord } from "./transfer.ts";

/**
 * A seal is a key, which decides whose it is, and a field of each account, which is what binds. Both change in steps: the key
 * first when one is put on, and last when it is taken off; but first it is marked, and from then on nobody takes it over.
 */
export function createRedisMoving(parts: RedisStoreParts): MovableStore {
  const { connection, clock } = parts;
  const months = () => retainedMonths(clock.nowMs());
  const changeKey = async (from: string, to: string): Promise<boolean> =>
    (await runRedisScript(connection, CHANGE_SEAL, { keys: [SHARED_KEYS.seal], args: [from, to] })) === 1;
  const changeEach = async (change: (accountProperties: string) => Promise<unknown>): Promise<void> => {
    await Array.fromAsync(ofEachAccount(connection, (id) => change(accountKeys(id).account)));
  };
  const expectSeal = async (move: string): Promise<Seal> => {
    const seal = await sealOf(connection);
    expectSealOf(seal, move);
    return seal as Seal;
  };

  const unseal: MovableStore["unseal"] = async (move) => {
    const text = sealToText(await expectSeal(move));
    const marked = `${text} ${COMING_OFF}`;
    const isOurs = (await changeKey(text, marked)) || (await changeKey(marked, marked));
    if (!isOurs) throw new SealTaken();
    await changeEach((account) =>
      runRedisScript(connection, UNSEAL_ACCOUNT, { keys: [account], args: [text] }),
    );
    // Or somebody else has come to the end of it.
    await changeKey(marked, "");
  };

  return {
    seal: async (seal, previous) => {
      // From then on none is listed any more.
      const isOurs = await changeKey(previous === undefined ? "" : sealToText(previous), sealToText(seal));
      if (!isOurs) throw new SealTaken();
      await changeEach(async (account) => {
        await expectSeal(seal.move);
        await connection.send(["HSET", account, SEAL_FIELD, sealToText(seal)]);
      });
    },
    unseal,
    sealed: async () => {
      const seal = await sealOf(connection);
      if (seal === undefined) return undefined;
      const marked = `${sealToText(seal)} ${COMING_OFF}`;
      if (!(await changeKey(marked, marked))) return seal;
      // Whoever began to take it off may have been killed.
      await unseal(seal.move);
      return sealOf(connection);
    },
    replaceAccounts: async (records, move) => {
      const seal = await expectSeal(move);
      await Promise.all(records.map((record) => replaceRecord(connection, record, { clock, seal })));
    },
    removeAccounts: async (ids, move) => {
      const seal = await expectSeal(move);
      for (const id of ids) await removeRecord(parts, id, { months: months(), seal });
    },
  };
}

/** The third word of a seal. */
const COMING_OFF = "coming-off";

async function removeRecord(
  { connection }: Pick<RedisStoreParts, "connection">,
  id: string,
  { months, seal }: { readonly months: readonly string[]; readonly seal: Seal },
): Promise<void> {
  const record = await readRecord(connection, id, months);
  const { account, usage, ...hashes } = accountKeys(id);
  const isUnderSeal = await runRedisScript(connection, REMOVE_ALL, {
    keys: [account, ...Object.values(hashes), ...months.map(usage)],
    args: [sealToText(seal)],
  });
  if (isUnderSeal !== 1) throw new SealTaken();
  await connection.send(["ZREM", SHARED_KEYS.accounts, id]);
  const ref = record?.account.externalRef;
  const owners = [
    ...(record?.keys.flatMap((key) => [
      SHARED_KEYS.ownerOfSha256(key.sha256),
      SHARED_KEYS.ownerOfKeyId(key.id),
    ]) ?? []),
    ...(ref === undefined ? [] : [SHARED_KEYS.ownerOfRef(ref)]),
  ];
  for (const owner of owners) await connection.send(["DEL", owner]);
}

/**
 * Puts one seal in the place of another. KEYS: the seal. ARGV: both as texts, nothing for none. Replies 1, or 0 where it is not
 * that one.
 * ('', 'left move_abc') -> 1
 */
const CHANGE_SEAL = createRedisScript(`
  if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
  if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2]) end
  return 1
`);

/** Takes a seal off an account, unless there is another. KEYS: the account. ARGV: the seal as a text. */
const UNSEAL_ACCOUNT = createRedisScript(`
  if redis.call('HGET', KEYS[1], '${SEAL_FIELD}') == ARGV[1] then redis.call('HDEL', KEYS[1], '${SEAL_FIELD}') end
`);
