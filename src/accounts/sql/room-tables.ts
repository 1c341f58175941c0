// Tables that other rooms keep in the database of the accounts, such as those of the track record. What is in them is the
// room's own: here is how a room brings its tables and its statements.
import type { PostgresConnection, PostgresConnectionOptions } from "../postgres/connection.ts";
import type { Sql, SqlDatabase, SqlSession } from "./sql.ts";
import type { Step } from "./tables.ts";

/** SQL, by the number of the step that it is part of, from 1. Released steps never change. */
export type StepScripts = Readonly<Record<number, string>>;

export interface SqliteParts {
  /** A killed process loses none of its transactions, a power cut may undo the last. */
  readonly records: SqlDatabase;
  /** Commits the statements together with the next calls that are counted; resolves to the rows of each. */
  readonly commit: (statements: readonly Sql[]) => Promise<readonly (readonly object[])[]>;
}

export interface PostgresParts {
  readonly records: SqlDatabase;
  /** A connection of the room's own, which the store opens and closes. */
  readonly connect: (own: Pick<PostgresConnectionOptions, "isForCommits">) => PostgresConnection;
  /** A connection that is opened at once and that its user closes. It expects the tables to be there. */
  readonly connectLater: () => PostgresConnection;
  /** What is to end before the store closes its connections. */
  readonly beforeClose: (end: () => Promise<void>) => void;
}

/** `Facet` is what the store is for the room. */
export interface RoomTables<Facet extends object> {
  readonly steps: { readonly sqlite: StepScripts; readonly postgres: StepScripts };
  readonly openSqlite: (parts: SqliteParts) => Facet;
  readonly openPostgres: (parts: PostgresParts) => Facet;
  /** Deletes what is kept about an account, in the transaction that deletes the account. */
  readonly forgetAccount: (session: SqlSession, accountId: string) => Promise<void>;
}

/** The tables of two rooms. */
export function joinTables<A extends object, B extends object>(
  a: RoomTables<A>,
  b: RoomTables<B>,
): RoomTables<A & B> {
  return {
    steps: {
      sqlite: joinScripts(a.steps.sqlite, b.steps.sqlite),
      postgres: joinScripts(a.steps.postgres, b.steps.postgres),
    },
    openSqlite: (parts) => ({ ...a.openSqlite(parts), ...b.openSqlite(parts) }),
    openPostgres: (parts) => ({ ...a.openPostgres(parts), ...b.openPostgres(parts) }),
    forgetAccount: async (session, accountId) => {
      await a.forgetAccount(session, accountId);
      await b.forgetAccount(session, accountId);
    },
  };
}

/** The steps with the scripts of other rooms. Those come first: what closes a step of the accounts is about all functions. */
export function withScripts(steps: readonly Step[], others: StepScripts): readonly Step[] {
  return steps.map(({ script, lowestVersion }, index) => ({
    script: (others[index + 1] ?? "") + script,
    lowestVersion,
  }));
}

function joinScripts(a: StepScripts, b: StepScripts): StepScripts {
  const numbers = new Set([...Object.keys(a), ...Object.keys(b)].map(Number));
  return Object.fromEntries([...numbers].map((number) => [number, (a[number] ?? "") + (b[number] ?? "")]));
}
