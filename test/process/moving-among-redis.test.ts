// `accounts move` among the kinds of Redis: one alone, a cluster and one behind Sentinels, each there and away again.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import { systemClock } from "../../src/clock.ts";
import { BARE, exported, FULL, recordsOf } from "../contracts/records-of.ts";
import { startProgram } from "../support/program.ts";
import { startRedisCluster } from "../support/redis-cluster.ts";
import { PATIENT_COMMANDS } from "../support/redis-command.ts";
import { startRedisSentinels } from "../support/redis-sentinels.ts";
import { isRedisServerInstalled, startRedisServer } from "../support/redis-server.ts";

const SPENDING = { accountId: FULL.account.id, month: "2026-11", day: 21, method: "forecast", quota: 99 };

describe.skipIf(!isRedisServerInstalled())("accounts that move among the kinds of Redis", () => {
  it("come with all that was theirs, are counted there, and refused where they were", async () => {
    const starts = [startRedisServer, startRedisCluster, startRedisSentinels, startRedisServer];
    const urls = await Promise.all(
      starts.map(async (start) => {
        const { url, remove } = await start();
        onTestFinished(remove);
        return url;
      }),
    );
    const stores = await Promise.all(urls.map(openPatiently));
    await stores[0]?.importAccounts(recordsOf(FULL, BARE));

    for (const [index, to] of stores.slice(1).entries()) {
      const from = stores[index];
      if (from === undefined) throw new Error("there is no store before the first");
      await from.spend(SPENDING);
      const had = await exported(from);
      const settings = { STORE_URL: urls[index] ?? "", MOVE_TO_STORE_URL: urls[index + 1] ?? "" };
      for (const options of [["--copy-only"], []]) {
        const move = startProgram(["accounts", "move", ...options], settings);
        expect([await move.ended, move.stderr]).toEqual([0, ""]);
      }
      expect(await exported(to)).toEqual(had);
      await expect(from.spend(SPENDING)).rejects.toThrow("or have moved, to another store");
      expect((await to.spend(SPENDING)).used).toBe(8 + 2 * index);
    }
  }, 120_000);
});

async function openPatiently(url: string) {
  const store = await openStore(url, { clock: systemClock, ...PATIENT_COMMANDS });
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.ping(), { timeout: 30_000 });
  return store;
}
