// SQL for both SQLite and PostgreSQL, with its values kept apart. Accounts, keys, usage and moves use it. Counting does
// not: see sqlite/counting-thread.ts and postgres/count-calls.ts.

import type { Clock } from "../../lib/time/clock.ts";

type SqlValue = string | number | boolean | null | Uint8Array;

/** A statement or a part of one: texts with a value between each two. */
export interface Sql {
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];
}

/**
 * `` sql`SELECT name FROM account WHERE id = ${id}` ``: an inserted part is a value (NULL if undefined), unless it is SQL
 * itself.
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly (SqlValue | Sql | undefined)[]): Sql {
  const joined: string[] = [texts[0] ?? ""];
  const values: SqlValue[] = [];
  const append = (text: string) => joined.push(`${joined.pop() ?? ""}${text}`);
  for (const [index, part = null] of parts.entries()) {
    if (isSql(part)) {
      append(part.texts[0] ?? "");
      joined.push(...part.texts.slice(1));
      values.push(...part.values);
    } else {
      joined.push("");
      values.push(part);
    }
    append(texts[index + 1] ?? "");
  }
  return { texts: joined, values };
}

/** SQL written in this program, without values. */
export function raw(text: string): Sql {
  return { texts: [text], values: [] };
}

/** A whole number in an item of SqlDialect.each. */
export function number(name: string): Sql {
  return raw(`CAST(each.value->>'${name}' AS bigint)`);
}

function isSql(part: SqlValue | Sql): part is Sql {
  return typeof part === "object" && part !== null && "texts" in part;
}

/** The statement for a driver; `placeholder` gets the number of the value, from 1. */
export function sqlToText({ texts }: Sql, placeholder: (number: number) => string): string {
  return texts.reduce((text, next, number) => `${text}${placeholder(number)}${next}`);
}

/** Runs statements. Rows are as in the database: snake_case, NULL for undefined. */
export interface SqlSession {
  run<Row extends object>(statement: Sql): Promise<readonly Row[]>;
  /** Several statements, without values. */
  runScript(text: string): Promise<void>;
}

export interface StoreParts {
  readonly database: SqlDatabase;
  /** See RoomTables. */
  readonly forgetAccount: (session: SqlSession, accountId: string) => Promise<void>;
  readonly clock: Clock;
  /** Who makes the changes, for the audit log. */
  readonly operator: string;
}

export interface SqlDialect {
  /** The items of a list as a table `each`, whose `value` is the item as JSON: `` each.value->>'name' ``. */
  each(items: readonly object[]): Sql;
  /** Comes after a column, and is true if the column has one of these values. Uses the column's index. */
  oneOf(values: readonly string[]): Sql;
  /** The current UTC day by the server's clock, `2026-11-21`; NULL without a server. */
  readonly today: Sql;
  /** At the end of a SELECT: locks the row until the end of the transaction. */
  readonly forUpdate: Sql;
}

/** Every method may throw StoreUnavailable. */
export interface SqlDatabase extends Pick<SqlSession, "run"> {
  readonly dialect: SqlDialect;
  /** All of the work, or none if anything in it throws. */
  transaction<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
  /** The same for long work such as a move: each statement may take ten seconds. */
  longTransaction<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
  /** All reads see one point in time. */
  snapshot<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
}

/**
 * Reads all rows of a statement in batches, so that no batch takes long: first those after `before`, then those after the
 * last row, until there are no more.
 */
export async function* readInBatches<Position, Row extends Position>(
  before: Position,
  readAfter: (last: Position) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  let rows = await readAfter(before);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield* rows;
    rows = await readAfter(last);
  }
}
