// Calls while PostgreSQL hangs, is down or refuses. silent-server.far.test.ts has the cases that take seconds.
import postgres from "postgres";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { PostgresConnection } from "../../../src/accounts/postgres/connection.ts";
import { createPostgresDatabase } from "../../../src/accounts/postgres/database.ts";
import { sql } from "../../../src/accounts/sql/sql.ts";
import { storeAddressFromUrl } from "../../../src/accounts/store-address.ts";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import type { Spending } from "../../../src/accounts/spending.ts";
import { spendingOf } from "../spending-of.ts";
import { startPgBouncer, isPgBouncerInstalled } from "../../support/programs/pgbouncer.ts";
import { holdUp } from "../../support/fakes/hold-up.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { expectUnavailable } from "../expect-unavailable.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

const UNTIL_BACK = { timeout: 20_000, interval: 20 };

describe.skipIf(!isPostgresInstalled())("a PostgreSQL", { timeout: 60_000 }, () => {
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
  /** A store, by default with the deadline that calls have. */
  const openHasty = async (commandTimeoutMs?: number) => {
    const store = await current.openAnother({ commandTimeoutMs });
    await vi.waitFor(() => store.ping(), UNTIL_BACK);
    return store;
  };

  it("that hangs delays concurrent calls by one deadline, and later calls not at all", async () => {
    const store = await openHasty();
    current.server.hang();
    const startedAtMs = performance.now();
    const asked = Array.from({ length: 50 }, () =>
      expect(spend({}, store)).rejects.toThrow("there was no answer within 400 ms"),
    );
    await Promise.all(asked);
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
    await expectUnavailable(() => spend({}, store));
    // Other operations use another connection, on which no deadline has passed yet.
    await expect(store.listAccounts()).rejects.toThrow("there was no answer within 400 ms");
    for (const use of [() => store.listAccounts(), () => store.ping()]) await expectUnavailable(use);
    current.server.goOn();
    await vi.waitFor(async () => expect((await spend({}, store)).kind).toBe("Spent"), UNTIL_BACK);
  });

  it("with a locked row refuses only that row's account, and counts its calls again after the lock is released", async () => {
    const store = await openHasty();
    const { id: other } = await current.createAccount();
    await spend({}, store);
    await spend({ accountId: other }, store);
    const release = await holdMonth(current.url, call.accountId);
    const told = { held: [] as string[], others: 0 };
    // Longer than the second after which the store tries the account again.
    for (let passedMs = 0; passedMs < 1_500; passedMs += 50) {
      current.clock.advance(50);
      const [ofHeld] = await Promise.allSettled([
        spend({}, store),
        spend({ accountId: other, quota: 1e9 }, store).then(() => (told.others += 1)),
        spend({ accountId: other, quota: 1e9, method: "RankSafeSlots" }, store).then(
          () => (told.others += 1),
        ),
        new Promise((resolve) => setTimeout(resolve, 20)),
      ]);
      const { reason = undefined } = ofHeld as Partial<PromiseRejectedResult>;
      expect(reason).toMatchObject({ mayHaveChanged: false });
      told.held.push(String(reason));
    }
    expect(new Set(told.held)).toEqual(
      new Set([
        `StoreUnavailable: The account store cannot be used: a row of account ${call.accountId} is held by another transaction.`,
      ]),
    );
    expect(told.others).toBe(2 * told.held.length);
    await release();
    current.clock.advance(1_000);
    await vi.waitFor(
      async () => expect(await spend({}, store)).toEqual({ kind: "Spent", used: 2 }),
      UNTIL_BACK,
    );
    expect((await spend({ accountId: other, quota: 1e9 }, store)).used).toBe(told.others + 2);
  });

  it("that hangs may have counted a call, and the error says so", async () => {
    const store = await openHasty(1_000);
    await spend({}, store);
    current.server.hang();
    await expect(spend({}, store)).rejects.toMatchObject({ mayHaveChanged: true });
    await expect(spend({}, store)).rejects.toMatchObject({ mayHaveChanged: false });
    current.server.goOn();
  });

  it("gets a second deadline if this process was blocked", async () => {
    const store = await openHasty();
    await spend({}, store);
    current.server.hang();
    const late = spend({}, store);
    await new Promise(setImmediate);
    holdUp(600);
    current.server.goOn();
    expect(await late).toEqual({ kind: "Spent", used: 2 });
  });

  it("is not blamed if this process was blocked again during its second deadline", async () => {
    const store = await openHasty();
    await spend({}, store);
    current.server.hang();
    const later = spend({}, store);
    await new Promise(setImmediate);
    holdUp(600);
    setTimeout(() => holdUp(600), 1);
    await expect(later).rejects.toMatchObject({
      message: expect.stringContaining("OVERLOADED: this process was held up"),
      isOverload: true,
      mayHaveChanged: true,
    });
    current.server.goOn();
  });

  it("that is down delays no call, and has its old counts when it is back", async () => {
    const { server, store } = current;
    await spend();
    await server.kill();
    await vi.waitFor(() => expect(store.ping()).rejects.toThrow(StoreUnavailable), UNTIL_BACK);
    for (const use of [spend, () => store.ping(), () => store.listAccounts()]) await expectUnavailable(use);
    await server.start();
    await vi.waitFor(() => store.ping(), UNTIL_BACK);
    expect(await spend()).toEqual({ kind: "Spent", used: 2 });
  });

  it("that ends the session of a transaction makes the transaction fail with the first reason", async () => {
    const address = storeAddressFromUrl(current.url);
    if (address?.kind !== "Postgres") throw new Error("the store's URL is not of a PostgreSQL");
    const options = { address: address.address, check: async () => undefined, ...PATIENT_COMMANDS };
    const connection = new PostgresConnection(options);
    const database = createPostgresDatabase({ connection, options });
    let reason: unknown;
    const change = database.transaction(async ({ run }) => {
      await run(sql`SELECT pg_terminate_backend(pg_backend_pid())`).catch((error: unknown) => {
        reason = error;
        throw error;
      });
    });
    const thrown: unknown = await change.catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(StoreUnavailable);
    expect(thrown).toBe(reason);
    await database.close();
    await connection.close();
  });

  it("that refuses the password is unavailable, and the error does not contain the password", async () => {
    const stranger = await current.openAnother({ url: current.url.replace("sesame", "wide") });
    const thrown: unknown = await stranger.ping().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(StoreUnavailable);
    expect(String(thrown)).toContain('password authentication failed for user "postgres"');
    expect(JSON.stringify({ ...(thrown as Error), ...((thrown as Error).cause as object) })).not.toContain(
      "wide",
    );
  });

  it("that turns read-only gives StoreUnavailable, never an exhausted quota, and counts again afterwards", async () => {
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
    "behind a PgBouncer that shares sessions gives an error with the option that STORE_URL needs",
    async () => {
      const pgBouncer = await startPgBouncer(current.server.url);
      onTestFinished(() => pgBouncer.remove());
      const url = pgBouncer.throughIt(current.url).replace("?prepare=false", "");
      const store = await current.openAnother({ url });
      await expect(store.ping()).rejects.toThrow("STORE_URL needs ?prepare=false");
    },
  );
});

/** Locks the rows of an account's months, as a hanging process would, until the returned function is called. */
async function holdMonth(url: string, accountId: string): Promise<() => Promise<void>> {
  const sql = postgres(url, { max: 1 });
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction = sql.begin(async (inside) => {
    await inside`SELECT * FROM month_total WHERE account_id = ${accountId} FOR UPDATE`;
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
