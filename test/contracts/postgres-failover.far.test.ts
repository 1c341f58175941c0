// The primary of a PostgreSQL dies under load, and its standby is promoted.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { AccountStore } from "../../src/accounts/store.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { PATIENCE, startSpendingLoad } from "./spending-load.ts";

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

    const load = startSpendingLoad(stores, call, 4);
    await load.untilTold(200);
    await primary.kill();
    await standby.promote();
    await load.untilTold(200);
    const { told, unknown, counted } = await load.stop(stores[0] as AccountStore);
    expect(counted).toBeGreaterThanOrEqual(told);
    // Of those alone whose fate nobody told.
    expect(counted).toBeLessThanOrEqual(told + unknown);
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
