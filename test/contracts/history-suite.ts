// The account store's promises about an account's history: its plans, the operators' changes, its end.
import { describe, expect, it } from "vitest";
import type { AccountStore } from "../../src/accounts/store.ts";
import { issueKey } from "../accounts/issue-key.ts";
import { spendingOf } from "../accounts/spending-of.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";
import { FULL, recordsOf } from "./records-of.ts";

const auditOf = (store: AccountStore, accountId?: string) => Array.fromAsync(store.auditLog({ accountId }));

export function describeHistory(underTest: () => StoreUnderTest): void {
  describe("plan history", () => {
    it("has a period for each change of plan, quota or state, from when it was made", async () => {
      const { store, clock, account, openAnother } = await underTest().createAccount();
      const { id } = account;
      const changes = [
        { plan: "growth", monthlyQuota: 100_000 },
        { isSuspended: true },
        { isSuspended: false },
        { isClosed: true },
        { isClosed: false },
        { monthlyQuota: 7 },
      ] as const;
      for (const change of changes) {
        clock.advance(1000);
        await store.updateAccount(id, change);
      }
      const at = (second: number) => ({ sinceMs: account.createdAtMs + 1000 * second, isPresumed: false });
      const growth = { plan: "growth", monthlyQuota: 100_000 };
      expect(await (await openAnother()).planHistory(id)).toEqual([
        { ...at(0), plan: "free", monthlyQuota: 500, state: "active" },
        { ...at(1), ...growth, state: "active" },
        { ...at(2), ...growth, state: "suspended" },
        { ...at(3), ...growth, state: "active" },
        { ...at(4), ...growth, state: "closed" },
        { ...at(5), ...growth, state: "active" },
        { ...at(6), plan: "growth", monthlyQuota: 7, state: "active" },
      ]);
    });

    it("ends with the account's present plan and quota, even after concurrent changes", async () => {
      const { store, account, openAnother } = await underTest().createAccount();
      const stores = [store, await openAnother()];
      const plans = ["free", "starter", "growth"] as const;
      await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          stores[index % 2]?.updateAccount(account.id, { plan: plans[index % 3], monthlyQuota: index % 5 }),
        ),
      );
      const periods = await store.planHistory(account.id);
      const what = periods.map(({ plan, monthlyQuota }) => `${plan} ${monthlyQuota}`);
      expect(what.filter((each, index) => each === what[index - 1])).toEqual([]);
      const { plan, monthlyQuota } = (await store.findAccount(account.id)) ?? account;
      expect(what.at(-1)).toBe(`${plan} ${monthlyQuota}`);
    });

    it("goes on in another store where it stopped", async () => {
      const { store, clock } = underTest();
      await store.addAccountRecords(recordsOf(FULL));
      const { id } = FULL.account;
      await store.updateAccount(id, { isSuspended: true });
      expect(await store.planHistory(id)).toEqual(FULL.history);
      await store.updateAccount(id, { isSuspended: false });
      const period = { plan: "growth", monthlyQuota: 7, state: "active", isPresumed: false };
      const resumed = { ...period, sinceMs: clock.nowMs() };
      expect(await store.planHistory(id)).toEqual([...FULL.history, resumed]);
    });
  });

  describe("audit log", () => {
    it("has a line for everything an operator does, in the order it was done, with who and when", async () => {
      const { store, clock } = underTest();
      const account = await store.createAccount({ name: "Courts", plan: "growth", monthlyQuota: 7 });
      const { id } = account;
      const { id: key } = (await issueKey(store, id, { label: "Site" })).key;
      clock.advance(1000);
      await store.setSport(id, { id: "beach", definition: "{}" });
      await store.unsetSport(id, "beach");
      await store.updateAccount(id, { plan: "starter", monthlyQuota: 9 });
      await store.updateAccount(id, { isSuspended: true });
      await store.updateAccount(id, { isSuspended: false });
      await store.revokeKey(key);
      await store.updateAccount(id, { isClosed: true });
      await store.updateAccount(id, { isClosed: false });
      await store.updateAccount(id, { isClosed: true });
      await store.deleteAccount(id);

      const first = { atMs: account.createdAtMs, operator: "anna@höhe", accountId: id };
      const then = { ...first, atMs: clock.nowMs() };
      expect(await auditOf(store, id)).toEqual([
        { ...first, action: "accounts create", about: "growth 7" },
        { ...first, action: "keys issue", about: key },
        { ...then, action: "sports set", about: "beach" },
        { ...then, action: "sports unset", about: "beach" },
        { ...then, action: "accounts set-plan", about: "starter 9" },
        { ...then, action: "accounts suspend" },
        { ...then, action: "accounts resume" },
        { ...then, action: "keys revoke", about: key },
        { ...then, action: "accounts close" },
        { ...then, action: "accounts reopen" },
        { ...then, action: "accounts close" },
        { ...then, action: "accounts delete" },
      ]);
    });

    it("has no line for an update without a change, which begins no period either", async () => {
      const { store, clock, account } = await underTest().createAccount();
      const { id, name, plan, monthlyQuota } = account;
      const before = await auditOf(store, id);
      clock.advance(1000);
      await store.updateAccount(id, { name, plan, monthlyQuota, isSuspended: false, isClosed: false });
      expect(await auditOf(store, id)).toEqual(before);
      expect(await store.planHistory(id)).toHaveLength(1);
    });

    it("has a line for each value that an update changes, without the name", async () => {
      const { store, account } = await underTest().createAccount();
      const { id, plan } = account;
      const before = await auditOf(store, id);
      await store.updateAccount(id, { name: "Pitches", monthlyQuota: 7, isSuspended: true, isClosed: true });
      const after = await auditOf(store, id);
      expect(after.slice(before.length).map(({ action, about }) => [action, about])).toEqual([
        ["accounts rename", undefined],
        ["accounts set-plan", `${plan} 7`],
        ["accounts suspend", undefined],
        ["accounts close", undefined],
      ]);
      expect(JSON.stringify(after)).not.toContain("Pitches");
    });

    it("names the operator in whose name the store was used", async () => {
      const { store } = underTest();
      const shop = store.as("admin:shop");
      const order = { name: "Courts", plan: "free", monthlyQuota: 500, externalRef: "4711" };
      const { account } = await shop.createAccountOnce(order);
      const key = { accountId: account.id, prefix: "wsk_Ab12", sha256: "ab".repeat(32), label: "Site" };
      const added = await shop.addKeyOnce(key);
      await shop.addKeyOnce({ ...key, sha256: "cd".repeat(32) });
      await shop.revokeKey(added?.key.id ?? "");
      await store.updateAccount(account.id, { isClosed: true });
      await shop.deleteAccount(account.id);
      expect((await auditOf(store)).map(({ operator, action }) => `${operator} ${action}`)).toEqual([
        "admin:shop accounts create",
        "admin:shop keys issue",
        "admin:shop keys revoke",
        "anna@höhe accounts close",
        "admin:shop accounts delete",
      ]);
    });

    it("has the lines of all accounts in order, and no line for a change that was not made", async () => {
      const { store, clock } = underTest();
      const first = await store.createAccount({ name: "A", plan: "free", monthlyQuota: 500 });
      clock.advance(1000);
      const second = await store.createAccountOnce({
        name: "B",
        plan: "free",
        monthlyQuota: 500,
        externalRef: "4711",
      });
      clock.advance(1000);
      await store.createAccountOnce({ name: "C", plan: "free", monthlyQuota: 500, externalRef: "4711" });
      await store.updateAccount("acc_nobody", { isSuspended: true });
      await store.revokeKey("key_nobody");
      await store.setSport("acc_nobody", { id: "beach", definition: "{}" });
      await store.unsetSport(first.id, "beach");
      await store.deleteAccount(first.id);
      await store.updateAccount(first.id, { isSuspended: true });

      const lines = (await auditOf(store)).map(({ accountId, action }) => [accountId, action]);
      expect(lines).toEqual([
        [first.id, "accounts create"],
        [second.account.id, "accounts create"],
        [first.id, "accounts suspend"],
      ]);
      expect(await auditOf(store, "acc_nobody")).toEqual([]);
      expect(await store.planHistory("acc_nobody")).toEqual([]);
    });

    it("has a moved account's own log, and who moved it", async () => {
      const { store, clock } = underTest();
      await store.addAccountRecords(recordsOf(FULL));
      const accountId = FULL.account.id;
      expect(await auditOf(store, accountId)).toEqual([
        ...FULL.audit.map((line) => Object.assign({ accountId }, line)),
        { accountId, atMs: clock.nowMs(), operator: "anna@höhe", action: "accounts move" },
      ]);
    });
  });

  describe("an account that is closed", () => {
    it("is reported as closed for its keys, since it was closed first", async () => {
      const { store, clock, account, sha256 } = await underTest().createAccount();
      const closed = { ...account, closedAtMs: clock.nowMs() };
      expect(await store.updateAccount(account.id, { isClosed: true })).toEqual(closed);
      expect(await store.findCaller(sha256, "2026-11")).toMatchObject({ account: closed });
      clock.advance(1000);
      expect(await store.updateAccount(account.id, { isClosed: true })).toEqual(closed);
    });

    it("is as before once it is reopened", async () => {
      const { store, clock, account, sha256, caller } = await underTest().createAccount();
      await store.updateAccount(account.id, { isClosed: true });
      clock.advance(1000);
      expect(await store.updateAccount(account.id, { isClosed: false })).toEqual(account);
      expect(await store.findCaller(sha256, "2026-11")).toEqual(caller);
    });
  });

  describe("an account that is deleted", () => {
    /** Deletes an account with a call, a sport and two keys, and opens another store on what is left. */
    const deleteUsed = async () => {
      const { store, clock, openAnother } = underTest();
      const init = { name: "Courts", plan: "growth", monthlyQuota: 7, externalRef: "4711" } as const;
      const { account } = await store.createAccountOnce(init);
      const { id } = account;
      await issueKey(store, id);
      const sha256 = "ab".repeat(32);
      const key = await store.addKey({ accountId: id, prefix: "wsk_Ab12", sha256, label: "Site" });
      await store.spend(spendingOf(id, { keyId: key?.id }));
      await store.setSport(id, { id: "beach", definition: "{}" });
      const closed = await store.updateAccount(id, { isClosed: true });
      clock.advance(1000);
      const left = { ...closed, name: "(deleted)", externalRef: undefined, deletedAtMs: clock.nowMs() };
      expect(await store.deleteAccount(id)).toEqual(left);
      return { id, sha256, keyId: key?.id, left, server: await openAnother() };
    };

    it("loses its name and reference", async () => {
      const { id, left, server } = await deleteUsed();
      expect(await server.findAccount(id)).toEqual(left);
      expect(await server.findAccountByRef("4711")).toBeUndefined();
    });

    it("loses its keys and sports", async () => {
      const { id, sha256, server } = await deleteUsed();
      expect(await server.findCaller(sha256, "2026-11")).toBeUndefined();
      expect(await server.listKeys(id)).toEqual([]);
      expect(await server.sports(id)).toEqual([]);
    });

    it("keeps its counts", async () => {
      const { id, keyId, server } = await deleteUsed();
      expect(await server.usage(id, "2026-11")).toMatchObject([{ keyId, calls: 1 }]);
      expect(await server.monthlyTotals(id)).toMatchObject([{ month: "2026-11", calls: 1 }]);
    });

    it("keeps its history", async () => {
      const { id, server } = await deleteUsed();
      expect((await server.planHistory(id)).map(({ state }) => state)).toEqual([
        "active",
        "closed",
        "deleted",
      ]);
    });

    it("has a record without anything that names it", async () => {
      const { server } = await deleteUsed();
      const [record] = await Array.fromAsync(server.accountRecords());
      expect(JSON.stringify(record)).not.toMatch(/Courts|4711|Site|wsk_|abab/);
    });

    it("has to be closed first", async () => {
      const { store, account, sha256, caller } = await underTest().createAccount();
      expect(await store.deleteAccount(account.id)).toBeUndefined();
      expect(await store.findCaller(sha256, "2026-11")).toEqual(caller);
    });

    it("cannot be changed, or deleted again", async () => {
      const { store, account } = await underTest().createAccount();
      const { id } = account;
      await store.updateAccount(id, { isClosed: true });
      await store.deleteAccount(id);
      expect(await store.deleteAccount(id)).toBeUndefined();
      expect(await store.updateAccount(id, { isClosed: false })).toBeUndefined();
      expect(await store.setSport(id, { id: "beach", definition: "{}" })).toBeUndefined();
      expect(await store.addKey({ accountId: id, prefix: "wsk_Cd34", sha256: "cd" })).toBeUndefined();
    });

    it("leaves its key and reference free for another account", async () => {
      const { store } = underTest();
      const init = { name: "Courts", plan: "free", monthlyQuota: 500, externalRef: "4711" } as const;
      const { account: referred } = await store.createAccountOnce(init);
      const key = { prefix: "wsk_Ab12", sha256: "ab".repeat(32) };
      await store.addKey({ accountId: referred.id, ...key });
      await store.updateAccount(referred.id, { isClosed: true });
      await store.deleteAccount(referred.id);
      const again = await store.createAccountOnce(init);
      expect(again).toMatchObject({ isNew: true, account: { name: "Courts" } });
      expect(again.account.id).not.toBe(referred.id);
      expect(await store.addKey({ accountId: again.account.id, ...key })).toMatchObject({
        prefix: "wsk_Ab12",
      });
    });
  });
}
