// The account store's promises about accounts and keys.
import { describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../src/accounts/store.ts";
import { secretSha256 } from "../../src/accounts/api-key.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import type { KeyRestrictions } from "../../src/accounts/key.ts";
import { issueKey } from "../accounts/issue-key.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";

export function describeAccounts(underTest: () => StoreUnderTest): void {
  describe("accounts", () => {
    it("keep the values and the time of their creation", async () => {
      const { store, clock, openAnother } = underTest();
      const account = await store.createAccount({ name: "Ärger & Söhne", plan: "growth", monthlyQuota: 7 });

      expect(account).toEqual({
        id: expect.stringMatching(/^acc_[a-z]{12}$/),
        name: "Ärger & Söhne",
        plan: "growth",
        monthlyQuota: 7,
        isSuspended: false,
        createdAtMs: clock.nowMs(),
        sportsRevision: 0,
      });
      expect(await (await openAnother()).findAccount(account.id)).toEqual(account);
    });

    it("are listed oldest first, all or in pages, even if created in the same millisecond", async () => {
      const { store, clock } = underTest();
      expect(await store.listAccounts()).toEqual([]);
      const ids: string[] = [];
      const startMs = clock.nowMs();
      for (const ageMs of [0, 1, 1, 1, 2]) {
        clock.goTo(startMs + ageMs);
        ids.push((await store.createAccount({ name: "Club", plan: "free", monthlyQuota: 500 })).id);
      }
      expect((await store.listAccounts()).map(({ id }) => id)).toEqual(ids);
      const page = async (after: string | undefined) =>
        (await store.listAccounts({ after, most: 2 })).map(({ id }) => id);
      expect(await page(undefined)).toEqual(ids.slice(0, 2));
      expect(await page(ids[1])).toEqual(ids.slice(2, 4));
      expect(await page(ids[3])).toEqual(ids.slice(4));
      expect(await page(ids[4])).toEqual([]);
      expect(await page("acc_nobody")).toEqual([]);
    });

    it("are counted by plan, without deleted ones", async () => {
      const { store } = underTest();
      expect(await store.countByPlan()).toEqual(new Map());
      const made = [];
      for (const plan of ["free", "gold", "free", "growth"]) {
        made.push(await store.createAccount({ name: "Club", plan, monthlyQuota: 500 }));
      }
      for (const { id } of made.slice(2)) await store.updateAccount(id, { isClosed: true });
      await store.deleteAccount(made[3]?.id ?? "");
      expect(await store.countByPlan()).toEqual(
        new Map([
          ["free", 2],
          ["gold", 1],
        ]),
      );
    });

    it("change only in the values that an update gives, for other processes at once", async () => {
      const { store, openAnother, createAccount, account, sha256, caller } =
        await underTest().createAccount();
      const { account: other } = await createAccount();
      const server = await openAnother();
      const without = { name: undefined, plan: undefined, monthlyQuota: undefined, isSuspended: undefined };
      const { name, plan, monthlyQuota, isSuspended } = account;
      for (const change of [
        { plan: "starter", monthlyQuota: 25_000 },
        { monthlyQuota: 1 },
        { isSuspended: true },
        { name: "Ärger & Töchter" },
        {},
      ]) {
        expect(await server.findCaller(sha256, "2026-11")).toEqual(caller);
        const changed = { ...account, ...change };
        expect(await store.updateAccount(account.id, { ...without, ...change })).toEqual(changed);
        expect(await server.findCaller(sha256, "2026-11")).toEqual({ ...caller, account: changed });
        const back = { name, plan, monthlyQuota, isSuspended };
        expect(await store.updateAccount(account.id, back)).toEqual(account);
        expect(await store.findAccount(account.id)).toEqual(account);
      }
      expect(await store.findAccount(other.id)).toEqual(other);
    });

    it("stay as they are if an update is for another plan or quota", async () => {
      const { store, account } = await underTest().createAccount();
      const { plan, monthlyQuota } = account;
      const update = { monthlyQuota: monthlyQuota + 1 };
      for (const onlyIf of [
        { plan: "other", monthlyQuota },
        { plan, monthlyQuota: 1 },
      ]) {
        expect(await store.updateAccount(account.id, update, onlyIf)).toBeUndefined();
      }
      expect(await store.findAccount(account.id)).toEqual(account);
      expect(await store.updateAccount(account.id, update, { plan, monthlyQuota })).toMatchObject(update);
    });

    it("that do not exist are undefined, like their keys and callers, and no operation creates them", async () => {
      const { store } = underTest();
      expect(await store.findAccount("acc_nobody")).toBeUndefined();
      expect(await store.deleteAccount("acc_nobody")).toBeUndefined();
      expect(await store.updateAccount("acc_nobody", { isSuspended: true })).toBeUndefined();
      const key = { accountId: "acc_nobody", prefix: "wsk_Ab12", sha256: "00" };
      expect(await store.addKey(key)).toBeUndefined();
      expect(await store.addKeyOnce({ ...key, label: "Site" })).toBeUndefined();
      expect(await issueApiKey({ store, accountId: "acc_nobody" })).toBeUndefined();
      expect(await store.revokeKey("key_nobody")).toBeUndefined();
      expect(await store.findCaller("00", "2026-11")).toBeUndefined();
      expect(await store.listKeys("acc_nobody")).toEqual([]);
      expect(await store.usage("acc_nobody", "2026-11")).toEqual([]);
      const sport = { id: "beach", definition: "{}" };
      expect(await store.setSport("acc_nobody", sport)).toBeUndefined();
      expect(await store.unsetSport("acc_nobody", sport.id)).toBeUndefined();
      expect(await store.sports("acc_nobody")).toEqual([]);
      expect(await store.listAccounts()).toEqual([]);
    });
  });

  describe("keys", () => {
    it("find their account, their own id and the calls of the given month", async () => {
      const { store, account, sha256, caller } = await underTest().createAccount();
      const spending = { accountId: account.id, day: 21, method: "forecast", quota: 500 };
      await store.spend({ ...spending, month: "2026-11" });

      expect(await store.findCaller(sha256, "2026-11")).toEqual({ ...caller, used: 1 });
      expect(await store.findCaller(sha256, "2026-12")).toEqual({ ...caller, month: "2026-12" });
    });

    it("are made once for each label, however many concurrent requests in two processes ask", async () => {
      const { store, account, openAnother } = await underTest().createAccount();
      const stores = [store, await openAnother()];
      const key = { accountId: account.id, prefix: "wsk_Ab12", label: "order 4711" };
      const told = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          stores[index % 2]?.addKeyOnce({ ...key, sha256: `${index}`.padStart(64, "a") }),
        ),
      );
      expect(told.filter((each) => each?.isNew)).toHaveLength(1);
      const made = new Set(told.map((each) => each?.key.id));
      expect(made.size).toBe(1);
      const keys = await store.listKeys(account.id);
      expect(keys.filter(({ label }) => label === key.label).map(({ id }) => id)).toEqual([...made]);
    });

    it("can have the label of a revoked key, or of another account's key", async () => {
      const { store, account, createAccount } = await underTest().createAccount();
      const { account: other } = await createAccount();
      const add = (accountId: string, sha256: string) =>
        store.addKeyOnce({ accountId, prefix: "wsk_Ab12", label: "Site", sha256: sha256.repeat(32) });
      const first = await add(account.id, "aa");
      expect(first).toMatchObject({ isNew: true, key: { label: "Site", accountId: account.id } });
      expect(await add(other.id, "bb")).toMatchObject({ isNew: true });
      expect(await add(account.id, "cc")).toEqual({ isNew: false, key: first?.key });
      await store.revokeKey(first?.key.id ?? "");
      expect(await add(account.id, "dd")).toMatchObject({ isNew: true });
    });

    it("are listed for their account, oldest first, including revoked ones", async () => {
      const { store, clock, createAccount, account, keyId } = await underTest().createAccount();
      await createAccount();
      clock.advance(1000);
      const second = await store.addKey({
        accountId: account.id,
        prefix: "wsk_Ab12",
        sha256: "22",
        label: "Zürich, “indoor”",
      });
      await store.revokeKey(keyId);

      const keys = await store.listKeys(account.id);
      expect(keys.map(({ id }) => id)).toEqual([keyId, second?.id]);
      expect(keys[1]).toEqual({
        id: expect.stringMatching(/^key_[a-z]{12}$/),
        accountId: account.id,
        prefix: "wsk_Ab12",
        label: "Zürich, “indoor”",
        createdAtMs: clock.nowMs(),
        revokedAtMs: undefined,
      });
      expect(keys[0]?.label).toBeUndefined();
    });

    it("that are publishable keep their restrictions until they are revoked", async () => {
      const { store, openAnother, account, caller } = await underTest().createAccount();
      const restrictions: KeyRestrictions = {
        origins: ["https://club.example", "http://localhost:3000"],
        places: ["55.95,-3.19"],
        operations: ["forecast", "booking-confidence"],
        callsADay: 400,
      };
      const { key, apiKey } = await issueKey(store, account.id, { restrictions });
      const sha256 = secretSha256(apiKey);
      expect(apiKey).toMatch(/^wpk_\w{38}$/);
      expect(key).toMatchObject({ prefix: apiKey.slice(0, 8), restrictions });

      const server = await openAnother();
      const page = { ...caller, keyId: key.id, restrictions };
      expect(await server.findCaller(sha256, "2026-11")).toEqual(page);
      expect(await server.listKeys(account.id)).toContainEqual(key);
      expect(await store.revokeKey(key.id)).toMatchObject({ id: key.id, restrictions });
      expect(await server.findCaller(sha256, "2026-11")).toBeUndefined();
    });

    it("stay valid when another key of the account is revoked", async () => {
      const { store, openAnother, account, sha256, caller } = await underTest().createAccount();
      const { key } = await issueKey(store, account.id);
      await store.revokeKey(key.id);
      expect(await (await openAnother()).findCaller(sha256, "2026-11")).toEqual(caller);
    });

    it("cannot have the hash of an existing key, of the same account or another", async () => {
      const { store, createAccount, account, sha256 } = await underTest().createAccount();
      const { account: other } = await createAccount();
      for (const { id } of [account, other]) {
        const again = store.addKey({ accountId: id, prefix: "wsk_Ab12", sha256 });
        await expect(again).rejects.toThrow(/of that hash already|constraint failed/);
        await expect(again).rejects.not.toBeInstanceOf(StoreUnavailable);
        expect(await store.listKeys(id)).toHaveLength(1);
      }
    });

    it("that are revoked twice keep the date of the first revocation", async () => {
      const { store, clock, keyId } = await underTest().createAccount();
      const revokedAtMs = clock.nowMs();
      expect(await store.revokeKey(keyId)).toMatchObject({ id: keyId, revokedAtMs });
      clock.advance(60_000);
      expect(await store.revokeKey(keyId)).toMatchObject({ id: keyId, revokedAtMs });
    });

    it("that are revoked twice have one line of it in the audit log", async () => {
      const { store, account, keyId } = await underTest().createAccount();
      await store.revokeKey(keyId);
      await store.revokeKey(keyId);
      const lines = await Array.fromAsync(store.auditLog({ accountId: account.id }));
      expect(lines.filter(({ action }) => action === "keys revoke")).toHaveLength(1);
    });
  });
}
