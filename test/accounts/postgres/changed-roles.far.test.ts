// An operator changes the password of the service's role while calls are counted, directly or through a PgBouncer in
// transaction mode. roles.test.ts tests a role that loses a right.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { spendingOf } from "../spending-of.ts";
import { PATIENCE, startSpendingLoad } from "../../contracts/spending-load.ts";
import { isPgBouncerInstalled, startPgBouncer } from "../../support/programs/pgbouncer.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { usePostgresStore, type PostgresStoreUnderTest } from "./use-postgres-store.ts";

/** The statements that make a role with the service's rights. */
const roleOf = (role: string) => [
  `CREATE ROLE ${role} LOGIN PASSWORD 'sesame'`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
  `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role}`,
];
const WAYS = [
  { way: "directly", reason: "password authentication failed" },
  // PgBouncer makes its clients wait, and does not report why the server refuses the password.
  { way: "through a PgBouncer", reason: "there was no answer within" },
];

describe.skipIf(!isPostgresInstalled())("a role that is changed under load", { timeout: 120_000 }, () => {
  const underTest = usePostgresStore();

  it.for(WAYS)(
    "connected $way, keeps its open sessions when its password changes, then reports why it cannot connect, and recovers with the old password; every answered call is counted",
    async ({ way, reason }, { skip }) => {
      skip(way !== "directly" && !isPgBouncerInstalled(), "PgBouncer is not installed");
      const current = underTest();
      const { role, url, call } = await startCaller(current, way);
      const stores = await Promise.all(
        [1, 2, 3].map(() => current.openAnother({ url, commandTimeoutMs: undefined })),
      );
      await Promise.all(stores.map((store) => vi.waitFor(() => store.ping(), PATIENCE)));
      const load = startSpendingLoad(stores, call, 2);
      await load.untilTold(100);
      await current.sql(`ALTER ROLE ${role} PASSWORD 'another'`);
      await load.untilTold(100);
      await current.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
      await vi.waitFor(() => expect([...load.reasons].join(" ")).toContain(reason), PATIENCE);
      await current.sql(`ALTER ROLE ${role} PASSWORD 'sesame'`);
      await load.untilTold(100);
      const { told, unknown, counted } = await load.stop(current.store);
      expect(counted).toBeGreaterThanOrEqual(told);
      expect(counted).toBeLessThanOrEqual(told + unknown);
    },
  );
});

let roles = 0;

/** Makes the role; returns its name, its URL and a call to count. */
async function startCaller(current: PostgresStoreUnderTest, way: string) {
  // Roles belong to the server, which the tests share.
  const role = `caller_${(roles += 1)}`;
  for (const statement of roleOf(role)) await current.sql(statement);
  const { id: accountId } = await current.createAccount();
  const call = spendingOf(accountId, { quota: 1e9 });
  const own = current.url.replace(/\/\/[^@]*@/, `//${role}:sesame@`);
  if (way === "directly") return { role, url: own, call };
  const pgBouncer = await startPgBouncer(own);
  onTestFinished(() => pgBouncer.remove());
  return { role, url: pgBouncer.throughIt(own), call };
}
