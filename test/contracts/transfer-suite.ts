// The part of the account store's promises that is about moving accounts to another store.
import { describe, expect, it } from "vitest";
import type { AccountRecord } from "../../src/accounts/account-store.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";
import { BARE, exported, FULL, recordsOf } from "./records-of.ts";

const [REVOKED, LIVE, PUBLISHABLE] = FULL.keys;

export function describeTransfer(underTest: () => StoreUnderTest): void {
  describe("export and import", () => {
    it("what was imported is exported again, all of it, the oldest account first", async () => {
      const { store, openAnother } = underTest();
      expect(await exported(store)).toEqual([]);
      expect(await store.importAccounts(recordsOf(FULL, BARE))).toEqual({ kind: "Imported", accounts: 2 });
      expect(await exported(await openAnother())).toEqual([BARE, FULL]);
    });

    it("an imported account goes on where it stopped: its keys, its month, its quota", async () => {
      const { store } = underTest();
      await store.importAccounts(recordsOf(FULL));
      const { account } = FULL;

      const caller = { account, keyId: "key_mnopqrstuvwx", used: 6 };
      expect(await store.findCaller(LIVE.sha256, "2026-11")).toEqual(caller);
      expect(await store.findCaller(REVOKED.sha256, "2026-11")).toBeUndefined();
      const spending = { accountId: account.id, month: "2026-11", day: 21, method: "forecast", quota: 7 };
      expect(await store.spend(spending)).toEqual({ kind: "Spent", used: 7 });
      expect(await store.spend(spending)).toEqual({ kind: "Exhausted", used: 7 });
      expect(await store.revokeKey("key_mnopqrstuvwx")).toMatchObject({ accountId: account.id });
      expect(await store.findCaller(LIVE.sha256, "2026-11")).toBeUndefined();
    });

    it("an imported publishable key may do what it might, and has left of its day what it had", async () => {
      const { store } = underTest();
      const { id: keyId, restrictions } = PUBLISHABLE;
      const today = { day: "2026-11-21", method: "GetForecast", keyId, calls: 3 };
      await store.importAccounts(recordsOf({ ...FULL, usage: [today], verdicts: [] }));

      expect(await store.findCaller(PUBLISHABLE.sha256, "2026-11")).toMatchObject({ keyId, restrictions });
      const key = { accountId: FULL.account.id, keyId, dailyQuota: 4, quota: 7 };
      const spend = () => store.spend({ ...key, month: "2026-11", day: 21, method: "RankSafeSlots" });
      expect(await spend()).toEqual({ kind: "Spent", used: 4, usedOfDay: 4 });
      expect(await spend()).toEqual({ kind: "DayExhausted", used: 4 });
    });

    it("what the store itself has written can be exported", async () => {
      const { store, account, keyId, sha256, clock } = await underTest().createAccount();
      const done = { atMs: clock.nowMs(), operator: "anna@höhe" };
      const call = { accountId: account.id, month: "2026-11", day: 9, method: "safe-slots", quota: 1 };
      await store.spend({ ...call, keyId, verdict: "safe_to_book" });
      await store.setSport(account.id, { id: "beach", definition: "{}" });
      expect(await exported(store)).toEqual([
        {
          account: { ...account, sportsRevision: 1 },
          keys: [
            {
              id: keyId,
              sha256,
              prefix: expect.stringMatching(/^wsk_\w{4}$/),
              createdAtMs: account.createdAtMs,
              revokedAtMs: undefined,
            },
          ],
          sports: [{ id: "beach", definition: "{}" }],
          usage: [{ day: "2026-11-09", method: "safe-slots", keyId, calls: 1 }],
          verdicts: [
            { month: "2026-11", verdicts: { safe_to_book: 1, proceed_with_caution: 0, not_recommended: 0 } },
          ],
          history: await store.planHistory(account.id),
          audit: [
            { ...done, action: "accounts create", about: "free 500" },
            { ...done, action: "keys issue", about: keyId },
            { ...done, action: "sports set", about: "beach" },
          ],
        },
      ]);
    });

    it.each([
      { title: "account", change: { account: { ...BARE.account, id: FULL.account.id } } },
      { title: "key", change: { keys: [{ ...LIVE, sha256: "c3".repeat(32) }] } },
      { title: "hash of a key", change: { keys: [{ ...LIVE, id: "key_otherotherot" }] } },
    ])("an $title that is there is never overwritten, and named", async ({ change }) => {
      const { store } = underTest();
      await store.importAccounts(recordsOf(FULL));
      const existing = change.keys?.[0]?.id ?? FULL.account.id;
      const refused = { kind: "Refused", existing, imported: 0 };
      expect(await store.importAccounts(recordsOf({ ...BARE, ...change }))).toEqual(refused);
      expect(await exported(store)).toEqual([FULL]);
    });

    it("an import that is refused or breaks off leaves no account half there, and tells how many are", async () => {
      const { store } = underTest();
      await store.importAccounts(recordsOf(FULL));
      const result = await store.importAccounts(recordsOf(BARE, FULL));
      const imported = result.kind === "Refused" ? result.imported : undefined;
      expect(await exported(store)).toEqual(imported === 1 ? [BARE, FULL] : [FULL]);
    });

    it("an import whose records cannot be read throws what the reader threw", async () => {
      const { store } = underTest();
      const records = (async function* (): AsyncGenerator<AccountRecord> {
        yield FULL;
        throw new Error("line 3 is no record");
      })();
      await expect(store.importAccounts(records)).rejects.toThrow("line 3 is no record");
      expect([[], [FULL]]).toContainEqual(await exported(store));
    });
  });
}
