// Brings the tables of a database to what this program knows, by numbered steps.
import { createDeadline } from "../../deadline.ts";
import type { PostgresSql } from "./connect.ts";
import { endWhenSilent } from "./own-transaction.ts";
import { SCHEMA } from "./schema.ts";

/** Any number, as long as nobody else uses it in the same database. */
const ADVISORY_LOCK = 7_284_930_115;

/** How long a look may take, and how long the steps, with the wait for another process that takes them. */
const LOOK_TIMEOUT_MS = 3_000;
const STEPS_TIMEOUT_MS = 60_000;

/** The tables have been through steps that this program does not know. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema";
}

/**
 * Migrates with the first connection that can, and looks no more after that: a newer version of this program may migrate
 * while this one runs, and leaves intact what this one needs.
 */
export function createSchemaCheck(): (sql: PostgresSql) => Promise<void> {
  let isDone = false;
  return async (sql) => {
    if (!isDone) await migrate(sql);
    isDone = true;
  };
}

/** Takes all steps that are missing, or none. Several processes may do so at once. Throws NewerSchema. */
export async function migrate(sql: PostgresSql, steps: readonly string[] = SCHEMA): Promise<void> {
  // The common case needs no lock, and no more rights than to read.
  const taken = await within(LOOK_TIMEOUT_MS, stepsTaken(sql));
  if (taken > steps.length) {
    throw new NewerSchema(
      `it was written by a newer version of this program (its tables are at version ${taken}, ` +
        `this program knows ${steps.length})`,
    );
  }
  if (taken < steps.length) await within(STEPS_TIMEOUT_MS, takeSteps(sql, steps));
}

async function takeSteps(sql: PostgresSql, steps: readonly string[]): Promise<void> {
  await sql.begin(async (transaction) => {
    await endWhenSilent(transaction);
    await transaction`SELECT set_config('statement_timeout', ${String(STEPS_TIMEOUT_MS)}, true)`;
    // Until the end of the transaction, which a PgBouncer leaves on one server.
    await transaction`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`;
    // Another process may have taken them while this one waited for the lock. What a session once looked for in vain, such as
    // this table, it may go on missing; not where it would have to make it.
    await transaction`CREATE TABLE IF NOT EXISTS schema_version (steps integer NOT NULL)`;
    const [version] = await transaction`SELECT max(steps) AS steps FROM schema_version`;
    const missing = steps.slice(Number(version?.["steps"]));
    for (const step of missing) await transaction.unsafe(step);
    if (missing.length > 0) {
      await transaction`DELETE FROM schema_version`;
      await transaction`INSERT INTO schema_version VALUES (${steps.length})`;
    }
  });
}

async function stepsTaken(sql: PostgresSql): Promise<number> {
  const [found] = await sql`SELECT to_regclass('schema_version') IS NOT NULL AS is_there`;
  if (found?.["isThere"] !== true) return 0;
  const [version] = await sql`SELECT steps FROM schema_version`;
  return Number(version?.["steps"]);
}

async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const deadline = createDeadline(timeoutMs);
  try {
    return await Promise.race([work, deadline.passed]);
  } finally {
    deadline.clear();
  }
}
