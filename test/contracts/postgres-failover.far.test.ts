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

  it("counts nothing that it does not answer while its synchronous standby is away, but for one batch a replica", async () => {
    const primary = await startPostgresServer();
    onTestFinished(() => primary.remove());
    const standby = await primary.startStandby();
    onTestFinished(() => standby.remove());
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const stores = await Promise.all([1, 2].map(() => openStore(primary.url, { clock })));
    onTestFinished(async () => {
      await Promise.all(stores.map((store) => store.close()));
    });
    await Promise.all(stores.map((store) => vi.waitFor(() => store.ping(), PATIENCE)));
    // One for each caller, since who waits for a standby holds the account's row.
    const accounts = await vi.waitFor(
      () => Promise.all([1, 2, 3, 4].map(() => stores[0]?.createAccount(init))),
      PATIENCE,
    );
    const loads = accounts.map((account, n) =>
      startSpendingLoad(
        [stores[n % 2] as AccountStore],
        { accountId: account?.id ?? "", month: "2026-11", day: 21, method: "GetForecast", quota: 1e9 },
        1,
      ),
    );
    const taking = { provider: "open-meteo", day: "2026-11-21", calls: 1, callsMax: 1e9 };
    const take = () => stores[0]?.takeProviderCalls(taking);
    const { used: takenBefore } = (await vi.waitFor(take, PATIENCE)) ?? { used: Number.NaN };
    await Promise.all(loads.map((load) => load.untilTold(50)));

    await standby.kill();
    // Long enough for each to be refused because of a commit that did not come back, and then again and again.
    for (const load of loads) {
      const isRefused = () =>
        expect([...load.reasons].join()).toContain("a commit did not come back within 3000 ms");
      await vi.waitFor(isRefused, PATIENCE);
    }
    await vi.waitFor(() => expect(take()).rejects.toThrow("a commit did not come back"), PATIENCE);
    await expect(take()).rejects.toMatchObject({ mayHaveChanged: false });
    const [waiting] = await postgresCommand(
      primary.url,
      "SELECT count(*)::integer AS sessions FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
    );
    // Of each store one that counts and one for calls of providers, and for each the one before, which is about to end.
    expect(waiting?.["sessions"]).toBeLessThanOrEqual(8);

    await standby.start();
    await Promise.all(loads.map((load) => load.untilTold(50)));
    for (const load of loads) {
      const { told, unknown, counted } = await load.stop(stores[0] as AccountStore);
      expect(unknown).toBeLessThanOrEqual(1);
      expect(counted).toBe(told + unknown);
    }
    const taken = await vi.waitFor(take, PATIENCE);
    expect(taken?.used).toBeLessThanOrEqual(takenBefore + 2);
  });
});
