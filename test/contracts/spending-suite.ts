// The account store's promises about counting calls.
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "../../src/accounts/store.ts";
import type { SpendResult, Spending } from "../../src/accounts/spending.ts";
import { VERDICTS } from "../../src/scoring/verdicts.ts";
import { totalCalls } from "../../src/accounts/usage.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";

const SPENDING = { month: "2026-11", day: 21, method: "forecast" };
const KEY_A = "key_abcdefghijkl";
const KEY_B = "key_mnopqrstuvwx";

/** The counts in the results of the counted calls, in ascending order. */
function usedOfSpent(results: readonly (SpendResult | undefined)[]): readonly number[] {
  return results.flatMap((result) => (result?.kind === "Spent" ? result.used : [])).sort((a, b) => a - b);
}

/** 1, 2, … last */
function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

export function describeSpending(underTest: () => StoreUnderTest): void {
  /** A new account. By default, `spend` counts a call on 21 November. */
  const createSpender = async (quota: number) => {
    const { store, account, sha256 } = await underTest().createAccount();
    const spending: Spending = { ...SPENDING, accountId: account.id, quota };
    return {
      accountId: account.id,
      spending,
      spend: (change: Partial<Spending> = {}) => store.spend({ ...spending, ...change }),
      used: async (month = SPENDING.month) => (await store.findCaller(sha256, month))?.used,
      usage: (month = SPENDING.month) => store.usage(account.id, month),
    };
  };

  describe("spending", () => {
    it("a raised quota lets calls through again, and a lowered quota stops them", async () => {
      const { spend } = await createSpender(5);
      await Promise.all(upTo(5).map(() => spend()));
      expect(await spend()).toEqual({ kind: "Exhausted", used: 5 });
      expect(await spend({ quota: 6 })).toEqual({ kind: "Spent", used: 6 });
      expect(await spend({ quota: 3 })).toEqual({ kind: "Exhausted", used: 6 });
    });

    it("two stores that race for the same calls answer exactly the quota, each call once", async () => {
      const { store, openAnother } = underTest();
      const stores = [store, await openAnother()];
      const { spending, usage } = await createSpender(60);
      const racing = upTo(100).map((n) => stores[n % 2]?.spend({ ...spending, day: 1 + (n % 3) }));
      const told = await Promise.all(racing);
      expect(usedOfSpent(told)).toEqual(upTo(60));
      expect(totalCalls(await usage())).toBe(60);
    });

    it("calls are counted by key, and listed by day, method and key", async () => {
      const { spend, usage } = await createSpender(10);
      await spend({ day: 10, method: "safe-slots", keyId: KEY_A });
      await spend({ day: 9, method: "safe-slots", keyId: KEY_B });
      await spend({ day: 9, method: "safe-slots", keyId: KEY_A });
      await spend({ day: 9, method: "forecast", keyId: KEY_B });
      await spend({ day: 10, method: "safe-slots", keyId: KEY_A });
      expect(await usage()).toEqual([
        { day: "2026-11-09", method: "forecast", keyId: KEY_B, calls: 1 },
        { day: "2026-11-09", method: "safe-slots", keyId: KEY_A, calls: 1 },
        { day: "2026-11-09", method: "safe-slots", keyId: KEY_B, calls: 1 },
        { day: "2026-11-10", method: "safe-slots", keyId: KEY_A, calls: 2 },
      ]);
    });

    it("counts any concurrent calls exactly, up to the quota of each account and month, and the usage rows add up to the count", async () => {
      const call = fc.record({
        who: fc.nat(1),
        month: fc.constantFrom("2026-11", "2026-12"),
        day: fc.integer({ min: 1, max: 30 }),
        method: fc.constantFrom("booking-confidence", "forecast", "safe-slots"),
        keyId: fc.constantFrom(KEY_A, KEY_B),
        verdict: fc.constantFrom(...VERDICTS, undefined),
      });
      const groups = fc.array(fc.array(call, { maxLength: 12 }), { maxLength: 4 });
      const property = fc.asyncProperty(groups, fc.integer({ min: 0, max: 12 }), async (groups, quota) => {
        const spenders = [await createSpender(quota), await createSpender(quota)];
        const results: (Pick<Spending, "keyId" | "verdict"> & {
          readonly of: string;
          readonly result: SpendResult | undefined;
        })[] = [];
        for (const group of groups) {
          const told = group.map(async ({ who, ...change }) => {
            const result = await spenders[who]?.spend(change);
            const { keyId, verdict } = change;
            return { of: `${who} ${change.month}`, keyId, verdict, result };
          });
          results.push(...(await Promise.all(told)));
        }
        for (const [who, { accountId, used, usage }] of spenders.entries()) {
          const totals = await underTest().store.monthlyTotals(accountId);
          for (const month of ["2026-11", "2026-12"]) {
            const calls = results.filter(({ of }) => of === `${who} ${month}`);
            const asked = calls.map(({ result }) => result);
            const expected = Math.min(quota, asked.length);
            // Concurrent calls get different numbers, in whatever order they are counted.
            expect(usedOfSpent(asked)).toEqual(upTo(expected));
            const refused = asked.filter((result) => result?.kind === "Exhausted");
            expect(refused).toEqual(asked.slice(expected).map(() => ({ kind: "Exhausted", used: quota })));
            expect(await used(month)).toBe(expected);
            const rows = await usage(month);
            expect(totalCalls(rows)).toBe(expected);
            // A refused call leaves no trace.
            expect(rows.filter(({ calls }) => calls === 0)).toEqual([]);
            const spent = calls.filter(({ result }) => result?.kind === "Spent");
            for (const keyId of [KEY_A, KEY_B]) {
              const ofKey = spent.filter((call) => call.keyId === keyId).length;
              expect(totalCalls(rows.filter((row) => row.keyId === keyId))).toBe(ofKey);
            }
            // December is still to come, and so in no total.
            const told = totals.find((total) => total.month === month)?.verdicts;
            for (const verdict of month === "2026-11" ? VERDICTS : []) {
              const saying = spent.filter((call) => call.verdict === verdict).length;
              expect(told?.[verdict] ?? 0).toBe(saying);
            }
          }
        }
      });
      await fc.assert(property, { numRuns: 40 });
    }, 60_000);

    it("a call of an account that does not exist throws an error other than StoreUnavailable, and is counted nowhere", async () => {
      const { store } = underTest();
      const call = { ...SPENDING, accountId: "acc_nobody", quota: 5 };
      const thrown: unknown = await store.spend(call).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(Error);
      expect(thrown).not.toBeInstanceOf(StoreUnavailable);
      // Thrown on purpose, not by reading from an account that is undefined.
      expect(thrown).not.toBeInstanceOf(TypeError);
      expect(await store.usage("acc_nobody", SPENDING.month)).toEqual([]);
    });
  });

  describe("when the store cannot be reached", () => {
    it("counting fails with StoreUnavailable, never with an exhausted quota", async () => {
      const { backing, openAnother } = underTest();
      const { spending } = await createSpender(5);
      const store = await openAnother({});
      const spend = () => store.spend(spending);
      await backing.makeUnavailable();
      const results = await Promise.allSettled([spend(), spend()]);
      for (const result of results) {
        expect(result).toMatchObject({ status: "rejected", reason: expect.any(StoreUnavailable) });
      }
    });

    it("counting works again afterwards", async () => {
      const { backing, openAnother } = underTest();
      const { spending } = await createSpender(5);
      const store = await openAnother({});
      const spend = () => store.spend(spending);
      const repair = await backing.makeUnavailable();
      await expect(spend()).rejects.toThrow(StoreUnavailable);
      await repair();
      const isBack = async () => expect(await spend()).toMatchObject({ kind: "Spent" });
      await vi.waitFor(isBack, { timeout: 15_000 });
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

    it("closing answers the calls in flight first", async () => {
      const { store, openAnother } = underTest();
      const { accountId, spend } = await createSpender(5);
      const answers = upTo(3).map(() => spend());
      await store.close();
      expect(usedOfSpent(await Promise.all(answers))).toEqual([1, 2, 3]);
      expect(totalCalls(await (await openAnother()).usage(accountId, SPENDING.month))).toBe(3);
    });
  });
}
