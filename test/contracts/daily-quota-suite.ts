// The account store's promises about the daily limit of a key.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Spending } from "../../src/accounts/spending.ts";
import { KEY_OPERATIONS } from "../../src/accounts/key.ts";
import { totalCalls } from "../../src/accounts/usage.ts";
import { spendingOf } from "../accounts/spending-of.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";

const METHODS = Object.values(KEY_OPERATIONS);

export function describeDailyQuota(underTest: () => StoreUnderTest): void {
  /** An account with two keys. By default, `spend` counts a call with the first key on 21 November. */
  const createSpender = async ({ quota = 1_000, dailyQuota = 5 } = {}) => {
    const { store, account, keyId, sha256 } = await underTest().createAccount();
    const other = await store.addKey({ accountId: account.id, prefix: "wpk_Ab12", sha256: `of ${keyId}` });
    const spending = spendingOf(account.id, { keyId, quota, dailyQuota });
    return {
      spending,
      otherKeyId: other?.id ?? "",
      spend: (change: Partial<Spending> = {}) => store.spend({ ...spending, ...change }),
      used: async () => (await store.findCaller(sha256, "2026-11"))?.used,
      usage: () => store.usage(account.id, "2026-11"),
    };
  };

  describe("the daily limit of a key", () => {
    it("is one for all methods together, and each result has the day's count beside the month's", async () => {
      const { spend, used } = await createSpender({ dailyQuota: 3 });
      expect(await spend()).toEqual({ kind: "Spent", used: 1, usedOfDay: 1 });
      expect(await spend({ method: "RankSafeSlots" })).toEqual({ kind: "Spent", used: 2, usedOfDay: 2 });
      expect(await spend({ method: "GetBookingConfidence" })).toEqual({
        kind: "Spent",
        used: 3,
        usedOfDay: 3,
      });
      for (const method of METHODS) {
        expect(await spend({ method })).toEqual({ kind: "DayExhausted", used: 3 });
      }
      expect(await used()).toBe(3);
    });

    it("does not limit the next day, another key or a key without such a limit", async () => {
      const { spend, otherKeyId } = await createSpender({ dailyQuota: 1 });
      await spend();
      expect(await spend()).toMatchObject({ kind: "DayExhausted" });
      expect(await spend({ day: 22 })).toEqual({ kind: "Spent", used: 2, usedOfDay: 1 });
      expect(await spend({ keyId: otherKeyId })).toEqual({ kind: "Spent", used: 3, usedOfDay: 1 });
      expect(await spend({ dailyQuota: undefined })).toEqual({ kind: "Spent", used: 4 });
    });

    it("and the monthly quota are both exact, however many calls come at once", async () => {
      const call = fc.record({
        day: fc.integer({ min: 20, max: 21 }),
        method: fc.constantFrom(...METHODS),
        isOther: fc.boolean(),
      });
      const groups = fc.array(fc.array(call, { maxLength: 12 }), { maxLength: 4 });
      const quotas = fc.record({ quota: fc.nat(30), dailyQuota: fc.integer({ min: 1, max: 6 }) });
      const property = fc.asyncProperty(groups, quotas, async (groups, quotas) => {
        const { spend, used, usage, spending, otherKeyId } = await createSpender(quotas);
        for (const group of groups) {
          const calls = await Promise.all(
            group.map(async ({ isOther, ...change }) => {
              const keyId = isOther ? otherKeyId : spending.keyId;
              return { day: `2026-11-${change.day}`, keyId, result: await spend({ ...change, keyId }) };
            }),
          );
          const rows = await usage();
          const total = totalCalls(rows);
          expect(await used()).toBe(total);
          expect(total).toBeLessThanOrEqual(quotas.quota);
          for (const { day, keyId, result } of calls) {
            const isOfDay = (of: { day: string; keyId?: string | undefined }) =>
              of.day === day && of.keyId === keyId;
            const ofDay = totalCalls(rows.filter(isOfDay));
            expect(ofDay).toBeLessThanOrEqual(quotas.dailyQuota);
            // Each counted call gets its own number of the day.
            const told = calls
              .filter(isOfDay)
              .flatMap((call) => (call.result.kind === "Spent" ? (call.result.usedOfDay ?? 0) : []));
            expect(told.toSorted((a, b) => b - a)).toEqual(told.map((_, before) => ofDay - before));
            // A refusal names a limit that is reached.
            const isTrue = {
              Spent: ofDay > 0,
              DayExhausted: ofDay === quotas.dailyQuota,
              Exhausted: total === quotas.quota,
            };
            expect(isTrue[result.kind], result.kind).toBe(true);
          }
        }
      });
      await fc.assert(property, { numRuns: 30 });
    }, 60_000);
  });
}
