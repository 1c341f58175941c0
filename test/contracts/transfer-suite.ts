// The part of the account store's promises that is about moving accounts to another store.
import { describe, expect, it } from "vitest";
import type { AccountRecord, AccountStore } from "../../src/accounts/account-store.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";
import { recordsOf } from "./records-of.ts";

async function exported(store: AccountStore): Promise<readonly AccountRecord[]> {
  return Array.fromAsync(store.exportAccounts());
}

const SHA256 = { live: "a1".repeat(32), revoked: "b2".repeat(32) };

const FULL: AccountRecord = {
  account: {
    id: "acc_abcdefghijkl",
    name: "Ärger & Söhne",
    plan: "growth",
    monthlyQuota: 7,
    isSuspended: true,
    createdAtMs: Date.parse("2026-01-02T03:04:05.678Z"),
    sportsRevision: 3,
  },
  keys: [
    {
      id: "key_abcdefghijkl",
      prefix: "wsk_Ab12",
      sha256: SHA256.revoked,
      createdAtMs: Date.parse("2026-01-02T03:04:05.678Z"),
      revokedAtMs: Date.parse("2026-02-03T00:00:00Z"),
    },
    {
      id: "key_mnopqrstuvwx",
      prefix: "wsk_Cd34",
      sha256: SHA256.live,
      createdAtMs: Date.parse("2026-01-05T00:00:00Z"),
      revokedAtMs: undefined,
    },
  ],
  sports: [
    { id: "beach", definition: '{"label":"Bäach"}' },
    { id: "padel", definition: "{}" },
  ],
  usage: [
    { day: "2026-10-31", method: "forecast", calls: 2 },
    { day: "2026-11-02", method: "forecast", calls: 1 },
    { day: "2026-11-02", method: "safe-slots", calls: 2 },
    { day: "2026-11-10", method: "forecast", calls: 3 },
  ],
};

const BARE: AccountRecord = {
  account: { ...FULL.account, id: "acc_zzzzzzzzzzzz", isSuspended: false, createdAtMs: 1, sportsRevision: 0 },
  keys: [],
  sports: [],
  usage: [],
};

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
      expect(await store.findCaller(SHA256.live, "2026-11")).toEqual(caller);
      expect(await store.findCaller(SHA256.revoked, "2026-11")).toBeUndefined();
      const spending = { accountId: account.id, month: "2026-11", day: 21, method: "forecast", quota: 7 };
      expect(await store.spend(spending)).toEqual({ kind: "Spent", used: 7 });
      expect(await store.spend(spending)).toEqual({ kind: "Exhausted", used: 7 });
      expect(await store.revokeKey("key_mnopqrstuvwx")).toMatchObject({ accountId: account.id });
      expect(await store.findCaller(SHA256.live, "2026-11")).toBeUndefined();
    });

    it("what the store itself has written can be exported", async () => {
      const { store, account, keyId, sha256 } = await underTest().createAccount();
      await store.spend({ accountId: account.id, month: "2026-11", day: 9, method: "forecast", quota: 1 });
      await store.setSport(account.id, { id: "beach", definition: "{}" });
      expect(await exported(store)).toEqual([
        {
          account: { ...account, sportsRevision: 1 },
          keys: [
            {
              id: keyId,
              sha256,
              prefix: expect.stringMatching(/^wsk_/),
              createdAtMs: account.createdAtMs,
              revokedAtMs: undefined,
            },
          ],
          sports: [{ id: "beach", definition: "{}" }],
          usage: [{ day: "2026-11-09", method: "forecast", calls: 1 }],
        },
      ]);
    });

    it.each([
      { title: "account", other: { ...BARE, account: { ...BARE.account, id: FULL.account.id } } },
      {
        title: "key",
        other: { ...BARE, keys: FULL.keys.map((key) => ({ ...key, sha256: "c3".repeat(32) })) },
      },
      {
        title: "hash of a key",
        other: { ...BARE, keys: FULL.keys.map((key) => ({ ...key, id: `key_other${key.id.slice(-7)}` })) },
      },
    ])("an $title that is there is never overwritten, and named", async ({ other }) => {
      const { store } = underTest();
      await store.importAccounts(recordsOf(FULL));
      const [key] = other.keys;
      expect(await store.importAccounts(recordsOf(other))).toEqual({
        kind: "Refused",
        existing: key?.id ?? FULL.account.id,
        imported: 0,
      });
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
