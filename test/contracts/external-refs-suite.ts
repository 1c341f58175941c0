// The account store's promises about external references of accounts.
import { describe, expect, it } from "vitest";
import { createFreeAccount } from "../accounts/create-free-account.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";

const INIT = {
  name: "Ärger & Söhne",
  plan: "growth",
  monthlyQuota: 7,
  externalRef: "Bestellung 4711/ä",
} as const;

export function describeExternalRefs(underTest: () => StoreUnderTest): void {
  describe("external references", () => {
    it("that are used again lead to the existing account, which stays as it is", async () => {
      const { store, clock, openAnother } = underTest();
      const first = await store.createAccountOnce(INIT);
      expect(first).toMatchObject({ isNew: true, account: { ...INIT, createdAtMs: clock.nowMs() } });

      clock.advance(60_000);
      const repeated = { ...INIT, name: "Another", plan: "free", monthlyQuota: 500 } as const;
      const again = await (await openAnother()).createAccountOnce(repeated);
      expect(again).toEqual({ isNew: false, account: first.account });
      expect(await store.listAccounts()).toEqual([first.account]);
    });

    it("make one account each, however many concurrent requests in two processes ask", async () => {
      const { store, openAnother } = underTest();
      const stores = [store, await openAnother()];
      const asked = Array.from({ length: 12 }, (_, index) => stores[index % 2]?.createAccountOnce(INIT));
      const told = await Promise.all(asked);
      expect(told.filter((each) => each?.isNew)).toHaveLength(1);
      expect(new Set(told.map((each) => each?.account.id)).size).toBe(1);
      expect(await store.listAccounts()).toHaveLength(1);
    });

    it("find their account if spelt exactly, and stay when the account is changed", async () => {
      const { store } = underTest();
      const { account } = await store.createAccountOnce(INIT);
      await store.createAccountOnce({ ...INIT, externalRef: "4712" });
      await createFreeAccount(store);

      expect(await store.findAccountByRef(INIT.externalRef)).toEqual(account);
      expect(await store.findAccountByRef(INIT.externalRef.toUpperCase())).toBeUndefined();
      await store.updateAccount(account.id, { isSuspended: true });
      expect(await store.findAccountByRef(INIT.externalRef)).toEqual({ ...account, isSuspended: true });
    });
  });
}
