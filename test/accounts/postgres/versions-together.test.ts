// Replicas of the version before, which call count_calls, beside replicas of this version on one database.
import postgres from "postgres";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openStore, loadTables } from "../../../src/app/open-store.ts";
import type { Store } from "../../../src/app/store.ts";
import { createTablesCheck } from "../../../src/accounts/postgres/database.ts";
import { postgresSteps } from "../../../src/accounts/postgres/schema.ts";
import type { Spending } from "../../../src/accounts/spending.ts";
import { systemClock } from "../../../src/lib/time/clock.ts";
import { totalCalls } from "../../../src/accounts/usage.ts";
import { createFreeAccount } from "../create-free-account.ts";
import { countAt } from "../../contracts/postgres-backing.ts";
import { usePostgresServer } from "../../contracts/use-postgres-server.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";

const STEPS = postgresSteps((await loadTables()).steps.postgres);

const KEY = "key_abcdefghijkl";
const METHODS = ["GetBookingConfidence", "GetForecast", "RankSafeSlots"];
const ROUNDS = 60;

interface OldReply {
  readonly used_before: number;
  readonly counted: number;
}

/** What each replica asks in each round: the methods of each account, under one key. */
interface Load {
  readonly accountIds: readonly string[];
  readonly quota: number;
  readonly dailyQuota?: number;
}

describe.skipIf(!isPostgresInstalled())("two versions of the service", { timeout: 60_000 }, () => {
  const server = usePostgresServer();

  /** A database that a replica of the version before has made and uses, and that two replicas of this one have migrated. */
  const setUp = async () => {
    const url = await server().createDatabase();
    const types = { int8: { to: 20, from: [20], serialize: String, parse: Number } };
    const old = postgres(url, { max: 1, onnotice: () => undefined, types });
    onTestFinished(() => old.end({ timeout: 0 }));
    await createTablesCheck({ steps: STEPS.slice(0, 2) })(old);
    const stores = [1, 2].map(() => openStore(url, { clock: systemClock, ...PATIENT_COMMANDS }));
    const opened = await Promise.all(stores);
    onTestFinished(async () => void (await Promise.all(opened.map((store) => store.close()))));
    for (const store of opened) await vi.waitFor(() => store.ping(), { timeout: 15_000 });
    await countAt(url, "'2026-11-21T14:00:00Z'");
    const [store] = opened as [Store, Store];
    const accounts = await Promise.all([1, 2, 3, 4].map(() => createFreeAccount(store)));
    return { old, opened, store, accountIds: accounts.map(({ id }) => id) };
  };

  /** Counts as the version before does. Returns the numbers of the month that the counted calls got, by account. */
  const spendByOld = async (old: postgres.Sql<{ int8: number }>, { accountIds, quota, dailyQuota }: Load) => {
    const rows = accountIds.toSorted().flatMap((id) => METHODS.map((method) => [id, method] as const));
    const asked = rows.map(([account_id, method]) => {
      const limits = { quota, daily_quota: dailyQuota ?? null };
      return {
        account_id,
        month: "2026-11",
        day: 21,
        key_id: KEY,
        method,
        ...limits,
        calls: 2,
        verdicts: "ss",
      };
    });
    const replies = await old<OldReply[]>`SELECT * FROM count_calls(${old.json(asked)})`;
    return replies.flatMap(({ used_before, counted }, index) =>
      Array.from({ length: counted }, (_, n) => `${rows[index]?.[0]} ${used_before + n + 1}`),
    );
  };

  const spendByNew = async (store: Store, { accountIds, quota, dailyQuota }: Load) => {
    const spending = {
      month: "2026-11",
      day: 21,
      keyId: KEY,
      verdict: "safe_to_book",
      quota,
      dailyQuota,
    } as const;
    const calls = accountIds.flatMap((accountId) =>
      METHODS.map((method): Spending => ({ ...spending, accountId, method })),
    );
    const results = await Promise.all(calls.map((call) => store.spend(call)));
    return results.flatMap(({ kind, used }, index) =>
      kind === "Spent" ? `${calls[index]?.accountId} ${used}` : [],
    );
  };

  it.each([
    { limits: { quota: 1e9 }, expected: ROUNDS * METHODS.length * 4 },
    { limits: { quota: 200 }, expected: 200 },
    { limits: { quota: 1e9, dailyQuota: 150 }, expected: 150 },
  ])(
    "count the same accounts at the same time up to $limits, each call once, and never wait for each other",
    async ({ limits, expected }) => {
      const { old, opened, store, accountIds } = await setUp();
      const load = { accountIds, ...limits };
      const repeat = async (spend: () => Promise<readonly string[]>) => {
        const told: string[] = [];
        for (let round = 0; round < ROUNDS; round += 1) told.push(...(await spend()));
        return told;
      };
      const told = await Promise.all([
        repeat(() => spendByOld(old, load)),
        ...opened.map((each) => repeat(() => spendByNew(each, load))),
      ]);
      const numbers = accountIds.flatMap((id) =>
        Array.from({ length: expected }, (_, n) => `${id} ${n + 1}`),
      );
      expect(told.flat().toSorted()).toEqual(numbers.toSorted());
      for (const id of accountIds) {
        const [month] = await store.monthlyTotals(id);
        expect(month).toMatchObject({ calls: expected });
        const usage = await store.usage(id, "2026-11");
        expect(totalCalls(usage)).toBe(expected);
      }
      const [sums] =
        await old`SELECT sum(safe_to_book)::bigint AS safe, sum(calls)::bigint AS calls FROM month_total`;
      expect(sums).toEqual({ safe: 4 * expected, calls: 4 * expected });
    },
  );
});
