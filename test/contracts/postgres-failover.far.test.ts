// The primary of a PostgreSQL dies under load, and its standby is promoted.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { StoreUnavailable } from "../../src/accounts/store.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";

const PATIENCE = { timeout: 30_000, interval: 20 };

const init = { name: "Courts", plan: "free", monthlyQuota: 1e9 } as const;

describe.skipIf(!isPostgresInstalled())("a PostgreSQL whose primary dies", { timeout: 120_000 }, () => {
  it("goes on at the host that was promoted, with every call that was answered", async () => {
    const primary = await startPostgresServer();
    onTestFinished(() => primary.remove());
    const standby = await primary.startStandby();
    onTestFinished(() => standby.remove());
    // The standby first: that it cannot be written to is no reason to stay there.
    const url = primary.url.replace("@127.0.0.1", `@127.0.0.1:${standby.port},127.0.0.1`);
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const stores = await Promise.all([1, 2, 3].map(() => openStore(url, { clock })));
    onTestFinished(async () => {
      await Promise.all(stores.map((store) => store.close()));
    });
    await Promise.all(stores.map((store) => vi.waitFor(() => store.ping(), PATIENCE)));
    const [first] = stores;
    const account = await vi.waitFor(() => first?.createAccount(init), PATIENCE);
    const accountId = account?.id ?? "";
    const call = { accountId, month: "2026-11", day: 21, method: "GetForecast", quota: 1e9 };

    let told = 0;
    let unknown = 0;
    const over = new AbortController();
    const load = stores.flatMap((store) =>
      Array.from({ length: 4 }, async () => {
        while (!over.signal.aborted) {
          try {
            await store.spend(call);
            told += 1;
          } catch (error) {
            if (!(error instanceof StoreUnavailable)) throw error;
            if (error.mayHaveChanged) unknown += 1;
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        }
      }),
    );
    await vi.waitFor(() => expect(told).toBeGreaterThan(200), PATIENCE);
    await primary.kill();
    const toldBefore = told;
    await standby.promote();
    await vi.waitFor(() => expect(told).toBeGreaterThan(toldBefore + 200), PATIENCE);
    over.abort();
    await Promise.all(load);

    const [total] = await vi.waitFor(() => first?.monthlyTotals(accountId) ?? [], PATIENCE);
    expect(total?.calls).toBeGreaterThanOrEqual(told);
    // Of those alone whose fate nobody told.
    expect(total?.calls).toBeLessThanOrEqual(told + unknown);
  });

  it("leaves none of its sessions waiting for a standby that hangs, and counts exactly when that is back", async () => {
    const primary = await startPostgresServer();
    onTestFinished(() => primary.remove());
    const standby = await primary.startStandby();
    onTestFinished(() => standby.remove());
    const store = await openStore(primary.url, { clock: createManualClock("2026-11-21T14:00:00Z") });
    onTestFinished(() => store.close());
    await vi.waitFor(() => store.ping(), PATIENCE);
    // One for each call, since who waits for a standby holds the account's row.
    const accounts = await vi.waitFor(
      () => Promise.all(Array.from({ length: 12 }, () => store.createAccount(init))),
      PATIENCE,
    );
    const spend = (accountId: string) =>
      store.spend({ accountId, month: "2026-11", day: 21, method: "GetForecast", quota: 1e9 });
    standby.hang();
    for (const { id } of accounts) {
      // It has connected again, so what becomes of a call is not known.
      await vi.waitFor(() => expect(spend(id)).rejects.toMatchObject({ mayHaveChanged: true }), PATIENCE);
    }
    // Two that are in use, and for each the one before, which is about to end.
    const [waiting] = await postgresCommand(
      primary.url,
      "SELECT count(*)::integer AS sessions FROM pg_stat_activity WHERE application_name = 'suitability'",
    );
    expect(waiting?.["sessions"]).toBeLessThanOrEqual(4);
    standby.goOn();
    for (const { id } of accounts) {
      const { used } = await vi.waitFor(() => spend(id), PATIENCE);
      expect(used).toBeLessThanOrEqual(2);
    }
  });
});
