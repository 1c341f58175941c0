// What is particular to the store in SQLite; what every store promises is in test/contracts.
import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { StoreUnavailable, type AccountStore } from "../../../src/accounts/store.ts";
import type { Account } from "../../../src/accounts/account.ts";
import type { Spending } from "../../../src/accounts/spending.ts";
import { recordsOf } from "../../contracts/records-of.ts";
import { useSqliteStore } from "./use-sqlite-store.ts";

const SPENDING = { month: "2026-11", day: 21, method: "forecast", quota: 500 };

const underTest = useSqliteStore();
let store: AccountStore;
let account: Account;
/** Another process's view of the file. */
let outside: DatabaseSync;

beforeEach(async () => {
  ({ store } = underTest());
  account = await underTest().createAccount();
  outside = new DatabaseSync(underTest().backing.path);
  onTestFinished(() => outside.close());
});

/** Goes up by one with every commit of another connection that changed the file. */
function dataVersion(): number {
  return Number(outside.prepare("PRAGMA data_version").get()?.["data_version"]);
}

function usageOnDisk(): unknown {
  return outside.prepare("SELECT calls FROM month_total").all();
}

function spend(change: Partial<Spending> = {}) {
  return store.spend({ ...SPENDING, accountId: account.id, ...change });
}

describe("group commit", () => {
  it("calls that arrive together share one commit", async () => {
    const before = dataVersion();
    await Promise.all([spend(), spend({ day: 22 }), spend({ method: "safe-slots" })]);
    expect(dataVersion()).toBe(before + 1);
  });

  it("calls that arrive together are all undone when one of them cannot be counted", async () => {
    const told = await Promise.allSettled([spend(), spend({ accountId: "acc_gone" })]);
    expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(usageOnDisk()).toEqual([]);
  });

  it("refused calls write nothing to the file", async () => {
    await spend({ quota: 1 });
    const before = dataVersion();
    expect((await spend({ quota: 1 })).kind).toBe("Exhausted");
    expect(dataVersion()).toBe(before);
  });

  it("a probe writes to the file, unless something was written within the last second", async () => {
    for (let probe = 1; probe <= 3; probe += 1) {
      // After a commit that wrote nothing, the write before it does not count as recent any more.
      await spend({ quota: 0 });
      const before = dataVersion();
      await store.ping();
      expect(dataVersion()).toBe(before + 1);
    }
  });

  it("a probe waits for the lock of the file, unless a call was counted within the last second", async () => {
    const { clock } = underTest();
    const pingWhileHeld = async () => {
      outside.exec("BEGIN IMMEDIATE");
      await store.ping().finally(() => outside.exec("ROLLBACK"));
    };
    await spend({ quota: 0 });
    await expect(pingWhileHeld()).rejects.toThrow("SQLITE_BUSY");
    await spend();
    clock.advance(1_000);
    await pingWhileHeld();
    clock.advance(1);
    await expect(pingWhileHeld()).rejects.toThrow("SQLITE_BUSY");
  });
});

describe("a file another process uses", () => {
  it("is opened while it is written to, if its tables are up to date", async () => {
    outside.exec("BEGIN IMMEDIATE");
    expect(await (await underTest().openAnother()).listAccounts()).toEqual([account]);
    outside.exec("ROLLBACK");
  });

  it("has its write lock awaited by a command for as long as a command may take, after calls have given up", async () => {
    outside.exec("BEGIN IMMEDIATE");
    const change = { name: "Courts by the lake" };
    const patient = store.updateAccount(account.id, change);
    const hasty = (await underTest().openAnother()).updateAccount(account.id, change);
    await expect(hasty).rejects.toThrow("SQLITE_BUSY");
    outside.exec("ROLLBACK");
    expect(await patient).toMatchObject(change);
  });

  it("is alone in its folder after the store is closed, also after reading of accounts broke off and adding them was refused", async () => {
    await spend();
    const records = await Array.fromAsync(store.accountRecords());
    for await (const record of store.accountRecords()) {
      expect(record.account.id).toBe(account.id);
      break;
    }
    await expect(store.addAccountRecords(recordsOf(...records))).rejects.toThrow(account.id);
    outside.close();
    await store.close();
    const { path } = underTest().backing;
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    outside = new DatabaseSync(path);
  });

  it("that is locked still answers findCaller", async () => {
    await store.addKey({ accountId: account.id, prefix: "wsk_Ab12", sha256: "22" });
    const hasty = await underTest().openAnother();
    const repair = await underTest().backing.makeUnavailable();
    expect(await hasty.findCaller("22", "2026-11")).toMatchObject({ account, used: 0 });
    await repair();
  });

  it("that is locked refuses every change with StoreUnavailable, and does not make it later", async () => {
    await store.addKey({ accountId: account.id, prefix: "wsk_Ab12", sha256: "22" });
    const hasty = await underTest().openAnother();
    const repair = await underTest().backing.makeUnavailable();

    for (const change of [
      () => hasty.spend({ ...SPENDING, accountId: account.id }),
      () => hasty.updateAccount(account.id, { isSuspended: true }),
    ]) {
      await expect(change()).rejects.toThrow(StoreUnavailable);
    }
    await repair();
    expect(await store.findCaller("22", "2026-11")).toMatchObject({ account, used: 0 });
  });
});

describe("failures", () => {
  it("a file that lost its tables gives StoreUnavailable for every operation, with the cause", async () => {
    outside.exec(
      "DROP TABLE api_key; DROP TABLE usage_by_day; DROP TABLE month_total; DROP TABLE plan_period; DROP TABLE account",
    );
    for (const use of [() => store.ping(), spend, () => store.listAccounts()]) {
      await expect(use()).rejects.toMatchObject({
        name: "StoreUnavailable",
        message: expect.stringMatching(/^The account store cannot be used: no such table: /),
        cause: { code: "ERR_SQLITE_ERROR" },
      });
    }
  });

  it("the file itself refuses to change or delete a line of the audit log", () => {
    const message = "the audit log is only ever added to";
    expect(() => outside.exec("UPDATE audit_log SET operator = 'nobody'")).toThrow(message);
    expect(() => outside.exec("DELETE FROM audit_log")).toThrow(message);
  });

  it("a violated constraint is a bug, not an unavailable store", async () => {
    const spent = spend({ day: 32 });
    await expect(spent).rejects.toThrow(/constraint failed/);
    await expect(spent).rejects.not.toBeInstanceOf(StoreUnavailable);
    expect(await store.usage(account.id, "2026-11")).toEqual([]);
  });
});
