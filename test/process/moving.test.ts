// Accounts move from one kind of store to another as docs/stores.md has it, while two sites call: three replicas on the old
// store, three on the new one, and a balancer that asks who is ready.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import { systemClock } from "../../src/clock.ts";
import { createPostgresBacking } from "../contracts/postgres-backing.ts";
import { createSqliteBacking } from "../contracts/sqlite-backing.ts";
import { createRedisBacking } from "../contracts/redis-backing.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { untilListening } from "../support/program.ts";
import { PATIENT_COMMANDS } from "../support/redis-command.ts";
import { isRedisServerInstalled } from "../support/redis-server.ts";
import { startBalancer } from "./balancer.ts";
import { getForecast, openPrograms } from "./open-programs.ts";
import { startLoad, unknownSpends } from "./start-load.ts";

const PATIENCE = { timeout: 60_000, interval: 20 };

/** What an operator may count on; it is some hundred milliseconds where the machine has nothing else to do. */
const WITHOUT_ANSWER_MS_MAX = 60_000;

const BACKINGS = {
  SQLite: createSqliteBacking,
  Redis: createRedisBacking,
  PostgreSQL: async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    return createPostgresBacking(server);
  },
};
type Kind = keyof typeof BACKINGS;

const IS_COMPLETE = isPostgresInstalled() && isRedisServerInstalled();

describe.skipIf(!IS_COMPLETE)("accounts that move under load", { timeout: 240_000 }, () => {
  it.each<{ from: Kind; to: Kind }>([
    { from: "SQLite", to: "PostgreSQL" },
    { from: "PostgreSQL", to: "Redis" },
    { from: "Redis", to: "PostgreSQL" },
  ])(
    "$from to $to: what was answered is counted there, and no revoked key is good there",
    async ({ from, to }) => {
      const [oldUrl, newUrl] = [await urlOf(from), await urlOf(to)];
      const programs = openPrograms(oldUrl);
      const move = async (...options: readonly string[]) => {
        const settings = { STORE_URL: oldUrl, MOVE_TO_STORE_URL: newUrl };
        const program = programs.start(["accounts", "move", ...options], settings);
        expect(await program.ended, program.stderr).toBe(0);
        return program.stdout;
      };
      const startThree = (storeUrl: string) =>
        Promise.all(
          [1, 2, 3].map(async () => ({
            ports: await untilListening(programs.serve({ STORE_URL: storeUrl })),
          })),
        );
      const oldStore = await openPatiently(oldUrl);
      const newStore = await openPatiently(newUrl);
      const sites = [await programs.createCaller(), await programs.createCaller()];
      const [first] = sites;
      const leaked = await issueApiKey({ store: oldStore, accountId: first?.accountId ?? "" });

      const oldReplicas = await startThree(oldUrl);
      await move("--copy-only");
      const newReplicas = await startThree(newUrl);
      const balancer = startBalancer([...oldReplicas, ...newReplicas]);
      onTestFinished(() => balancer.stop());
      await balancer.untilReady(oldReplicas);

      const load = startLoad({ keys: sites.map(({ key }) => key), nextPort: balancer.nextPort });
      await load.untilAnswered(200);
      await oldStore.revokeKey(leaked?.key.id ?? "");
      expect(await move()).toContain("Moved, and compared: 2 accounts");
      await balancer.untilReady(newReplicas);
      await load.untilAnswered(200);
      const { statuses, answersByKey, withoutAnswerMs } = await load.stop();

      // 0 while neither store has a replica that is ready.
      expect(statuses.isSubsetOf(new Set([200, 503, 0]))).toBe(true);
      const unknown = await unknownSpends([...oldReplicas, ...newReplicas]);
      let calls = 0;
      for (const { accountId, key } of sites) {
        const counted = (await newStore.monthlyTotals(accountId))[0]?.calls ?? 0;
        expect(counted).toBeGreaterThanOrEqual(answersByKey.get(key) ?? Infinity);
        calls += counted;
      }
      const answers = [...answersByKey.values()].reduce((sum, count) => sum + count, 0);
      expect(calls).toBeLessThanOrEqual(answers + unknown);
      expect(withoutAnswerMs).toBeLessThan(WITHOUT_ANSWER_MS_MAX);
      for (const { ports } of newReplicas) {
        expect((await getForecast(ports.http, { key: leaked?.apiKey ?? "" })).status).toBe(401);
      }
      for (const { ports } of oldReplicas) {
        expect((await getForecast(ports.http, { key: first?.key ?? "" })).status).toBe(503);
      }
    },
  );
});

async function urlOf(kind: Kind): Promise<string> {
  const backing = await BACKINGS[kind]();
  onTestFinished(() => backing.remove());
  return backing.url;
}

async function openPatiently(url: string) {
  const store = await openStore(url, { clock: systemClock, ...PATIENT_COMMANDS });
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.ping(), PATIENCE);
  return store;
}
