import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../src/clock.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

/** More than a day after the store was opened: of what was seen, only later hours count. */
const NOW_MS = Date.parse("2026-11-23T12:00:00Z");

describe.skipIf(!isPostgresInstalled())("old months in PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();
  let current: PostgresStoreUnderTest;
  let accountIds: readonly string[];

  beforeEach(async () => {
    current = underTest();
    const accounts = await Promise.all(Array.from({ length: 20 }, () => current.createAccount()));
    accountIds = accounts.map(({ id }) => id);
  });

  const goTo = (ms: number) => current.clock.advance(ms - current.clock.nowMs());
  const countAt = (ms: number, month: string, ids: readonly string[] = accountIds.slice(0, 1)) => {
    goTo(ms);
    return Promise.all(
      ids.map((accountId) =>
        current.store.spend({ accountId, month, day: 15, method: "GetForecast", quota: 10 }),
      ),
    );
  };
  /** A day of hours, one after the other, up to an instant; `exceptHours` leaves some of the last out. */
  const seeDay = async (endMs: number, { exceptHours = 0 } = {}) => {
    for (let hour = 23; hour >= exceptHours; hour -= 1) {
      goTo(endMs - hour * HOUR_MS);
      await current.store.ping();
    }
  };
  const months = async () => {
    const totals = await current.sql("SELECT DISTINCT month FROM month_total ORDER BY month");
    const days = await current.sql("SELECT DISTINCT month FROM usage_by_day ORDER BY month");
    expect(days).toEqual(totals);
    return totals.map(({ month }) => month);
  };

  it("are forgotten once they are no longer retained, those alone, with their days", async () => {
    for (const month of ["2025-10", "2025-11"]) await countAt(NOW_MS - 40 * DAY_MS, month);
    await seeDay(NOW_MS);
    await countAt(NOW_MS, "2026-11");
    expect(await months()).toEqual(["2025-11", "2026-11"]);
  });

  it("stay where a clock leaps ahead, and is put right within a day", async () => {
    // So long ago that the server's own clock retains none of it.
    const thenMs = NOW_MS - 2 * 365 * DAY_MS;
    await countAt(thenMs, "2024-11");
    const leaptMs = thenMs + 400 * DAY_MS;
    await seeDay(leaptMs, { exceptHours: 1 });
    await countAt(leaptMs - HOUR_MS, "2025-12");
    expect(await months()).toEqual(["2024-11", "2025-12"]);
    // It was no leap: a year has passed.
    await countAt(leaptMs, "2025-12");
    expect(await months()).toEqual(["2025-12"]);
  });

  it("stay where every clock but the server's is a year ahead", async () => {
    await countAt(NOW_MS, "2026-11");
    const aheadMs = NOW_MS + 400 * DAY_MS;
    await seeDay(aheadMs);
    await countAt(aheadMs, "2027-12");
    expect(await months()).toEqual(["2026-11", "2027-12"]);
  });

  it("of many accounts go with several commits, whichever process makes them", async () => {
    await countAt(NOW_MS - 400 * DAY_MS, "2025-10", accountIds);
    await seeDay(NOW_MS, { exceptHours: 1 });
    const left: number[] = [];
    const stores = [current.store, await current.openAnother(), current.store];
    for (const store of stores) {
      goTo(NOW_MS);
      await store.spend({
        accountId: accountIds[0] ?? "",
        month: "2026-11",
        day: 21,
        method: "GetForecast",
        quota: 10,
      });
      left.push((await current.sql("SELECT 1 FROM month_total WHERE month = '2025-10'")).length);
    }
    expect(left).toEqual([12, 4, 0]);
  });
});
