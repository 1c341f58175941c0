// The account store's promises about months that are no longer retained: what is forgotten, and when.
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/lib/time/clock.ts";
import type { StoreUnderTest } from "./account-store-suite.ts";

/** More than a day after the store was opened: an hour counts only if it is later than all hours that the store has seen. */
const NOW_MS = Date.parse("2026-11-23T12:00:00Z");

export function describeRetention(underTest: () => StoreUnderTest): void {
  describe("old months", () => {
    let accountIds: readonly string[];

    beforeEach(async () => {
      const { store } = underTest();
      const init = { name: "Courts", plan: "free", monthlyQuota: 500 };
      const accounts = await Promise.all(Array.from({ length: 20 }, () => store.createAccount(init)));
      accountIds = accounts.map(({ id }) => id);
    });

    const countAt = (
      ms: number,
      month: string,
      { ids = accountIds.slice(0, 1) as readonly string[], store = underTest().store } = {},
    ) => {
      underTest().clock.goTo(ms);
      const call = { month, day: 15, method: "GetForecast", verdict: "safe_to_book", quota: 500 } as const;
      return Promise.all(ids.map((accountId) => store.spend({ ...call, accountId })));
    };
    /** Makes the store note the hour of its clock. */
    const lookAt = async (ms: number) => {
      const { store } = underTest();
      underTest().clock.goTo(ms);
      await store.ping();
      // A ping does not always write to a SQLite file.
      await store.takeProviderCalls({ provider: "any", day: "2026-11-21", calls: 0, callsMax: undefined });
    };
    /** Makes the store note the 23 hours before `endMs`, in order. */
    const seeDay = async (endMs: number) => {
      for (let hour = 23; hour >= 1; hour -= 1) await lookAt(endMs - hour * HOUR_MS);
    };
    /** The months in which accounts have calls; expects the same months in the days and in the sums. */
    const months = async () => {
      const records = await Array.fromAsync(underTest().store.accountRecords());
      return records.flatMap(({ usage, verdicts }) => {
        const ofDays = usage.map(({ day }) => day.slice(0, 7));
        expect(verdicts.map(({ month }) => month)).toEqual(ofDays);
        return ofDays;
      });
    };

    it("are forgotten as soon as they are no longer retained, and no other months are", async () => {
      for (const month of ["2025-10", "2025-11"]) await countAt(NOW_MS - 40 * DAY_MS, month);
      await seeDay(NOW_MS);
      await countAt(NOW_MS, "2026-11");
      expect(await months()).toEqual(["2025-11", "2026-11"]);
    });

    it("stay when a clock leaps ahead, however often, and is put right within a day", async () => {
      // So long ago that, by the clock of a database server, nothing of it is retained.
      const thenMs = NOW_MS - 2 * 365 * DAY_MS;
      await countAt(thenMs, "2024-11");
      const leaptMs = thenMs + 400 * DAY_MS;
      await seeDay(leaptMs);
      for (let leap = 0; leap < 10; leap += 1) {
        for (const ms of [thenMs, leaptMs - HOUR_MS]) await lookAt(ms);
      }
      await countAt(leaptMs - HOUR_MS, "2025-12");
      expect(await months()).toEqual(["2024-11", "2025-12"]);
      // The 24th hour in order shows that the clock has not leapt: a year has passed.
      await countAt(leaptMs, "2025-12");
      expect(await months()).toEqual(["2025-12"]);
    });

    it("stay when a clock is set back", async () => {
      const thenMs = NOW_MS - 2 * 365 * DAY_MS;
      await countAt(thenMs, "2024-11");
      await seeDay(NOW_MS);
      await countAt(thenMs, "2024-11");
      expect(await months()).toEqual(["2024-11"]);
    });

    it("of many accounts are forgotten by several commits, whichever process makes them", async () => {
      const { store, openAnother } = underTest();
      await countAt(NOW_MS - 400 * DAY_MS, "2025-10", { ids: accountIds });
      await seeDay(NOW_MS);
      const left: number[] = [];
      for (const each of [store, await openAnother(), store]) {
        await countAt(NOW_MS, "2026-11", { store: each });
        left.push((await months()).filter((month) => month === "2025-10").length);
      }
      expect(left).toEqual([12, 4, 0]);
    });
  });
}
