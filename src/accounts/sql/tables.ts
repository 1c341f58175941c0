// Checks and migrates the tables of a database.
import { sql, type SqlSession } from "./sql.ts";

/** Retrying does not help: an operator has to change something. The message is one line. */
export class UnusableStore extends Error {
  override readonly name = "UnusableStore";
}

/**
 * A step from one version of the tables to the next. A change that the previous version of the program cannot work with takes
 * two steps: one version of the program widens the tables so that both versions work, a later one narrows them.
 */
export interface Step {
  readonly script: string;
  /** The oldest version whose programs can use the tables after this step. */
  readonly lowestVersion: number;
}

interface TablesOptions {
  readonly session: SqlSession;
  /** From an empty database to the current tables. Released steps never change; new ones follow them. */
  readonly steps: readonly Step[];
  readonly hasTable: (session: SqlSession, name: string) => Promise<boolean>;
  /** Runs the work in a transaction, while no other process migrates. */
  readonly alone: (work: (session: SqlSession) => Promise<void>) => Promise<void>;
  readonly mayHaveMoved?: boolean | undefined;
}

interface StateRow {
  readonly version: number;
  readonly lowest_version: number;
  readonly moved_at_ms: number | null;
}

const STORE_STATE = `
  -- One row. version: the number of steps taken. lowest_version: how many of them a program has to know to use the tables.
  -- moved_at_ms: when the accounts moved to another store.
  CREATE TABLE IF NOT EXISTS store_state (version integer NOT NULL, lowest_version integer NOT NULL, moved_at_ms bigint);
  INSERT INTO store_state (version, lowest_version) SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM store_state)`;

/**
 * Takes all missing steps or none; several processes may try at once. Tables one version newer are left as they are if
 * this program can use them, so that it can start while a newer one replaces it. Throws UnusableStore for tables that
 * it cannot use, and if the accounts have moved.
 */
export async function expectTables(options: TablesOptions): Promise<void> {
  const { session, steps, hasTable, alone } = options;
  // The common case needs no lock and only the right to read. The order matters: a process that makes the tables meanwhile
  // makes both in one step.
  const hasAccounts = await hasTable(session, "account");
  const state = (await hasTable(session, "store_state")) ? await readState(session) : undefined;
  if (state === undefined && hasAccounts) {
    throw new UnusableStore(
      "its tables are of a version before the first release: docs/versioning.md says how to move its accounts",
    );
  }
  if (state !== undefined) expectUsable(state, options);
  if (state !== undefined && state.version >= steps.length) return;
  await alone(async (locked) => {
    // Another process may have migrated while this one waited for the lock. PostgreSQL may still miss a table that this
    // session looked for earlier, unless the session creates it.
    await locked.runScript(STORE_STATE);
    const found = await readState(locked);
    expectUsable(found, options);
    for (const [index, { script, lowestVersion }] of steps.entries()) {
      if (index < found.version) continue;
      if (script !== "") await locked.runScript(script);
      await locked.run(sql`UPDATE store_state SET version = ${index + 1}, lowest_version = ${lowestVersion}`);
    }
  });
}

/** Marks the store as moved at a time, or as not moved. */
export async function setMoved({ run }: SqlSession, movedAtMs: number | undefined): Promise<void> {
  await run(sql`UPDATE store_state SET moved_at_ms = ${movedAtMs}`);
}

/** Removes the mark; false if there is none. */
export async function unsetMoved(session: SqlSession): Promise<boolean> {
  const { moved_at_ms: movedAtMs } = await readState(session);
  await setMoved(session, undefined);
  return movedAtMs !== null;
}

export async function tablesVersion(session: Pick<SqlSession, "run">): Promise<number> {
  return (await readState(session)).version;
}

async function readState({ run }: Pick<SqlSession, "run">): Promise<StateRow> {
  const [state] = await run<StateRow>(sql`SELECT version, lowest_version, moved_at_ms FROM store_state`);
  if (state === undefined) throw new Error("store_state has no row");
  return state;
}

function expectUsable(state: StateRow, { steps, mayHaveMoved = false }: TablesOptions): void {
  const known = steps.length;
  // Only the next version is written to keep what this one needs.
  if (state.lowest_version > known || state.version > known + 1) {
    throw new UnusableStore(
      `it was written by a newer version of this program (its tables are at version ${state.version}, for programs that know ` +
        `${Math.max(state.lowest_version, state.version - 1)} or more; this one knows ${known})`,
    );
  }
  if (state.moved_at_ms !== null && !mayHaveMoved) {
    throw new UnusableStore(
      `its accounts moved to another store on ${new Date(state.moved_at_ms).toISOString()}: STORE_URL must name that one; ` +
        "`accounts move --undo` lets this one be used again",
    );
  }
}
