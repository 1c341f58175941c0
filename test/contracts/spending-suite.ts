// The part of the account store's promises that is about counting calls.
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  StoreUnavailable,
  type SpendResult,
  type Spending,
  type UsageRow,
} from "../../src/accounts/account-store.ts";
import { monthAt } from "../../src/accounts/month.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";
import { startSpender } from "./start-spender.ts";

const SPENDING = { month: "2026-11", day: 21, method: "forecast" };

function usedOfSpent(results: readonly SpendResult[]): number[] {
  return results.filter(({ kind }) => kind === "Spent").map(({ used }) => used);
}

function callsOf(rows: readonly UsageRow[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}

/** 1, 2, … last */
function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

export function describeSpending(underTest: () => StoreUnderTest): void {
  describe("spending", () => {
    it("counts up to the quota and not one further", async () => {
      const { store, createAccount } = underTest();
      const { account } = await createAccount();
      const spending = { ...SPENDING, accountId: account.id, quota: 2 };
      expect(await store.spend(spending)).toEqual({ kind: "Spent", used: 1 });
      expect(await store.spend(spending)).toEqual({ kind: "Spent", used: 2 });
      expect(await store.spend(spending)).toEqual({ kind: "Exhausted", used: 2 });
    });

    it("a quota of none answers nothing", async () => {
      const { store, createAccount } = underTest();
      const { account } = await createAccount();
      const spending = { ...SPENDING, accountId: account.id, quota: 0 };
      expect(await store.spend(spending)).toEqual({ kind: "Exhausted", used: 0 });
    });

    it("a raised quota lets calls through again, a lowered one stops them", async () => {
      const { store, createAccount } = underTest();
      const { account } = await createAccount();
      const spending = { ...SPENDING, accountId: account.id };
      await Promise.all(upTo(5).map(() => store.spend({ ...spending, quota: 5 })));
      expect(await store.spend({ ...spending, quota: 5 })).toEqual({ kind: "Exhausted", used: 5 });
      expect(await store.spend({ ...spending, quota: 6 })).toEqual({ kind: "Spent", used: 6 });
      expect(await store.spend({ ...spending, quota: 3 })).toEqual({ kind: "Exhausted", used: 6 });
    });

    it("of 16 calls at once for the last 5 of a month, exactly 5 are answered", async () => {
      const { store, createAccount } = underTest();
      const { account, sha256 } = await createAccount();
      const spending = { ...SPENDING, accountId: account.id, quota: 20 };
      await Promise.all(upTo(15).map(() => store.spend(spending)));

      const results = await Promise.all(upTo(16).map(() => store.spend(spending)));
      expect(usedOfSpent(results).toSorted((a, b) => a - b)).toEqual([16, 17, 18, 19, 20]);
      expect(results.filter(({ kind }) => kind === "Exhausted")).toEqual(
        Array.from({ length: 11 }, () => ({ kind: "Exhausted", used: 20 })),
      );
      expect((await store.findCaller(sha256, SPENDING.month))?.used).toBe(20);
    });

    it("several instances that race for the same calls answer exactly the quota, each call once", async () => {
      const { store, openAnother, createAccount } = underTest();
      const { account } = await createAccount();
      const stores = [store, openAnother(), openAnother(), openAnother()];
      const spending = { ...SPENDING, accountId: account.id, quota: 50 };

      const results = await Promise.all(upTo(80).map((n) => stores[n % 4]?.spend(spending)));
      const told = usedOfSpent(results.filter((result) => result !== undefined));
      expect(told.toSorted((a, b) => a - b)).toEqual(upTo(50));
      expect(callsOf(await store.usage(account.id, SPENDING.month))).toBe(50);
    });

    it("several processes that race for the same calls answer exactly the quota, each call once", async () => {
      const { url, store, createAccount } = underTest();
      const { account } = await createAccount();
      const spending = { ...SPENDING, accountId: account.id, quota: 600 };
      const spenders = await Promise.all(upTo(3).map(() => startSpender({ url, spending, width: 8 })));
      for (const spender of spenders) {
        spender.go();
      }
      const results = await Promise.all(spenders.map(({ outcomes }) => outcomes));

      expect(results.map((told) => told.filter(({ kind }) => kind === "Exhausted").length)).toEqual([
        8, 8, 8,
      ]);
      expect(usedOfSpent(results.flat()).toSorted((a, b) => a - b)).toEqual(upTo(600));
      expect(callsOf(await store.usage(account.id, SPENDING.month))).toBe(600);
    });

    it("every call a process was told is counted is still counted after it was killed under load", async () => {
      const { url, openAnother, createAccount } = underTest();
      const { account, sha256 } = await createAccount();
      const width = 16;
      const spending: Spending = { ...SPENDING, accountId: account.id, quota: 1e9 };
      const spender = await startSpender({ url, spending, width });
      spender.killAfter(400);
      spender.go();
      const told = await spender.outcomes;
      expect(told.length).toBeGreaterThanOrEqual(400);

      const reopened = openAnother();
      const used = (await reopened.findCaller(sha256, SPENDING.month))?.used;
      expect(used).toBeGreaterThanOrEqual(told.length);
      // No more than was under way when it was killed.
      expect(used).toBeLessThanOrEqual(told.length + width);
      expect(callsOf(await reopened.usage(account.id, SPENDING.month))).toBe(used);
    });

    it("a refused spend leaves no trace", async () => {
      const { store, createAccount } = underTest();
      const { account } = await createAccount();
      const spending = { ...SPENDING, accountId: account.id, quota: 1 };
      await store.spend(spending);
      await store.spend({ ...spending, day: 22, method: "safe-slots" });
      expect(await store.usage(account.id, SPENDING.month)).toEqual([
        { day: "2026-11-21", method: "forecast", calls: 1 },
      ]);
    });

    it("a call in the first millisecond of a month belongs to the new month, one before it to the old", async () => {
      const { store, clock, createAccount } = underTest();
      const { account, sha256 } = await createAccount();
      const spendNow = () => {
        const { month, day } = monthAt(clock.nowMs());
        return store.spend({ accountId: account.id, month, day, method: "forecast", quota: 1 });
      };
      clock.advance(Date.parse("2026-11-30T23:59:59.999Z") - clock.nowMs());
      expect(await spendNow()).toEqual({ kind: "Spent", used: 1 });
      expect(await spendNow()).toEqual({ kind: "Exhausted", used: 1 });
      clock.advance(1);
      expect(await spendNow()).toEqual({ kind: "Spent", used: 1 });

      expect(await store.usage(account.id, "2026-11")).toMatchObject([{ day: "2026-11-30", calls: 1 }]);
      expect(await store.usage(account.id, "2026-12")).toMatchObject([{ day: "2026-12-01", calls: 1 }]);
      expect((await store.findCaller(sha256, "2026-11"))?.used).toBe(1);
    });

    it("usage is listed by day, then method", async () => {
      const { store, createAccount } = underTest();
      const { account } = await createAccount();
      const calls = [
        { day: 10, method: "safe-slots" },
        { day: 9, method: "safe-slots" },
        { day: 9, method: "forecast" },
        { day: 10, method: "safe-slots" },
      ];
      for (const call of calls) {
        await store.spend({ accountId: account.id, month: "2026-11", quota: 10, ...call });
      }
      expect(await store.usage(account.id, "2026-11")).toEqual([
        { day: "2026-11-09", method: "forecast", calls: 1 },
        { day: "2026-11-09", method: "safe-slots", calls: 1 },
        { day: "2026-11-10", method: "safe-slots", calls: 2 },
      ]);
    });

    it("the rows of a month add up to what the quota is decided by, whatever was spent at once", async () => {
      const { store, createAccount } = underTest();
      const call = fc.record({
        who: fc.nat(1),
        month: fc.constantFrom("2026-11", "2026-12"),
        day: fc.integer({ min: 1, max: 30 }),
        method: fc.constantFrom("booking-confidence", "forecast", "safe-slots"),
      });
      const groups = fc.array(fc.array(call, { maxLength: 12 }), { maxLength: 4 });
      const property = fc.asyncProperty(groups, fc.integer({ min: 0, max: 12 }), async (groups, quota) => {
        const callers = [await createAccount(), await createAccount()];
        const results: { readonly of: string; readonly result: SpendResult }[] = [];
        for (const group of groups) {
          const told = group.map(async ({ who, ...spending }) => {
            const accountId = callers[who]?.account.id ?? "";
            const result = await store.spend({ accountId, quota, ...spending });
            return { of: `${accountId} ${spending.month}`, result };
          });
          results.push(...(await Promise.all(told)));
        }
        for (const { account, sha256 } of callers) {
          for (const month of ["2026-11", "2026-12"]) {
            const asked = results.filter(({ of }) => of === `${account.id} ${month}`);
            const expected = Math.min(quota, asked.length);
            const told = usedOfSpent(asked.map(({ result }) => result));
            // Calls that arrive together are told apart, in whatever order they are counted.
            expect(told.toSorted((a, b) => a - b)).toEqual(upTo(expected));
            expect((await store.findCaller(sha256, month))?.used).toBe(expected);
            expect(callsOf(await store.usage(account.id, month))).toBe(expected);
          }
        }
      });
      await fc.assert(property, { numRuns: 100 });
    });
  });

  describe("when the store cannot be reached", () => {
    it("counting fails within two seconds as StoreUnavailable, never as a used-up quota, and works again after", async () => {
      const { store, backing, createAccount } = underTest();
      const { account } = await createAccount();
      const spending = { ...SPENDING, accountId: account.id, quota: 5 };
      await store.ping();

      const repair = await backing.makeUnavailable();
      const startedAt = performance.now();
      const results = await Promise.allSettled([store.spend(spending), store.spend(spending)]);
      expect(performance.now() - startedAt).toBeLessThan(2000);
      for (const result of results) {
        expect(result).toMatchObject({ status: "rejected", reason: expect.any(StoreUnavailable) });
      }

      await repair();
      await vi.waitFor(async () => expect(await store.spend(spending)).toMatchObject({ kind: "Spent" }));
    });

    it("a call of an account that does not exist is a fault, not an unavailable store, and is not counted", async () => {
      const { store } = underTest();
      const call = { ...SPENDING, accountId: "acc_nobody", quota: 5 };
      const thrown: unknown = await store.spend(call).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(Error);
      expect(thrown).not.toBeInstanceOf(StoreUnavailable);
      // Of its own accord, not because something was missing.
      expect(thrown).not.toBeInstanceOf(TypeError);
      expect(await store.usage("acc_nobody", SPENDING.month)).toEqual([]);
    });

    it("a store that was closed answers nothing, and may be closed again", async () => {
      const { store } = underTest();
      await store.close();
      await expect(store.ping()).rejects.toThrow(StoreUnavailable);
      await expect(store.listAccounts()).rejects.toThrow(StoreUnavailable);
      const call = { ...SPENDING, accountId: "acc_nobody", quota: 5 };
      await expect(store.spend(call)).rejects.toThrow(StoreUnavailable);
      await store.close();
    });

    it("closing answers what is under way first", async () => {
      const { store, openAnother, createAccount } = underTest();
      const { account } = await createAccount();
      const answers = upTo(3).map(() => store.spend({ ...SPENDING, accountId: account.id, quota: 5 }));
      await store.close();
      expect(usedOfSpent(await Promise.all(answers))).toEqual([1, 2, 3]);
      expect(callsOf(await openAnother().usage(account.id, SPENDING.month))).toBe(3);
    });
  });
}
