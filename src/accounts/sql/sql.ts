// SQL that SQLite and PostgreSQL both understand, with its values apart: accounts, keys, usage and their transfer are written
// once with it. Counting is not: see sqlite/counting.ts and postgres/count-calls.ts.

export type SqlValue = string | number | boolean | null | Uint8Array;

/** A statement, or a part of one. There is a text before each value and one after the last. */
export interface Sql {
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];
}

/**
 * `` sql`SELECT * FROM account WHERE id = ${id}` ``: what is put in is a value, NULL where it is undefined, unless it is a
 * part of a statement itself.
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

function isSql(part: SqlValue | Sql): part is Sql {
  return typeof part === "object" && part !== null && "texts" in part;
}

/** The statement as a driver takes it; `placeholder` is for the value of that number, from 1. */
export function sqlToText({ texts }: Sql, placeholder: (number: number) => string): string {
  return texts.reduce((text, next, number) => `${text}${placeholder(number)}${next}`);
}

/** Where statements are run. Rows are as the database has them: snake_case, NULL for what is undefined. */
export interface SqlSession {
  run<Row extends object>(statement: Sql): Promise<readonly Row[]>;
  /** Several statements, without values. */
  runScript(text: string): Promise<void>;
}

/** What is said differently. */
export interface SqlDialect {
  /** Items of a list as rows of a table `each`, whose `value` is the item as JSON: `` each.value->>'name' ``. */
  each(items: readonly object[]): Sql;
  /** After a column: it has one of these values. Found by the column's index, however many rows there are. */
  oneOf(values: readonly string[]): Sql;
  /** The UTC day that it is by the server's clock, `2026-11-21`; NULL where there is none but this machine's. */
  readonly today: Sql;
  /** At the end of a SELECT: nobody else changes the row until the end of the transaction. */
  readonly forUpdate: Sql;
}

/** A database that is open. Everything may throw StoreUnavailable. */
export interface SqlDatabase extends Pick<SqlSession, "run"> {
  readonly dialect: SqlDialect;
  /** All of the work or, when anything in it throws, none of it. */
  transaction<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
  /** The same for what takes long, such as an import: the statements of the work may each take ten seconds. */
  longTransaction<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
  /** Everything that the work reads is as of one instant. */
  snapshot<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result>;
}
