// The account store's promises about custom sports.
import { describe, expect, it } from "vitest";
import type { StoreUnderTest } from "./account-store-suite.ts";

const INDOOR = { id: "padel-indoor", definition: '{"rain":"ignored","label":"Pádel"}' };
const BEACH = { id: "beach", definition: "{}" };

export function describeSports(underTest: () => StoreUnderTest): void {
  describe("custom sports", () => {
    it("are kept as they were given, separately for each account, and listed by id", async () => {
      const { store, openAnother, createAccount, account } = await underTest().createAccount();
      const { account: other } = await createAccount();
      await store.setSport(account.id, INDOOR);
      await store.setSport(account.id, BEACH);
      expect(await (await openAnother()).sports(account.id)).toEqual([BEACH, INDOOR]);
      expect(await store.sports(other.id)).toEqual([]);
    });

    it("are replaced when set again", async () => {
      const { store, account } = await underTest().createAccount();
      await store.setSport(account.id, BEACH);
      const changed = { ...BEACH, definition: '{"rain":"counts"}' };
      await store.setSport(account.id, changed);
      expect(await store.sports(account.id)).toEqual([changed]);
    });

    it("raise the account's revision by one with every change, as findCaller returns it", async () => {
      const { store, account, sha256, caller } = await underTest().createAccount();
      expect(account.sportsRevision).toBe(0);
      expect(await store.unsetSport(account.id, INDOOR.id)).toBeUndefined();
      expect(await store.setSport(account.id, INDOOR)).toEqual({ ...account, sportsRevision: 1 });
      expect(await store.setSport(account.id, BEACH)).toEqual({ ...account, sportsRevision: 2 });
      const changed = { ...BEACH, definition: '{"rain":"counts"}' };
      await store.setSport(account.id, changed);
      const after = { ...account, sportsRevision: 4 };
      expect(await store.unsetSport(account.id, INDOOR.id)).toEqual(after);
      expect(await store.findCaller(sha256, "2026-11")).toEqual({ ...caller, account: after });
    });

    it("each raise the revision when several are changed concurrently", async () => {
      const { store, openAnother, account } = await underTest().createAccount();
      const stores = [store, await openAnother()];
      const changes = Array.from({ length: 10 }, (_, n) =>
        stores[n % 2]?.setSport(account.id, { id: `sport-${n}`, definition: "{}" }),
      );
      const revisions = (await Promise.all(changes)).map((changed) => changed?.sportsRevision ?? 0);
      expect(revisions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await store.sports(account.id)).toHaveLength(10);
    });
  });
}
