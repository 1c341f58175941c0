// A PostgreSQL with synchronous standbys loses its primary under load, and one of the standbys is promoted. The stores know all
// three hosts. test/process/drill.far.test.ts does the same to a fleet.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startPostgresCluster, type PostgresCluster } from "../../scripts/drill/postgres-cluster.ts";
import { openStore } from "../../src/app/open-store.ts";
import type { AccountStore } from "../../src/accounts/store.ts";
import { createFreeAccount } from "../accounts/create-free-account.ts";
import { spendingOf } from "../accounts/spending-of.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { PATIENCE, startSpendingLoad } from "./spending-load.ts";

/** Two stores under load, of which one has revoked a key. */
async function setUp() {
  const cluster = await startPostgresCluster();
  onTestFinished(() => cluster.remove());
  const clock = createManualClock("2026-11-21T14:00:00Z");
  const hosts = cluster.machines.map(({ port }) => `127.0.0.1:${port}`).join(",");
  const url = cluster.primary().url.replace(/@.*\//, `@${hosts}/`);
  const open = () => openStore(`${url}?target_session_attrs=read-write`, { clock });
  const stores = [await open(), await open()] as const;
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });
  for (const store of stores) await vi.waitFor(() => store.ping(), PATIENCE);
  const [store] = stores;
  const account = await createFreeAccount(store, 1e9);
  const key = await store.addKey({ accountId: account.id, prefix: "wsk_Ab12", sha256: "22" });
  const spending = spendingOf(account.id, { quota: 1e9 });
  const load = startSpendingLoad(stores, spending, 2);
  await load.untilTold(50);
  expect(await store.revokeKey(key?.id ?? "")).toBeDefined();
  return { cluster, store, load, accountId: account.id };
}

/** The calls of an account that one host has, whatever it is at the moment. */
async function countedAt({ url }: { readonly url: string }, accountId: string): Promise<number> {
  const clock = createManualClock("2026-11-21T14:00:00Z");
  const store = await openStore(url, { clock });
  try {
    const [month] = await vi.waitFor(() => store.monthlyTotals(accountId), PATIENCE);
    return month?.calls ?? 0;
  } finally {
    await store.close();
  }
}

/** Ends the primary, and returns what lets it come back. */
const ENDS: readonly {
  readonly how: string;
  readonly end: (cluster: PostgresCluster) => Promise<() => Promise<void>>;
}[] = [
  {
    how: "was killed",
    end: async (cluster) => {
      const primary = cluster.primary();
      await primary.kill();
      return () => cluster.rejoin(primary);
    },
  },
  {
    how: "was demoted to a standby",
    end: async (cluster) => {
      const primary = cluster.primary();
      await primary.shutDown();
      return () => cluster.rejoin(primary, { isClean: true });
    },
  },
];

const END_SESSIONS =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'suitability'";

async function expectExact(store: AccountStore, load: ReturnType<typeof startSpendingLoad>) {
  const { told, unknown, counted } = await load.stop(store);
  expect(counted).toBeGreaterThanOrEqual(told);
  expect(counted).toBeLessThanOrEqual(told + unknown);
}

describe.skipIf(!isPostgresInstalled())("a PostgreSQL whose primary", { timeout: 120_000 }, () => {
  it.each(ENDS)(
    "$how has every answered count and every revocation at its successor, and none more than those of unknown fate",
    async ({ end }) => {
      const { cluster, store, load } = await setUp();
      const comeBack = await end(cluster);
      await cluster.promote();
      await load.untilTold(50);
      await comeBack();
      await cluster.untilFollowedBy(2);
      await load.untilTold(50);
      await expectExact(store, load);
      expect(await store.findCaller("22", "2026-11")).toBeUndefined();
      expect(await store.listAccounts()).toHaveLength(1);
    },
  );

  it("was frozen, and wakes beside its successor, counts nothing any more", async () => {
    const { cluster, store, load, accountId } = await setUp();
    const frozen = cluster.primary();
    frozen.hang();
    await cluster.promote();
    await load.untilTold(50);
    frozen.goOn();
    const before = await countedAt(frozen, accountId);
    // Each time the stores connect again, to either of the two that say that they can be written to.
    for (let round = 0; round < 3; round += 1) {
      await postgresCommand(cluster.primary().url, END_SESSIONS);
      await load.untilTold(50);
    }
    expect(await countedAt(frozen, accountId)).toBe(before);
    await frozen.kill();
    await load.untilTold(50);
    await expectExact(store, load);
  });
});
