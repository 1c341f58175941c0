// The account store's promises about moving accounts to another store.
import { describe, expect, it, vi } from "vitest";
import { StoreUnavailable, type AccountRecord } from "../../src/accounts/store.ts";
import { spendingOf } from "../accounts/spending-of.ts";
import { PATIENT_COMMANDS } from "../support/fakes/patient-commands.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";
import { BARE, FULL, recordsIn, recordsOf, withoutMoves } from "./records-of.ts";

const [REVOKED, LIVE, PUBLISHABLE] = FULL.keys;

export function describeAccountRecords(underTest: () => StoreUnderTest): void {
  describe("account records", () => {
    it("have everything that was added, the oldest account first", async () => {
      const { store, openAnother } = underTest();
      expect(await recordsIn(store)).toEqual([]);
      const id = "acc_yyyyyyyyyyyy";
      const deleted = { ...BARE, account: { ...BARE.account, id, name: "(deleted)", deletedAtMs: 3 } };
      const records = recordsOf(FULL, BARE, deleted);
      await store.addAccountRecords(records);
      expect(await recordsIn(await openAnother())).toEqual([BARE, deleted, FULL]);
      expect(await store.updateAccount(id, { isClosed: false })).toBeUndefined();
    });

    it("an added account continues with its keys, its calls of the month and its quota", async () => {
      const { store } = underTest();
      await store.addAccountRecords(recordsOf(FULL));
      const { account } = FULL;

      expect(await store.findAccountByRef(account.externalRef)).toEqual(account);
      const caller = { account, keyId: "key_mnopqrstuvwx", used: 6, month: "2026-11" };
      expect(await store.findCaller(LIVE.sha256, "2026-11")).toEqual(caller);
      expect(await store.findCaller(REVOKED.sha256, "2026-11")).toBeUndefined();
      const spending = spendingOf(account.id, { quota: 7 });
      expect(await store.spend(spending)).toEqual({ kind: "Spent", used: 7 });
      expect(await store.spend(spending)).toEqual({ kind: "Exhausted", used: 7 });
      expect(await store.revokeKey("key_mnopqrstuvwx")).toMatchObject({ accountId: account.id });
      expect(await store.findCaller(LIVE.sha256, "2026-11")).toBeUndefined();
    });

    it("an added publishable key keeps its restrictions and the calls that are left of its day", async () => {
      const { store } = underTest();
      const { id: keyId, restrictions } = PUBLISHABLE;
      const today = { day: "2026-11-21", method: "GetForecast", keyId, calls: 3 };
      await store.addAccountRecords(recordsOf({ ...FULL, usage: [today], verdicts: [] }));

      expect(await store.findCaller(PUBLISHABLE.sha256, "2026-11")).toMatchObject({ keyId, restrictions });
      const key = { accountId: FULL.account.id, keyId, dailyQuota: 4, quota: 7 };
      const spend = () => store.spend({ ...key, month: "2026-11", day: 21, method: "RankSafeSlots" });
      expect(await spend()).toEqual({ kind: "Spent", used: 4, usedOfDay: 4 });
      expect(await spend()).toEqual({ kind: "DayExhausted", used: 4 });
    });

    it.each([
      {
        what: "account",
        change: { account: { ...BARE.account, id: FULL.account.id } },
        refused: FULL.account.id,
      },
      {
        what: "reference",
        change: { account: { ...BARE.account, externalRef: FULL.account.externalRef } },
        refused: BARE.account.id,
      },
      { what: "key", change: { keys: [{ ...LIVE, sha256: "c3".repeat(32) }] }, refused: LIVE.id },
      {
        what: "hash of a key",
        change: { keys: [{ ...LIVE, id: "key_otherotherot" }] },
        refused: "key_otherotherot",
      },
    ])(
      "adding a record with the $what of one that was added before it or with it fails as a whole, and the error names it",
      async ({ change, refused }) => {
        const { store } = underTest();
        const same = { ...BARE, ...change };
        await expect(store.addAccountRecords(recordsOf(FULL, same))).rejects.toThrow(refused);
        expect(await recordsIn(store)).toEqual([]);
        await store.addAccountRecords(recordsOf(FULL));
        const another = { ...BARE, account: { ...BARE.account, id: "acc_anotheranoth" } };
        await expect(store.addAccountRecords(recordsOf(another, same))).rejects.toThrow(refused);
        expect(await recordsIn(store)).toEqual([FULL]);
      },
    );

    it("are added completely if they are more than one batch, and none is if one of them exists", async () => {
      const { store } = underTest();
      const many = Array.from({ length: 120 }, (_, index) => ({
        ...BARE,
        account: { ...BARE.account, id: `acc_${String(index).padStart(12, "x")}` },
        usage: [{ day: "2026-11-21", method: "forecast", keyId: undefined, calls: index + 1 }],
      }));
      await store.addAccountRecords(recordsOf(...many));
      expect(await recordsIn(store)).toEqual(many);
      const again = many.slice(110, 111);
      await expect(store.addAccountRecords(recordsOf(FULL, ...again))).rejects.toThrow(again[0]?.account.id);
      expect(await store.findAccount(FULL.account.id)).toBeUndefined();
    });

    it.each(["a reader that throws", "a beforeCommit that throws"])(
      "%s leaves nothing behind",
      async (title) => {
        const { store } = underTest();
        const records = (async function* (): AsyncGenerator<AccountRecord> {
          yield FULL;
          if (title.startsWith("a reader")) throw new Error("line 3 is no record");
        })();
        const beforeCommit = async (added: AsyncIterable<AccountRecord>) => {
          expect(await Array.fromAsync(added)).toHaveLength(1);
          throw new Error("line 3 is no record");
        };
        await expect(store.addAccountRecords(records, { beforeCommit })).rejects.toThrow(
          "line 3 is no record",
        );
        expect(await recordsIn(store)).toEqual([]);
      },
    );
  });

  describe("leaving for another store", () => {
    const call = spendingOf(FULL.account.id);

    /** A store with two accounts that has been left, what was copied from it, and what it had. */
    const leave = async () => {
      const { store, closeAll } = underTest();
      await store.addAccountRecords(recordsOf(FULL, BARE));
      const records = await recordsIn(store);
      const leaving = await closeAll();
      let copied: readonly AccountRecord[] = [];
      await leaving.leaveFor(async (read) => {
        copied = withoutMoves(await Array.fromAsync(read()));
      });
      return { leaving, records, copied };
    };

    it("hands over every account", async () => {
      const { records, copied } = await leave();
      expect(copied).toEqual(records);
    });

    it("ends counting", async () => {
      const { leaving } = await leave();
      await expect(leaving.spend(call)).rejects.toThrow(StoreUnavailable);
    });

    it("leaves a store that cannot be opened", async () => {
      const { leaving } = await leave();
      await leaving.close();
      await expect(underTest().openAnother()).rejects.toThrow(
        /its accounts moved to another store on 2026-11-21T14:00:00\.000Z/,
      );
    });

    it("can be undone, after which the store is as before", async () => {
      const { openAnother } = underTest();
      const { leaving, records } = await leave();
      await leaving.close();
      const moved = await openAnother({ ...PATIENT_COMMANDS, mayHaveMoved: true });
      expect(await moved.comeBack()).toBe(true);
      expect(await moved.comeBack()).toBe(false);
      const back = await openAnother();
      expect(await recordsIn(back)).toEqual(records);
      expect(await back.spend(call)).toMatchObject({ kind: "Spent" });
    });

    it("is refused while a process serves from it", async () => {
      const { openAnother, closeAll } = underTest();
      const leaving = await closeAll();
      const serving = await openAnother({ ...PATIENT_COMMANDS, serves: true });
      await serving.addAccountRecords(recordsOf(FULL));
      const copy = vi.fn<() => Promise<void>>();
      await vi.waitFor(() => expect(leaving.leaveFor(copy)).rejects.toThrow(/in use/));
      expect(copy).not.toHaveBeenCalled();
      expect(await serving.spend(call)).toMatchObject({ kind: "Spent" });
    });

    it("leaves the store as it was if the copy fails", async () => {
      const { store, openAnother, closeAll } = underTest();
      await store.addAccountRecords(recordsOf(FULL));
      const leaving = await closeAll();
      const failing = leaving.leaveFor(async () => Promise.reject(new Error("the other store is full")));
      await expect(failing).rejects.toThrow("the other store is full");
      await leaving.close();
      const again = await openAnother();
      expect(await again.spend(call)).toMatchObject({ kind: "Spent" });
      expect(await recordsIn(again)).toHaveLength(1);
    });
  });
}
