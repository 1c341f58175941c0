// Tables that other rooms and modules keep in the database of the accounts, such as those of the weather. What is in them is
// their own: here is how they bring their tables and their statements.
import type { PostgresConnection, PostgresConnectionOptions } from "../postgres/connection.ts";
import type { Sql, SqlDatabase, SqlSession } from "./sql.ts";
import { joinScripts, type StepScripts } from "./steps.ts";

/** Tables in the store of the accounts, made by its steps: steps.ts says how a table is added. */
export interface OwnTables {
  readonly steps: { readonly sqlite: StepScripts; readonly postgres: StepScripts };
  /** Deletes what is kept about an account, in the transaction that deletes the account. */
  readonly forgetAccount: (session: SqlSession, accountId: string) => Promise<void>;
}

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
export interface RoomTables<Facet extends object> extends OwnTables {
  readonly openSqlite: (parts: SqliteParts) => Facet;
  readonly openPostgres: (parts: PostgresParts) => Facet;
}

/** The tables of a room, and tables of others for which the store is nothing of its own. */
export function withTables<Facet extends object>(
  room: RoomTables<Facet>,
  others: readonly OwnTables[],
): RoomTables<Facet> {
  const all = [room, ...others];
  return {
    ...room,
    steps: {
      sqlite: joinScripts(all.map(({ steps }) => steps.sqlite)),
      postgres: joinScripts(all.map(({ steps }) => steps.postgres)),
    },
    forgetAccount: async (session, accountId) => {
      for (const { forgetAccount } of all) await forgetAccount(session, accountId);
    },
  };
}
