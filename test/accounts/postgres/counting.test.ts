// What is particular to counting in PostgreSQL. test/contracts has what every store promises; roles.test.ts tests which
// months the server retains by its own clock.
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import postgres from "postgres";
import { postgresAddressFromUrl, type PostgresAddress } from "../../../src/accounts/postgres/address.ts";
import { PostgresConnection } from "../../../src/accounts/postgres/connection.ts";
import type { Spending } from "../../../src/accounts/spending.ts";
import { spendingOf } from "../spending-of.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

const TAKE = { provider: "open-meteo", day: "2026-11-21", calls: 1, callsMax: 1_000 };
describe.skipIf(!isPostgresInstalled())("counting in PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();
  let current: PostgresStoreUnderTest;
  let call: Spending;

  beforeEach(async () => {
    current = underTest();
    const { id } = await current.createAccount();
    call = spendingOf(id);
  });

  const spend = (change: Partial<Spending> = {}, store = current.store) =>
    store.spend({ ...call, ...change });
  const days = () =>
    current.sql("SELECT day, method, calls, xmin::text AS commit FROM usage_by_day ORDER BY method");

  describe("concurrent calls", () => {
    const spendTogether = async () => {
      await spend();
      return Promise.all([spend(), spend({ method: "RankSafeSlots" }), spend(), spend()]);
    };

    it("get a number each", async () => {
      expect((await spendTogether()).map(({ used }) => used)).toEqual([2, 5, 3, 4]);
    });

    it("share a row if they are equal", async () => {
      await spendTogether();
      expect((await days()).map(({ method, calls }) => [method, Number(calls)])).toEqual([
        ["GetForecast", 4],
        ["RankSafeSlots", 1],
      ]);
    });

    it("share a commit", async () => {
      await spendTogether();
      expect(new Set((await days()).map(({ commit }) => commit)).size).toBe(1);
    });
  });

  it("a refused call writes nothing, not even a lock on the month", async () => {
    await spend({ quota: 1 });
    const versions = () => current.sql("SELECT xmin::text, xmax::text, ctid::text FROM month_total");
    const before = await versions();
    expect(await spend({ quota: 1 })).toEqual({ kind: "Exhausted", used: 1 });
    expect(await spend({ quota: 0, month: "2026-12" })).toEqual({ kind: "Exhausted", used: 0 });
    expect(await versions()).toEqual(before);
  });

  it("a call of an unknown account fails, and the other calls of its group are counted", async () => {
    const [lost, counted] = await Promise.allSettled([spend({ accountId: "acc_gone" }), spend()]);
    expect(lost).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringContaining("acc_gone") },
    });
    expect(counted).toEqual({ status: "fulfilled", value: { kind: "Spent", used: 1 } });
  });

  it("no key or sport changes while accounts move to another store", async () => {
    const change = (text: string) => current.sql(`SET lock_timeout = 50; ${text}`);
    const changes = ["UPDATE api_key SET revoked_at_ms = 1", "DELETE FROM custom_sport"];
    await current.store.leaveFor(async () => {
      for (const each of changes) await expect(change(each)).rejects.toThrow("lock timeout");
    });
    for (const each of changes) await change(each);
  });

  it("a connection finishes what is in flight before it closes", async () => {
    const address = postgresAddressFromUrl(current.url) as PostgresAddress;
    const check = async () => undefined;
    const connection = new PostgresConnection({ address, check, ...PATIENT_COMMANDS });
    const answer = connection.ask((sql) => sql`SELECT pg_sleep(0.1)`);
    // The second close waits like the first.
    await Promise.all([connection.close(), connection.close()]);
    expect(await answer).toHaveLength(1);
    await expect(connection.ask((sql) => sql`SELECT 1`)).rejects.toThrow("it has been closed");
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

  it("calls that waited for another process's count of their month are counted up to what that has left of the quota", async () => {
    const other = (await current.createAccount()).id;

    await Promise.all([spend(), spend({ accountId: other })]);
    const sql = postgres(current.url, { max: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    const results = await sql.begin(async (inside) => {
      const held = {
        account_id: call.accountId,
        month: "2026-11",
        day: 21,
        key_id: "",
        method: "GetForecast",
      };
      const asked = [{ ...held, quota: 4, calls: 2, verdicts: "--" }];
      await inside`SELECT * FROM count_calls(${inside.json(asked)})`;
      const waiting = Promise.all([
        spend({ quota: 4, method: "RankSafeSlots" }),
        spend({ quota: 4 }),
        spend({ quota: 4, accountId: other }),
      ]);
      await vi.waitFor(async () => {
        const waits = await current.sql("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
        expect(waits).toHaveLength(1);
      });
      return { waiting };
    });
    expect(await results.waiting).toEqual(
      [
        { kind: "Spent", used: 4 },
        { kind: "Exhausted", used: 4 },
        { kind: "Spent", used: 2 },
      ].map((result) => expect.objectContaining(result)),
    );
    expect(await current.store.monthlyTotals(call.accountId)).toMatchObject([{ calls: 4 }]);
  });

  it("is exact in a database whose transactions are isolated more strictly by default", async () => {
    const name = new URL(current.url).pathname.slice(1);
    await current.sql(`ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`);
    onTestFinished(async () => {
      await current.sql(`ALTER DATABASE ${name} RESET default_transaction_isolation`);
    });
    const stores = [await current.openAnother(), await current.openAnother()];
    const told = Array.from({ length: 100 }, async (_, n) => {
      // Some calls join a group that others have begun.
      for (let turn = 0; turn < n % 7; turn += 1) await new Promise(setImmediate);
      return spend({ quota: 60 }, stores[n % 2]);
    });
    const spent = (await Promise.all(told)).filter(({ kind }) => kind === "Spent").map(({ used }) => used);
    expect(spent.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
  });

  describe("calls of a provider", () => {
    it("that are taken together need few commits, and each gets its own number", async () => {
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

    it("that wait for each other delay no look-up and no count", async () => {
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
});
