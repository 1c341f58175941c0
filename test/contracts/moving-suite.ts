// The part of the account store's promises by which accounts move to another store while calls are answered.
import { describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "../../src/accounts/account-store.ts";
import { SEAL_REASONS, SealTaken } from "../../src/accounts/moving/movable-store.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";
import { BARE, exported, FULL, recordsOf } from "./records-of.ts";

const ARRIVING = { kind: "arriving", move: "move_one" } as const;
const LEFT = { kind: "left", move: "move_one" } as const;

export function describeMoving(underTest: () => StoreUnderTest): void {
  describe("a seal", () => {
    it.each([ARRIVING, LEFT])(
      "$kind refuses every change, in every process, until it is broken",
      async (seal) => {
        const { store, account, keyId, sha256, openAnother } = await underTest().createAccount();
        const { id } = account;
        const operator = await openAnother();
        const spending = { accountId: id, month: "2026-11", day: 21, method: "GetForecast", keyId, quota: 9 };
        const changes: Record<string, () => Promise<unknown>> = {
          createAccount: () => store.createAccount({ name: "Late", plan: "free", monthlyQuota: 1 }),
          createAccountOnce: () =>
            store.createAccountOnce({ name: "Late", plan: "free", monthlyQuota: 1, externalRef: "order-1" }),
          updateAccount: () => store.updateAccount(id, { monthlyQuota: 9 }),
          addKey: () => store.addKey({ accountId: id, prefix: "wsk_Ab12", sha256: "e5".repeat(32) }),
          setSport: () => store.setSport(id, { id: "beach", definition: "{}" }),
          unsetSport: () => store.unsetSport(id, "beach"),
          importAccounts: () => store.importAccounts(recordsOf(BARE)),
          spend: () => store.spend(spending),
          ping: () => store.ping(),
          revokeKey: () => store.revokeKey(keyId),
          closeAccount: () => store.updateAccount(id, { isClosed: true }),
        };
        await store.setSport(id, { id: "beach", definition: "{}" });
        await store.spend(spending);
        const before = await exported(store);

        expect(await operator.sealed()).toBeUndefined();
        await operator.seal(seal, undefined);
        expect(await operator.sealed()).toEqual(seal);
        for (const [name, change] of Object.entries(changes)) {
          const refusal: unknown = await change().catch((error: unknown) => error);
          expect(refusal, name).toBeInstanceOf(StoreUnavailable);
          expect(refusal, name).toMatchObject({
            mayHaveChanged: false,
            message: expect.stringContaining(SEAL_REASONS[seal.kind]),
          });
        }
        expect(await exported(store)).toEqual(before);
        expect(await store.findCaller(sha256, "2026-11")).toMatchObject({ keyId, used: 1 });
        // It may have been sold in the other store.
        await expect(store.findCaller("f6".repeat(32), "2026-11")).rejects.toThrow(SEAL_REASONS[seal.kind]);

        await operator.unseal(seal.move);
        expect(await operator.sealed()).toBeUndefined();
        expect(await store.spend(spending)).toEqual({ kind: "Spent", used: 2 });
        expect(await store.findCaller("f6".repeat(32), "2026-11")).toBeUndefined();
        for (const [name, change] of Object.entries(changes)) {
          await expect(change(), name).resolves.not.toThrow();
        }
      },
    );

    it("is there only when no spend is under way: what was told before is all that is counted", async () => {
      const { store, account, openAnother } = await underTest().createAccount();
      const others = [store, await openAnother(), await openAnother()];
      const operator = await openAnother();
      const spending = {
        accountId: account.id,
        month: "2026-11",
        day: 21,
        method: "GetForecast",
        quota: 1e9,
      };
      let told = 0;
      const load = others.map(async (other) => {
        for (;;) {
          const result = await other.spend(spending).catch((error: unknown) => error);
          if (result instanceof StoreUnavailable) return;
          told += 1;
        }
      });
      await vi.waitFor(() => expect(told).toBeGreaterThan(100), { timeout: 15_000, interval: 1 });
      await operator.seal(LEFT, undefined);
      const [total] = await operator.monthlyTotals(account.id);
      await Promise.all(load);
      expect(total?.calls).toBe(told);
      expect((await operator.monthlyTotals(account.id))[0]?.calls).toBe(told);
    });
  });

  describe("a seal that another move takes over", () => {
    it("lets the first do nothing any more, and keeps every account refused meanwhile and from then on", async () => {
      const { store, openAnother } = underTest();
      const other = await openAnother();
      await store.importAccounts(recordsOf(FULL));
      await store.seal(ARRIVING, undefined);
      const seal = { kind: "arriving", move: "move_two" } as const;
      await other.seal(seal, await other.sealed());

      const late: Record<string, () => Promise<unknown>> = {
        replaceAccounts: () => store.replaceAccounts([{ ...FULL, usage: [] }], ARRIVING.move),
        addAccounts: () => store.replaceAccounts([BARE], ARRIVING.move),
        removeAccounts: () => store.removeAccounts([FULL.account.id], ARRIVING.move),
        unseal: () => store.unseal(ARRIVING.move),
        sealAgain: () => store.seal({ ...LEFT, move: "move_three" }, ARRIVING),
        sealAnew: () => store.seal({ ...LEFT, move: "move_three" }, undefined),
      };
      const expectRefused = async () => {
        for (const [name, change] of Object.entries(late)) {
          await expect(change(), name).rejects.toThrow(SealTaken);
        }
      };
      await expectRefused();
      expect(await store.sealed()).toEqual(seal);
      expect(await exported(store)).toEqual([FULL]);
      await other.replaceAccounts([FULL, BARE], seal.move);
      await other.unseal(seal.move);
      delete late["sealAnew"];
      await expectRefused();
      expect(await exported(store)).toEqual([BARE, FULL]);
      const spending = {
        accountId: FULL.account.id,
        month: "2026-11",
        day: 21,
        method: "forecast",
        quota: 99,
      };
      expect((await store.spend(spending)).kind).toBe("Spent");
    });

    it("is one's only, of several who try at once", async () => {
      const { store, openAnother } = underTest();
      const stores = [store, await openAnother(), await openAnother()];
      await store.seal(LEFT, undefined);
      const moves = ["move_a", "move_b", "move_c"];
      const taken = await Promise.allSettled(
        stores.map((one, index) => one.seal({ kind: "left", move: moves[index] ?? "" }, LEFT)),
      );
      const winner = taken.findIndex(({ status }) => status === "fulfilled");
      expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await store.sealed()).toEqual({ kind: "left", move: moves[winner] });
    });
  });

  describe("replacing", () => {
    it("an account is put in the place of what it was, under a seal too, which stays", async () => {
      const { store, openAnother } = underTest();
      await store.seal(ARRIVING, undefined);
      const changed = {
        ...FULL,
        account: { ...FULL.account, plan: "starter" as const },
        keys: [FULL.keys[0], { ...FULL.keys[1], revokedAtMs: 5 }, FULL.keys[2]],
        sports: FULL.sports.slice(1),
        usage: [...FULL.usage, { day: "2026-11-21", method: "forecast", keyId: undefined, calls: 4 }],
      };
      for (const record of [FULL, changed, changed]) {
        await store.replaceAccounts([BARE, record], ARRIVING.move);
        expect(await exported(await openAnother())).toEqual([BARE, record]);
      }
      expect(await store.sealed()).toEqual(ARRIVING);
      const late = store.spend({
        accountId: FULL.account.id,
        month: "2026-11",
        day: 21,
        method: "forecast",
        quota: 99,
      });
      await expect(late).rejects.toThrow(StoreUnavailable);
      await store.unseal(ARRIVING.move);
      expect(await store.findCaller(FULL.keys[1].sha256, "2026-11")).toBeUndefined();
      const spent = { accountId: FULL.account.id, month: "2026-11", day: 21, method: "forecast", quota: 99 };
      expect(await store.spend(spent)).toEqual({ kind: "Spent", used: 11 });
    });

    it("accounts are removed with all that belongs to them, and may come again", async () => {
      const { store } = underTest();
      await store.importAccounts(recordsOf(FULL, BARE));
      await store.seal(ARRIVING, undefined);
      await store.removeAccounts([FULL.account.id], ARRIVING.move);
      expect(await exported(store)).toEqual([BARE]);
      await store.unseal(ARRIVING.move);
      expect(await store.importAccounts(recordsOf(FULL))).toEqual({ kind: "Imported", accounts: 1 });
      expect(await exported(store)).toEqual([BARE, FULL]);
    });
  });
}
