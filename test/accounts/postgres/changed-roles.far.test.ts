// An operator changes the service's role while calls are counted: directly, and behind a PgBouncer in transaction mode.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Spending } from "../../../src/accounts/spending.ts";
import { PATIENCE, startSpendingLoad } from "../../contracts/spending-load.ts";
import { isPgBouncerInstalled, startPgBouncer } from "../../support/pgbouncer.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

/** The statements that make a role with the service's rights. */
const roleOf = (role: string) => [
  `CREATE ROLE ${role} LOGIN PASSWORD 'sesame'`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
  `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role}`,
];
const endSessions = (role: string) =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`;

const REVOKED = {
  change: "loses the right to count",
  begin: (role: string) => [`REVOKE EXECUTE ON FUNCTION count_calls(jsonb) FROM ${role}`],
  end: (role: string) => `GRANT EXECUTE ON FUNCTION count_calls(jsonb) TO ${role}`,
  reason: "docs/stores.md lists the rights that its role needs",
};
const ANOTHER_PASSWORD = {
  change: "gets another password",
  begin: (role: string) => [`ALTER ROLE ${role} PASSWORD 'another'`, endSessions(role)],
  end: (role: string) => `ALTER ROLE ${role} PASSWORD 'sesame'`,
  reason: "password authentication failed",
};
const CHANGES = [
  { way: "directly", ...REVOKED },
  { way: "directly", ...ANOTHER_PASSWORD },
  // It does not say why the server refuses it, and lets its clients wait.
  { way: "through a PgBouncer", ...ANOTHER_PASSWORD, reason: "there was no answer within" },
].filter(({ way }) => way === "directly" || isPgBouncerInstalled());

describe.skipIf(!isPostgresInstalled())("a role that is changed under load", { timeout: 120_000 }, () => {
  const underTest = usePostgresStore();

  it.each(CHANGES)(
    "that $change, $way: says why it is unavailable, counts every answered call, recovers by itself",
    async ({ way, begin, end, reason }) => {
      const current = underTest();
      const { role, url, call } = await startCaller(current, way);
      const stores = await Promise.all(
        [1, 2, 3].map(() => current.openAnother({ url, commandTimeoutMs: undefined })),
      );
      await Promise.all(stores.map((store) => vi.waitFor(() => store.ping(), PATIENCE)));
      const load = startSpendingLoad(stores, call, 2);
      await load.untilTold(100);
      for (const statement of begin(role)) await current.sql(statement);
      await vi.waitFor(() => expect([...load.reasons].join(" ")).toContain(reason), PATIENCE);
      await current.sql(end(role));
      await load.untilTold(100);
      const { told, unknown, counted } = await load.stop(current.store);
      expect(counted).toBeGreaterThanOrEqual(told);
      expect(counted).toBeLessThanOrEqual(told + unknown);
    },
  );

  it("that gets another password goes on with the sessions it has, until they end", async () => {
    const current = underTest();
    const { role, url, call } = await startCaller(current, "directly");
    const store = await current.openAnother({ url });
    await vi.waitFor(() => store.ping(), PATIENCE);
    await current.sql(`ALTER ROLE ${role} PASSWORD 'another'`);
    expect((await store.spend(call)).kind).toBe("Spent");
  });
});

let roles = 0;

/** Makes the role; returns its name, its URL and a call to count. */
async function startCaller(current: PostgresStoreUnderTest, way: string) {
  // Roles belong to the server, which the tests share.
  const role = `caller_${(roles += 1)}`;
  for (const statement of roleOf(role)) await current.sql(statement);
  const { id: accountId } = await current.createAccount();
  const call: Spending = { accountId, month: "2026-11", day: 21, method: "GetForecast", quota: 1e9 };
  const own = current.url.replace(/\/\/[^@]*@/, `//${role}:sesame@`);
  if (way === "directly") return { role, url: own, call };
  const pgBouncer = await startPgBouncer(own);
  onTestFinished(() => pgBouncer.remove());
  return { role, url: pgBouncer.throughIt(own), call };
}
