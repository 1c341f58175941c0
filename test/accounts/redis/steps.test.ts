// What the store in Redis leaves there, also where a process ended between two of its steps.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  StoreUnavailable,
  type AccountRecord,
  type AccountStore,
} from "../../../src/accounts/account-store.ts";
import { createRedisStore } from "../../../src/accounts/redis/store.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { redisCommand } from "../../support/redis-command.ts";
import { isRedisServerInstalled, startRedisServer, type RedisServer } from "../../support/redis-server.ts";

const SHA256 = "a1".repeat(32);
const CALL = { month: "2026-11", day: 21, method: "forecast", quota: 500 };

async function* listed(...records: readonly AccountRecord[]): AsyncGenerator<AccountRecord> {
  yield* records;
}

describe.skipIf(!isRedisServerInstalled())("a Redis", () => {
  let server: RedisServer;
  let store: AccountStore;

  beforeEach(async () => {
    server = await startRedisServer();
    store = createRedisStore({ url: server.url, clock: createManualClock("2026-11-21T14:00:00Z") });
  });
  afterEach(async () => {
    await store.close();
    await server.remove();
  });

  const redis = (...command: readonly string[]) => redisCommand(server.url, ...command);
  const createAccount = () => store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
  const addKey = async (accountId: string, sha256 = SHA256) =>
    (await store.addKey({ accountId, prefix: "wsk_Ab12", sha256 }))?.id ?? "";

  /** One account as another store would export it. */
  const exported = async (): Promise<AccountRecord> => {
    const { id } = await createAccount();
    await addKey(id);
    const [record] = await Array.fromAsync(store.exportAccounts());
    if (record === undefined) throw new Error("nothing was exported");
    await redis("FLUSHALL");
    return record;
  };

  it("keeps everything under the names it always had: what an earlier version wrote is found", async () => {
    const { id } = await createAccount();
    const keyId = await addKey(id);
    await addKey(id, "b2");
    await store.revokeKey(keyId);
    await store.setSport(id, { id: "padel-indoor", definition: "{}" });
    await store.spend({ ...CALL, accountId: id });
    const names = (await redis("KEYS", "*")) as string[];
    expect(names.filter((name) => !name.startsWith("suitability:key:")).toSorted()).toEqual(
      [
        "suitability:accounts",
        "suitability:owner:b2",
        `suitability:owner:${SHA256}`,
        `suitability:{${id}}:account`,
        `suitability:{${id}}:keys`,
        `suitability:{${id}}:live`,
        `suitability:{${id}}:revoked`,
        `suitability:{${id}}:sports`,
        `suitability:{${id}}:usage:2026-11`,
      ].toSorted(),
    );
    expect(names).toContain(`suitability:key:${keyId}`);
  });

  it("lists each of many accounts once", async () => {
    const created = await Promise.all(Array.from({ length: 201 }, createAccount));
    const ids = (await store.listAccounts()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(created.map(({ id }) => id).toSorted());
  });

  it("leaves out an account that was listed and never written", async () => {
    const account = await createAccount();
    await redis("ZADD", "suitability:accounts", "0", "acc_never");
    expect(await store.listAccounts()).toEqual([account]);
    expect(await Array.fromAsync(store.exportAccounts())).toMatchObject([{ account }]);
  });

  it("knows no key that was claimed for an account and never added", async () => {
    const { id } = await createAccount();
    await redis("SET", "suitability:key:key_never", id);
    await redis("SET", `suitability:owner:${SHA256}`, id);
    expect(await store.revokeKey("key_never")).toBeUndefined();
    expect(await store.findCaller(SHA256, "2026-11")).toBeUndefined();
  });

  it("lets an import that broke off after its first steps be repeated", async () => {
    const record = await exported();
    await redis("SET", `suitability:owner:${SHA256}`, record.account.id);
    expect(await store.importAccounts(listed(record))).toEqual({ kind: "Imported", accounts: 1 });
    expect(await store.findCaller(SHA256, "2026-11")).toMatchObject({ account: record.account });
  });

  it("gives none of its keys to an account whose import is refused", async () => {
    const record = await exported();
    await store.importAccounts(listed(record));
    const key = { id: "key_other", prefix: "wsk_Ab12", sha256: "b2", createdAtMs: 1, revokedAtMs: undefined };
    expect(await store.importAccounts(listed({ ...record, keys: [key] }))).toMatchObject({ kind: "Refused" });
    expect(await addKey((await createAccount()).id, "b2")).toMatch(/^key_/);
  });

  it("takes one of two imports of an account at once", async () => {
    const record = await exported();
    const results = await Promise.all([
      store.importAccounts(listed(record)),
      store.importAccounts(listed(record)),
    ]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["Imported", "Refused"]);
  });

  it("that holds something else under a name is a bug, not an unavailable store", async () => {
    const { id } = await createAccount();
    await redis("SET", `suitability:{${id}}:usage:2026-11`, "a text");
    const thrown: unknown = await store.spend({ ...CALL, accountId: id }).catch((error: unknown) => error);
    expect(thrown).not.toBeInstanceOf(StoreUnavailable);
    expect(thrown).toMatchObject({ message: expect.stringContaining("WRONGTYPE") });
  });

  it("counts nothing for an account that is not there, and says whose it would have been", async () => {
    await expect(store.spend({ ...CALL, accountId: "acc_nobody" })).rejects.toThrow(
      "a call of account acc_nobody was to be counted, and there is no such account",
    );
  });
});
