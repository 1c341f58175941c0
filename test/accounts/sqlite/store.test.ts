// What is particular to the store in SQLite; what every store promises is in test/contracts.
import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  StoreUnavailable,
  type Account,
  type AccountStore,
  type Spending,
} from "../../../src/accounts/account-store.ts";
import { createSqliteStore } from "../../../src/accounts/sqlite/store.ts";
import { recordsOf } from "../../contracts/records-of.ts";
import { createSqliteBacking, type SqliteBacking } from "../../contracts/sqlite-backing.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";

const SPENDING = { month: "2026-11", day: 21, method: "forecast", quota: 500 };

let backing: SqliteBacking;
let clock: ManualClock;
let store: AccountStore;
let account: Account;
/** Another process's view of the file. */
let outside: DatabaseSync;

beforeEach(async () => {
  backing = await createSqliteBacking();
  clock = createManualClock("2026-11-21T14:00:00Z");
  store = createSqliteStore({ path: backing.path, clock });
  account = await store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
  outside = new DatabaseSync(backing.path);
});
afterEach(async () => {
  outside.close();
  await store.close();
  await backing.remove();
});

/** Goes up by one with every commit of another connection that changed the file. */
function dataVersion(): number {
  return Number(outside.prepare("PRAGMA data_version").get()?.["data_version"]);
}

function usageOnDisk(): unknown {
  return outside.prepare("SELECT calls FROM usage_by_month").all();
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

  it("a call is told only what is on the disk already", async () => {
    const told = spend();
    expect(usageOnDisk()).toEqual([]);
    await told;
    expect(usageOnDisk()).toEqual([{ calls: 1 }]);
  });

  it("when one call of a group cannot be written, none of the group is counted", async () => {
    await spend();
    outside.exec(`CREATE TRIGGER broken BEFORE INSERT ON usage_by_day WHEN new.method = 'broken'
      BEGIN SELECT json('not JSON'); END`);
    const results = await Promise.allSettled([spend(), spend({ method: "broken" }), spend()]);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: expect.any(StoreUnavailable) });
    }
    expect(await spend()).toEqual({ kind: "Spent", used: 2 });
  });

  it("refused calls write nothing to the file", async () => {
    await spend({ quota: 1 });
    const before = dataVersion();
    expect((await spend({ quota: 1 })).kind).toBe("Exhausted");
    expect(dataVersion()).toBe(before);
  });
});

describe("a file another process reads", () => {
  it("is written to meanwhile, and the reader goes on reading what was there when it began", async () => {
    outside.exec("BEGIN");
    expect(usageOnDisk()).toEqual([]);
    expect(await spend()).toEqual({ kind: "Spent", used: 1 });
    expect(usageOnDisk()).toEqual([]);
    outside.exec("COMMIT");
    expect(usageOnDisk()).toEqual([{ calls: 1 }]);
  });
});

describe("closing", () => {
  it("leaves the one file, whatever was exported, broken off or imported", async () => {
    await spend();
    const records = await Array.fromAsync(store.exportAccounts());
    for await (const record of store.exportAccounts()) {
      expect(record.account.id).toBe(account.id);
      break;
    }
    const refused = await store.importAccounts(recordsOf(...records));
    expect(refused).toMatchObject({ kind: "Refused", existing: account.id });
    outside.close();
    await store.close();
    expect(readdirSync(dirname(backing.path))).toEqual([basename(backing.path)]);
    outside = new DatabaseSync(backing.path);
  });
});

describe("a file another process keeps locked", () => {
  it("still answers whose key it is, and refuses every change as StoreUnavailable without making it later", async () => {
    const key = { accountId: account.id, prefix: "wsk_Ab12", sha256: "22" };
    await store.addKey(key);
    const repair = await backing.makeUnavailable();

    const changes = [() => spend(), () => store.updateAccount(account.id, { isSuspended: true })];
    for (const change of changes) {
      await expect(change()).rejects.toThrow(StoreUnavailable);
    }
    expect(await store.findCaller("22", "2026-11")).toMatchObject({ account, used: 0 });

    await repair();
    expect(await store.findCaller("22", "2026-11")).toMatchObject({ account, used: 0 });
  });
});

describe("failures", () => {
  it("a file that lost its tables is StoreUnavailable for everything, with the cause", async () => {
    outside.exec("DROP TABLE api_key; DROP TABLE usage_by_day; DROP TABLE account");
    const uses = [
      () => store.ping(),
      () => spend(),
      () => store.findCaller("00", "2026-11"),
      () => store.usage(account.id, "2026-11"),
      () => store.listAccounts(),
    ];
    for (const use of uses) {
      const thrown: unknown = await use().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(StoreUnavailable);
      expect(thrown).toMatchObject({ cause: { code: "ERR_SQLITE_ERROR" } });
    }
  });

  it("a violated constraint is a bug, not an unavailable store", async () => {
    const key = { accountId: account.id, prefix: "wsk_Ab12", sha256: "22" };
    await store.addKey(key);
    const bugs = [() => store.addKey(key), () => spend({ day: 32 })];
    for (const bug of bugs) {
      const thrown: unknown = await bug().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(Error);
      expect(thrown).not.toBeInstanceOf(StoreUnavailable);
    }
    expect(await store.usage(account.id, "2026-11")).toEqual([]);
  });
});

describe("usage", () => {
  it("months that are no longer retained are forgotten as new calls are counted", async () => {
    const months = () => outside.prepare("SELECT DISTINCT month FROM usage_by_day").all();
    await spend({ month: "2026-11" });
    clock.advance(Date.parse("2027-11-30T23:59:59.999Z") - clock.nowMs());
    await spend({ month: "2027-11" });
    expect(months()).toEqual([{ month: "2026-11" }, { month: "2027-11" }]);
    clock.advance(1);
    await spend({ month: "2027-12" });
    expect(months()).toEqual([{ month: "2027-11" }, { month: "2027-12" }]);
  });

  it("a day's row corrected by hand moves the month by as much", async () => {
    await Promise.all([spend(), spend(), spend({ day: 22 })]);
    outside.exec("UPDATE usage_by_day SET calls = 100 WHERE day = 21");
    expect(await spend()).toEqual({ kind: "Spent", used: 102 });
  });
});
