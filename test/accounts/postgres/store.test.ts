// What is particular to the store in PostgreSQL; what every store promises is in test/contracts.
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import postgres from "postgres";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import type { Spending } from "../../../src/accounts/spending.ts";
import { startPgBouncer, isPgBouncerInstalled } from "../../support/pgbouncer.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { throughFirstOnly } from "./through-first-only.ts";
import { expectUnavailable } from "../expect-unavailable.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

const UNTIL_BACK = { timeout: 20_000, interval: 20 };

describe.skipIf(!isPostgresInstalled())("the store in PostgreSQL", { timeout: 60_000 }, () => {
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
  /** A store with the deadline that callers have. */
  const openHasty = async (url = current.url) => {
    const store = await current.openAnother({ url, commandTimeoutMs: undefined });
    await vi.waitFor(() => store.ping(), UNTIL_BACK);
    return store;
  };
  const hang = () => {
    current.server.hang();
    onTestFinished(() => current.server.goOn());
  };
  const days = () =>
    current.sql("SELECT day, method, calls, xmin::text AS commit FROM usage_by_day ORDER BY method");

  describe("counting", () => {
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
      const asked = [spend({ quota: 3 }), spend({ quota: 3, method: "RankSafeSlots" }), spend({ quota: 3 })];
      const late = [spend({ quota: 3, day: 22 }), spend({ quota: 3, method: "RankSafeSlots" })];
      const results = await Promise.all([...asked, ...late]);
      expect(
        results
          .filter(({ kind }) => kind === "Spent")
          .map(({ used }) => used)
          .toSorted(),
      ).toEqual([1, 2, 3]);
      expect(results.filter(({ kind }) => kind === "Exhausted")).toEqual([
        { kind: "Exhausted", used: 3 },
        { kind: "Exhausted", used: 3 },
      ]);
      const [total] = await current.sql("SELECT calls FROM month_total");
      expect(Number(total?.["calls"])).toBe(3);
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
      const stores = [await current.openAnother(), await current.openAnother()];
      const told = Array.from({ length: 100 }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, n % 7));
        return spend({ quota: 60 }, stores[n % 2]);
      });
      const spent = (await Promise.all(told)).filter(({ kind }) => kind === "Spent").map(({ used }) => used);
      expect(spent.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    });

    it("the view for bills has a row for each account and month", async () => {
      const init = { name: "Pitches", plan: "starter", monthlyQuota: 9, externalRef: "4711" } as const;
      const { account } = await current.store.createAccountOnce(init);
      await Promise.all([spend(), spend(), spend({ month: "2026-12", day: 1, accountId: account.id })]);
      const courts = { account_id: call.accountId, account_name: "Courts", plan: "free", external_ref: null };
      const pitches = {
        account_id: account.id,
        account_name: "Pitches",
        plan: "starter",
        external_ref: "4711",
      };
      expect(await current.sql("SELECT * FROM usage_by_month ORDER BY month")).toEqual([
        { month: "2026-11", calls: "2", ...courts },
        { month: "2026-12", calls: "1", ...pitches },
      ]);
    });
  });

  describe("a server that fails", () => {
    it("one that hangs costs those who ask together one deadline, and those after nothing", async () => {
      const store = await openHasty();
      hang();
      const startedAtMs = performance.now();
      const asked = Array.from({ length: 50 }, () =>
        expect(spend({}, store)).rejects.toThrow("there was no answer within 400 ms"),
      );
      await Promise.all(asked);
      expect(performance.now() - startedAtMs).toBeLessThan(5_000);
      await expectUnavailable(() => spend({}, store));
      // What else is asked goes over another connection, which has not been waited for yet.
      await expect(store.listAccounts()).rejects.toThrow("there was no answer within 400 ms");
      for (const use of [() => store.listAccounts(), () => store.ping()]) await expectUnavailable(use);
      current.server.goOn();
      await vi.waitFor(async () => expect((await spend({}, store)).kind).toBe("Spent"), UNTIL_BACK);
    });

    it("one that hangs while calls' own connection is made costs no call of an open store anything", async () => {
      const url = await throughFirstOnly(current.url);
      const store = await current.openAnother({ url, commandTimeoutMs: undefined });
      await store.findAccount(call.accountId);
      await expectUnavailable(() => spend({}, store));
    });

    it("one that hangs may have counted: it says so; one that said it did not has not", async () => {
      const store = await openHasty();
      await spend({}, store);
      const release = await holdMonth(current.url);
      await expect(spend({}, store)).rejects.toMatchObject({
        message: expect.stringContaining("statement timeout"),
        mayHaveChanged: false,
      });
      await release();
      // The connection is as good as before.
      expect(await spend({}, store)).toEqual({ kind: "Spent", used: 2 });

      hang();
      await expect(spend({}, store)).rejects.toMatchObject({ mayHaveChanged: true });
      await expect(spend({}, store)).rejects.toMatchObject({ mayHaveChanged: false });
      current.server.goOn();
    });

    it("one that ends our session in the middle may have counted", async () => {
      await spend();
      const release = await holdMonth(current.url);
      const told = spend().catch((error: unknown) => error);
      await vi.waitFor(async () => {
        const rows = await current.sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'suitability' AND wait_event_type = 'Lock'",
        );
        expect(rows).toHaveLength(1);
      }, UNTIL_BACK);
      expect(await told).toMatchObject({ name: "StoreUnavailable", mayHaveChanged: true });
      await release();
      await vi.waitFor(async () => expect(await spend()).toEqual({ kind: "Spent", used: 2 }), UNTIL_BACK);
    });

    it("one that is gone costs nobody anything, and is used again when it is back, with what it had", async () => {
      const { server, store } = current;
      await spend();
      await server.kill();
      await vi.waitFor(() => expect(store.ping()).rejects.toThrow(StoreUnavailable), UNTIL_BACK);
      for (const use of [spend, () => store.ping(), () => store.listAccounts()]) await expectUnavailable(use);
      await server.start();
      await vi.waitFor(() => store.ping(), UNTIL_BACK);
      expect(await spend()).toEqual({ kind: "Spent", used: 2 });
    });

    it("one that hangs from the start does not keep the store from opening, and is used as soon as it answers", async () => {
      hang();
      const startedAtMs = performance.now();
      const early = await current.openAnother();
      await expectUnavailable(() => early.ping());
      // 3,000 ms are what a connection may take; the rest is left for a busy machine.
      expect(performance.now() - startedAtMs).toBeLessThan(10_000);
      current.server.goOn();
      await vi.waitFor(async () => expect((await spend({}, early)).kind).toBe("Spent"), UNTIL_BACK);
    });

    it("one that accepts connections and says nothing has none of ours left when the store is closed", async () => {
      const sockets = new Set<Socket>();
      const mute = createServer((socket) => {
        sockets.add(socket.on("close", () => sockets.delete(socket)).resume());
      }).listen(0, "127.0.0.1");
      await once(mute, "listening");
      onTestFinished(() => void mute.close());
      const { port } = mute.address() as AddressInfo;
      const store = await current.openAnother({ url: `postgres://service@127.0.0.1:${port}/suitability` });
      await expectUnavailable(() => store.ping());
      await store.close();
      await vi.waitFor(() => expect(sockets.size).toBe(0), UNTIL_BACK);
      // Nor is another made later, which would keep the process from ending.
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(sockets.size).toBe(0);
    });

    it("one that refuses the password is unavailable, and no message repeats it", async () => {
      const stranger = await current.openAnother({ url: current.url.replace("sesame", "wide") });
      const thrown: unknown = await stranger.ping().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(StoreUnavailable);
      expect(String(thrown)).toContain('password authentication failed for user "postgres"');
      expect(JSON.stringify({ ...(thrown as Error), ...((thrown as Error).cause as object) })).not.toContain(
        "wide",
      );
    });

    it("one that turns read-only is unavailable, never a used-up quota, and counts again after", async () => {
      await spend();
      await current.sql("ALTER SYSTEM SET default_transaction_read_only = on");
      await current.sql("SELECT pg_reload_conf()");
      await vi.waitFor(() => expect(spend()).rejects.toThrow(StoreUnavailable), UNTIL_BACK);
      await vi.waitFor(() => expect(spend()).rejects.toThrow("it is read-only, as a standby is"), UNTIL_BACK);
      await current.sql("ALTER SYSTEM RESET default_transaction_read_only");
      await current.sql("SELECT pg_reload_conf()");
      await vi.waitFor(async () => expect((await spend()).kind).toBe("Spent"), UNTIL_BACK);
    });

    it.skipIf(!isPgBouncerInstalled())(
      "a PgBouncer that shares sessions is told from the error how to name it",
      async () => {
        const pgBouncer = await startPgBouncer(current.server.url);
        onTestFinished(() => pgBouncer.remove());
        const url = pgBouncer.throughIt(current.url).replace("?prepare=false", "");
        const store = await current.openAnother({ url });
        await expect(store.ping()).rejects.toThrow("STORE_URL needs ?prepare=false");
      },
    );
  });
});

/** Holds the lock on every month until the returned function is called, as a process that never finishes does. */
async function holdMonth(url: string): Promise<() => Promise<void>> {
  const sql = postgres(url, { max: 1 });
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction = sql.begin(async (inside) => {
    await inside`SELECT * FROM month_total FOR UPDATE`;
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return async () => {
    released.resolve();
    await transaction;
    await sql.end();
  };
}
