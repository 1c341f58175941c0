// What the store in Redis leaves there, also where a process ended between two of its steps.
import { describe, expect, it } from "vitest";
import { StoreUnavailable, type AccountRecord } from "../../../src/accounts/account-store.ts";
import { recordsOf } from "../../contracts/records-of.ts";
import { isRedisServerInstalled } from "../../support/redis-server.ts";
import { useRedisStore } from "./use-redis-store.ts";

const SHA256 = "a1".repeat(32);
const CALL = { month: "2026-11", day: 21, method: "forecast", quota: 500 };

describe.skipIf(!isRedisServerInstalled())("a Redis", () => {
  const underTest = useRedisStore();

  /** One account as another store would export it. */
  const exported = async (): Promise<AccountRecord> => {
    const { store, redis, createAccount, addKey } = underTest();
    await addKey((await createAccount()).id, SHA256);
    const [record] = await Array.fromAsync(store.exportAccounts());
    if (record === undefined) throw new Error("nothing was exported");
    await redis("FLUSHALL");
    return record;
  };

  it("keeps everything under the names it always had: what an earlier version wrote is found", async () => {
    const { store, redis, createAccount, addKey } = underTest();
    const { id } = await createAccount();
    const revoked = await addKey(id, SHA256);
    const live = await addKey(id, "b2");
    await store.revokeKey(revoked);
    await store.setSport(id, { id: "padel-indoor", definition: "{}" });
    await store.spend({ ...CALL, accountId: id });
    await redis("DEL", "suitability:probe{0}");
    expect(((await redis("KEYS", "*")) as string[]).toSorted()).toEqual(
      [
        "suitability:accounts",
        `suitability:key:${live}`,
        `suitability:key:${revoked}`,
        "suitability:owner:b2",
        `suitability:owner:${SHA256}`,
        `suitability:{${id}}:account`,
        `suitability:{${id}}:audit`,
        `suitability:{${id}}:history`,
        `suitability:{${id}}:keys`,
        `suitability:{${id}}:live`,
        `suitability:{${id}}:revoked`,
        `suitability:{${id}}:sports`,
        `suitability:{${id}}:usage:2026-11`,
      ].toSorted(),
    );
  });

  it("lets a month expire with the 13th after it, which further calls leave alone, imported or not", async () => {
    const { store, clock, redis, createAccount } = underTest();
    const { id: accountId } = await createAccount();
    const name = `suitability:{${accountId}}:usage:2026-11`;
    const expectSecondsLeft = async (expected: number) => {
      const seconds = Number(await redis("TTL", name));
      expect(seconds).toBeLessThanOrEqual(expected);
      expect(seconds).toBeGreaterThan(expected - 60);
    };
    const expected = (Date.parse("2027-12-01T00:00:00Z") - clock.nowMs()) / 1000;
    await store.spend({ ...CALL, accountId });
    await expectSecondsLeft(expected);
    await redis("EXPIRE", name, "1000");
    await store.spend({ ...CALL, accountId });
    await expectSecondsLeft(1000);

    const records = await Array.fromAsync(store.exportAccounts());
    await redis("FLUSHALL");
    await store.importAccounts(recordsOf(...records));
    await expectSecondsLeft(expected);
  });

  it("lists each of many accounts once", async () => {
    const { store, createAccount } = underTest();
    const created = await Promise.all(Array.from({ length: 201 }, createAccount));
    const ids = (await store.listAccounts()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(created.map(({ id }) => id).toSorted());
  });

  it("leaves out an account that was listed and never written", async () => {
    const { store, redis, createAccount } = underTest();
    const account = await createAccount();
    await redis("ZADD", "suitability:accounts", "0", "acc_never");
    expect(await store.listAccounts()).toEqual([account]);
    expect(await Array.fromAsync(store.exportAccounts())).toMatchObject([{ account }]);
  });

  it("makes the account of a reference that was noted and never written, under the id that was noted", async () => {
    const { store, redis } = underTest();
    await redis("SET", "suitability:ref:4711", "acc_noted");
    expect(await store.findAccountByRef("4711")).toBeUndefined();
    const init = { name: "Courts", plan: "free", monthlyQuota: 500, externalRef: "4711" } as const;
    expect(await store.createAccountOnce(init)).toMatchObject({ isNew: true, account: { id: "acc_noted" } });
  });

  it("makes the account of a reference anew whose account was deleted by somebody who died before it was forgotten", async () => {
    const { store, redis } = underTest();
    const init = { name: "Courts", plan: "free", monthlyQuota: 500, externalRef: "4711" } as const;
    const { account } = await store.createAccountOnce(init);
    await store.updateAccount(account.id, { isClosed: true });
    await store.deleteAccount(account.id);
    expect(await redis("GET", "suitability:ref:4711")).toBeNull();
    await redis("SET", "suitability:ref:4711", account.id);
    const again = await Promise.all([store.createAccountOnce(init), store.createAccountOnce(init)]);
    expect(again.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
    expect(again[0]?.account.id).toBe(again[1]?.account.id);
    expect(again[0]?.account.id).not.toBe(account.id);
  });

  it("presumes that an account from before there was a history was always what it is", async () => {
    const { store, clock, redis, createAccount } = underTest();
    const { id, createdAtMs } = await createAccount();
    await redis("DEL", `suitability:{${id}}:history`);
    const free = { plan: "free", monthlyQuota: 500, state: "active" };
    const presumed = { ...free, sinceMs: createdAtMs, isPresumed: true };
    expect(await store.planHistory(id)).toEqual([presumed]);
    expect(await Array.fromAsync(store.exportAccounts())).toMatchObject([{ history: [presumed] }]);
    clock.advance(1000);
    await store.updateAccount(id, { plan: "growth" });
    const growth = { ...free, plan: "growth", sinceMs: clock.nowMs(), isPresumed: false };
    expect(await store.planHistory(id)).toEqual([presumed, growth]);
  });

  it("knows no key that was claimed for an account and never added", async () => {
    const { store, redis, createAccount } = underTest();
    const { id } = await createAccount();
    await redis("SET", "suitability:key:key_never", id);
    await redis("SET", `suitability:owner:${SHA256}`, id);
    expect(await store.revokeKey("key_never")).toBeUndefined();
    expect(await store.findCaller(SHA256, "2026-11")).toBeUndefined();
  });

  it("lists an account before it is written, and notes a key's owner before the key works", async () => {
    const { redis, createAccount, addKey } = underTest();
    const { id } = await createAccount();
    await redis("ACL", "SETUSER", "default", "-hset", "-hsetnx");
    await expect(createAccount()).rejects.toThrow(StoreUnavailable);
    await expect(addKey(id, SHA256)).rejects.toThrow(StoreUnavailable);
    expect(await redis("ZCARD", "suitability:accounts")).toBe(2);
    expect(await redis("GET", `suitability:owner:${SHA256}`)).toBe(id);
  });

  it("lets an import that broke off after its first steps be repeated", async () => {
    const record = await exported();
    const { store, redis } = underTest();
    await redis("SET", `suitability:owner:${SHA256}`, record.account.id);
    expect(await store.importAccounts(recordsOf(record))).toEqual({ kind: "Imported", accounts: 1 });
    expect(await store.findCaller(SHA256, "2026-11")).toMatchObject({ account: record.account });
  });

  it("gives no key to an account whose import is refused", async () => {
    const record = await exported();
    const { store, createAccount, addKey } = underTest();
    await store.importAccounts(recordsOf(record));
    const [issued] = record.keys;
    if (issued === undefined) throw new Error("no key was exported");
    const key = { ...issued, id: "key_other", sha256: "b2" };
    expect(await store.importAccounts(recordsOf({ ...record, keys: [key] }))).toMatchObject({
      kind: "Refused",
    });
    expect(await addKey((await createAccount()).id, "b2")).toMatch(/^key_/);
  });

  it("takes one of two imports of an account at once", async () => {
    const record = await exported();
    const imports = [1, 2].map(() => underTest().store.importAccounts(recordsOf(record)));
    const results = await Promise.all(imports);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["Imported", "Refused"]);
  });

  it("that holds something else under a name is a bug, not an unavailable store", async () => {
    const { store, redis, createAccount } = underTest();
    const { id } = await createAccount();
    await redis("SET", `suitability:{${id}}:usage:2026-11`, "a text");
    const spent = store.spend({ ...CALL, accountId: id });
    await expect(spent).rejects.toThrow("WRONGTYPE");
    await expect(spent).rejects.not.toBeInstanceOf(StoreUnavailable);
  });

  it("counts nothing for an account that is not there, and names the account", async () => {
    await expect(underTest().store.spend({ ...CALL, accountId: "acc_nobody" })).rejects.toThrow(
      "a call of account acc_nobody was to be counted, and there is no such account",
    );
  });
});
