// What is particular to counting in PostgreSQL; what every store promises of it is in test/contracts.
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import postgres from "postgres";
import type { Spending } from "../../../src/accounts/spending.ts";
import { DAY_MS, HOUR_MS } from "../../../src/clock.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

const TAKE = { provider: "open-meteo", day: "2026-11-21", calls: 1, callsMax: 1_000 };
/** More than a day after the store was opened: of what was seen, only later hours count. */
const NOW_MS = Date.parse("2026-11-23T12:00:00Z");

describe.skipIf(!isPostgresInstalled())("counting in PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();
  let current: PostgresStoreUnderTest;
  let call: Spending;

  beforeEach(async () => {
    current = underTest();
    const { id } = await current.createAccount();
    call = { accountId: id, month: "2026-11", day: 21, method: "GetForecast", quota: 500 };
  });

  const spend = (change: Partial<Spending> = {}, store = current.store) =>
    store.spend({ ...call, ...change });
  const days = () =>
    current.sql("SELECT day, method, calls, xmin::text AS commit FROM usage_by_day ORDER BY method");

  it("calls that come together are one commit, alike ones one row, and each is told its own number", async () => {
    await spend();
    const results = await Promise.all([spend(), spend({ method: "RankSafeSlots" }), spend(), spend()]);
    expect(results.map(({ used }) => used)).toEqual([2, 5, 3, 4]);
    const rows = await days();
    expect(rows.map(({ method, calls }) => [method, Number(calls)])).toEqual([
      ["GetForecast", 4],
      ["RankSafeSlots", 1],
    ]);
    expect(new Set(rows.map(({ commit }) => commit)).size).toBe(1);
  });

  it("the last calls of a month go to those who came first, whatever they asked for", async () => {
    const asked = [{}, { method: "RankSafeSlots" }, {}, { day: 22 }, { method: "RankSafeSlots" }];
    const results = await Promise.all(asked.map((change) => spend({ quota: 3, ...change })));
    const used = results.filter(({ kind }) => kind === "Spent").map((result) => result.used);
    expect(used.toSorted()).toEqual([1, 2, 3]);
    expect(await current.sql("SELECT calls FROM month_total")).toEqual([{ calls: "3" }]);
  });

  it("a refused call writes nothing, not even a lock on the month", async () => {
    await spend({ quota: 1 });
    const versions = () => current.sql("SELECT xmin::text, xmax::text, ctid::text FROM month_total");
    const before = await versions();
    expect(await spend({ quota: 1 })).toEqual({ kind: "Exhausted", used: 1 });
    expect(await spend({ quota: 0, month: "2026-12" })).toEqual({ kind: "Exhausted", used: 0 });
    expect(await versions()).toEqual(before);
  });

  it("a call of no account is a fault of its own, and those beside it are counted", async () => {
    const [lost, counted] = await Promise.allSettled([spend({ accountId: "acc_gone" }), spend()]);
    expect(lost).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringContaining("acc_gone") },
    });
    expect(counted).toEqual({ status: "fulfilled", value: { kind: "Spent", used: 1 } });
  });

  it("processes that count the same accounts in opposite orders never wait for each other", async () => {
    const other = (await current.createAccount()).id;
    const stores = [current.store, await current.openAnother(), await current.openAnother()];
    const rounds = stores.map(async (store, process) => {
      const ids = process % 2 === 0 ? [call.accountId, other] : [other, call.accountId];
      for (let round = 0; round < 50; round += 1) {
        await Promise.all(ids.map((accountId) => spend({ accountId }, store)));
      }
    });
    await Promise.all(rounds);
    const totals = await current.sql("SELECT calls FROM month_total");
    expect(totals.map(({ calls }) => Number(calls))).toEqual([150, 150]);
  });

  it("is exact in a database whose transactions are isolated more strictly by default", async () => {
    const name = new URL(current.url).pathname.slice(1);
    await current.sql(`ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`);
    onTestFinished(async () => {
      await current.sql(`ALTER DATABASE ${name} RESET default_transaction_isolation`);
    });
    const stores = [await current.openAnother(), await current.openAnother()];
    const told = Array.from({ length: 100 }, async (_, n) => {
      // Some join a group that others have begun.
      for (let turn = 0; turn < n % 7; turn += 1) await new Promise(setImmediate);
      return spend({ quota: 60 }, stores[n % 2]);
    });
    const spent = (await Promise.all(told)).filter(({ kind }) => kind === "Spent").map(({ used }) => used);
    expect(spent.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
  });

  describe("calls of a provider", () => {
    it("that are taken together are a few commits, and each is told its own number", async () => {
      const { store, sql } = current;
      const transactions = async () => Number((await sql("SELECT txid_current() AS number"))[0]?.["number"]);
      const before = await transactions();
      const days = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          store.takeProviderCalls({ ...TAKE, day: `2026-11-${20 + (n % 2)}` }),
        ),
      );
      expect((await transactions()) - before).toBeLessThan(10);
      expect(days.map(({ used }) => used)).toEqual(
        Array.from({ length: 50 }, (_, n) => Math.ceil((n + 1) / 2)),
      );
    });

    it("that wait for each other keep nobody from being found or counted", async () => {
      const { store, url, openAnother } = current;
      await store.takeProviderCalls(TAKE);
      const hasty = await openAnother({ commandTimeoutMs: undefined });
      await vi.waitFor(() => hasty.ping(), { timeout: 20_000 });
      const other = postgres(url, { max: 1 });
      onTestFinished(() => other.end({ timeout: 0 }));
      await other.begin(async (inside) => {
        await inside`SELECT * FROM provider_day FOR UPDATE`;
        const over = new AbortController();
        const takes = Array.from({ length: 40 }, () =>
          expect(hasty.takeProviderCalls(TAKE)).rejects.toThrow("statement timeout"),
        );
        const allTaken = Promise.all(takes).finally(() => over.abort());
        while (!over.signal.aborted) {
          expect(await hasty.findAccount(call.accountId)).toMatchObject({ id: call.accountId });
          expect((await spend({ quota: 500_000 }, hasty)).kind).toBe("Spent");
        }
        await allTaken;
      });
      expect(await hasty.takeProviderCalls(TAKE)).toMatchObject({ used: 2 });
    });
  });

  describe("old months", () => {
    let accountIds: readonly string[];

    beforeEach(async () => {
      const accounts = await Promise.all(Array.from({ length: 20 }, () => current.createAccount()));
      accountIds = accounts.map(({ id }) => id);
    });

    const goTo = (ms: number) => current.clock.advance(ms - current.clock.nowMs());
    const countAt = (ms: number, month: string, ids: readonly string[] = accountIds.slice(0, 1)) => {
      goTo(ms);
      return Promise.all(ids.map((accountId) => spend({ accountId, month, day: 15 })));
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
        await spend({}, store);
        left.push((await current.sql("SELECT 1 FROM month_total WHERE month = '2025-10'")).length);
      }
      expect(left).toEqual([12, 4, 0]);
    });
  });
});
