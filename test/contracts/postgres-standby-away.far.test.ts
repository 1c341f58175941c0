// The synchronous standby of a PostgreSQL dies under load. test/process/drill.far.test.ts kills the primary.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { AccountStore } from "../../src/accounts/store.ts";
import { openStore } from "../../src/app/open-store.ts";
import { spendingOf } from "../accounts/spending-of.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { PATIENCE, startSpendingLoad } from "./spending-load.ts";

describe.skipIf(!isPostgresInstalled())(
  "a PostgreSQL whose synchronous standby is away",
  { timeout: 120_000 },
  () => {
    it("counts no unanswered call, except one batch for each replica", async () => {
      const primary = await postgresServerOfTest();
      const standby = await primary.startStandby();
      onTestFinished(() => standby.remove());
      await postgresCommand(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
      await postgresCommand(primary.url, "SELECT pg_reload_conf()");
      const clock = createManualClock("2026-11-21T14:00:00Z");
      const stores = await Promise.all([1, 2].map(() => openStore(primary.url, { clock })));
      onTestFinished(async () => {
        await Promise.all(stores.map((store) => store.close()));
      });
      await Promise.all(stores.map((store) => vi.waitFor(() => store.ping(), PATIENCE)));
      // One account for each caller, because a call that waits for the standby locks its account's row.
      const accounts = await vi.waitFor(
        () =>
          Promise.all(
            [1, 2, 3, 4].map(() =>
              stores[0]?.createAccount({ name: "Courts", plan: "free", monthlyQuota: 1e9 }),
            ),
          ),
        PATIENCE,
      );
      const loads = accounts.map((account, n) =>
        startSpendingLoad([stores[n % 2] as AccountStore], spendingOf(account?.id ?? "", { quota: 1e9 }), 1),
      );
      const taking = { provider: "open-meteo", day: "2026-11-21", calls: 1, callsMax: 1e9 };
      const take = () => stores[0]?.takeProviderCalls(taking);
      const { used: takenBefore } = (await vi.waitFor(take, PATIENCE)) ?? { used: Number.NaN };
      await Promise.all(loads.map((load) => load.untilTold(50)));

      await standby.kill();
      // Wait until each load was refused because a commit did not come back.
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
      // For each store, one session that counts, one for provider calls, and the two before them, which are about to end.
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
  },
);
