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

      const load = startLoad(sites, balancer);
      await load.untilAnswered(200);
      await oldStore.revokeKey(leaked?.key.id ?? "");
      expect(await move()).toContain("Moved, and compared: 2 accounts");
      await balancer.untilReady(newReplicas);
      await load.untilAnswered(load.answered() + 200);
      const { told, answersBySite, withoutAnswerMs } = await load.stop();

      expect([...told].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      const unknown = await unknownSpends([...oldReplicas, ...newReplicas]);
      let calls = 0;
      for (const { accountId, key } of sites) {
        const counted = (await newStore.monthlyTotals(accountId))[0]?.calls ?? 0;
        expect(counted).toBeGreaterThanOrEqual(answersBySite.get(key) ?? Infinity);
        calls += counted;
      }
      const answers = [...answersBySite.values()].reduce((sum, count) => sum + count, 0);
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

/** Two callers a site, one call after the other, until they are stopped. */
function startLoad(sites: readonly { readonly key: string }[], balancer: ReturnType<typeof startBalancer>) {
  const told = new Set<number>();
  const answersBySite = new Map(sites.map(({ key }) => [key, 0]));
  const answered = () => [...answersBySite.values()].reduce((sum, count) => sum + count, 0);
  const over = new AbortController();
  let lastAnswerMs = performance.now();
  let withoutAnswerMs = 0;
  const keepCalling = async (key: string) => {
    while (!over.signal.aborted) {
      const port = balancer.nextPort();
      const status = port === 0 ? 503 : (await getForecast(port, { key })).status;
      told.add(status);
      if (status === 200) {
        answersBySite.set(key, (answersBySite.get(key) ?? 0) + 1);
        withoutAnswerMs = Math.max(withoutAnswerMs, Math.round(performance.now() - lastAnswerMs));
        lastAnswerMs = performance.now();
      } else {
        // As Retry-After asks for, only sooner.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const callers = [...sites, ...sites].map(({ key }) => keepCalling(key));
  return {
    answered,
    untilAnswered: (count: number) => vi.waitFor(() => expect(answered()).toBeGreaterThan(count), PATIENCE),
    stop: async () => {
      over.abort();
      await Promise.all(callers);
      return { told, answersBySite, withoutAnswerMs };
    },
  };
}

/** As the metric of all replicas tells. */
async function unknownSpends(
  replicas: readonly { readonly ports: { readonly ops: number } }[],
): Promise<number> {
  const texts = await Promise.all(
    replicas.map(async ({ ports }) => (await fetch(`http://127.0.0.1:${ports.ops}/metrics`)).text()),
  );
  const values = texts.join("\n").matchAll(/^suitability_unanswered_spends_total\{.*\} (\d+)$/gm);
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}
