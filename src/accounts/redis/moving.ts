// A Redis that accounts leave, or arrive in, while replicas use it.
import type { MovableStore } from "../moving/movable-store.ts";
import { retainedMonths } from "../retention.ts";
import { accountKeys, SHARED_KEYS } from "./keys.ts";
import { ofEachAccount } from "./of-each-account.ts";
import { SEAL_FIELD, sealOf } from "./seal.ts";
import type { RedisStoreParts } from "./store-parts.ts";
import { readRecord, replaceRecord } from "./transfer.ts";

export function createRedisMoving({ connection, clock }: RedisStoreParts): MovableStore {
  const months = () => retainedMonths(clock.nowMs());
  const changeEach = async (change: (accountProperties: string) => readonly string[]): Promise<void> => {
    await Array.fromAsync(
      ofEachAccount(connection, (id) => connection.send(change(accountKeys(id).account))),
    );
  };

  return {
    seal: async (seal) => {
      // From then on none is listed any more.
      await connection.send(["SET", SHARED_KEYS.seal, seal]);
      await changeEach((account) => ["HSET", account, SEAL_FIELD, seal]);
    },
    unseal: async () => {
      await changeEach((account) => ["HDEL", account, SEAL_FIELD]);
      await connection.send(["DEL", SHARED_KEYS.seal]);
    },
    sealed: () => sealOf(connection),
    replaceAccounts: async (records) => {
      const seal = await sealOf(connection);
      await Promise.all(records.map((record) => replaceRecord(connection, record, { clock, seal })));
    },
    removeAccounts: async (ids) => {
      for (const id of ids) {
        const record = await readRecord(connection, id, months());
        const { usage, ...hashes } = accountKeys(id);
        await connection.send(["ZREM", SHARED_KEYS.accounts, id]);
        await connection.send(["DEL", ...Object.values(hashes), ...months().map(usage)]);
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
    },
  };
}
