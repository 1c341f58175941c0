// The account store's promises about monthly totals.
import { describe, expect, it } from "vitest";
import type { Account } from "../../src/accounts/account.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";

export function describeTotals(underTest: () => StoreUnderTest): void {
  describe("monthly totals", () => {
    it("are the sums of each month's rows, newest first, without months that have no calls", async () => {
      const { store, createAccount, account } = await underTest().createAccount();
      const { account: other } = await createAccount();
      const spend = (month: string, day: number, method: string, accountId = account.id) =>
        store.spend({ accountId, month, day, method, quota: 10 });
      await spend("2026-09", 30, "forecast");
      await spend("2026-11", 1, "forecast");
      await spend("2026-11", 1, "safe-slots");
      await spend("2026-11", 21, "forecast");
      await spend("2026-10", 21, "forecast", other.id);

      expect(await store.monthlyTotals(account.id)).toMatchObject([
        { month: "2026-11", calls: 3 },
        { month: "2026-09", calls: 1 },
      ]);
      expect(await store.monthlyTotals("acc_nobody")).toEqual([]);
    });

    it("of one month come with its rows: those of `usage`, and the verdicts of the month", async () => {
      const { store, account } = await underTest().createAccount();
      const call = { accountId: account.id, quota: 10, month: "2026-11" };
      await store.spend({ ...call, day: 1, method: "forecast", verdict: "safe_to_book" });
      await store.spend({ ...call, day: 2, method: "forecast", verdict: "not_recommended" });
      await store.spend({ ...call, day: 2, method: "usage" });
      await store.spend({ ...call, month: "2026-10", day: 2, method: "forecast", verdict: "safe_to_book" });
      const verdicts = { safe_to_book: 1, proceed_with_caution: 0, not_recommended: 1 };
      const rows = await store.usage(account.id, "2026-11");
      expect(rows.map(({ calls }) => calls)).toEqual([1, 1, 1]);
      expect(await store.usageOfMonth(account.id, "2026-11")).toEqual({ rows, verdicts });
      const none = { safe_to_book: 0, proceed_with_caution: 0, not_recommended: 0 };
      expect(await store.usageOfMonth("acc_nobody", "2026-11")).toEqual({ rows: [], verdicts: none });
    });

    /** Three accounts, one of them without calls in November, of which the first has changed its plan. */
    const createThree = async () => {
      const { store, clock } = underTest();
      const accounts: { account: Account; calls: number }[] = [];
      for (const calls of [2, 0, 1]) {
        const account = await store.createAccount({ name: "Club", plan: "growth", monthlyQuota: 10 });
        accounts.push({ account, calls });
        clock.advance(1);
        const spending = { accountId: account.id, day: 3, method: "forecast", quota: 10 };
        for (const month of ["2026-10", ...Array.from({ length: calls }, () => "2026-11")]) {
          await store.spend({ ...spending, month });
        }
      }
      const [first, , last] = accounts.map(({ account }) => account.id);
      const moved = await store.updateAccount(first ?? "", { plan: "starter" });
      const usageOf = (month: string, after?: string) => Array.fromAsync(store.usageOfAll(month, after));
      return { accounts, first, last, moved, usageOf };
    };

    it("of all accounts have the oldest account first, also without calls", async () => {
      const { accounts, moved, usageOf } = await createThree();
      const all = await usageOf("2026-11");
      expect(all.map(({ account, calls }) => ({ account, calls }))).toEqual([
        { ...accounts[0], account: moved },
        ...accounts.slice(1),
      ]);
      expect((await usageOf("2026-09")).map(({ calls }) => calls)).toEqual([0, 0, 0]);
    });

    it("of all accounts have the history of each", async () => {
      const { usageOf } = await createThree();
      for (const { account, history } of await usageOf("2026-11")) {
        expect(history).toEqual(await underTest().store.planHistory(account.id));
      }
    });

    it("of the accounts after a given one are those of all without the earlier ones", async () => {
      const { first, last, usageOf } = await createThree();
      expect(await usageOf("2026-11", first)).toEqual((await usageOf("2026-11")).slice(1));
      expect(await usageOf("2026-11", last)).toEqual([]);
      expect(await usageOf("2026-11", "acc_nobody")).toEqual([]);
    });

    it("have the last month in which each key was used", async () => {
      const { store, createAccount, account, keyId } = await underTest().createAccount();
      const { account: other, keyId: otherKeyId } = await createAccount();
      const spend = (month: string, key: string, accountId = account.id) =>
        store.spend({ accountId, keyId: key, month, day: 30, method: "forecast", quota: 10 });
      await spend("2026-10", keyId);
      await spend("2026-09", keyId);
      await spend("2026-11", otherKeyId, other.id);
      expect(await store.lastMonths(account.id)).toEqual(new Map([[keyId, "2026-10"]]));
      expect(await store.lastMonths("acc_nobody")).toEqual(new Map());
    });

    it("go back twelve months before the current one, and no further", async () => {
      const { store, clock, account } = await underTest().createAccount();
      const months = ["2026-11", "2026-12", "2027-11", "2027-12"];
      for (const month of months) {
        clock.goTo(`${month}-15T12:00:00Z`);
        await store.spend({ accountId: account.id, month, day: 15, method: "forecast", quota: 10 });
      }
      const told = (await store.monthlyTotals(account.id)).map(({ month }) => month);
      expect(told).toEqual(["2027-12", "2027-11", "2026-12"]);
    });
  });
}
