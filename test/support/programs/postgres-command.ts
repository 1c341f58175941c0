import postgres from "postgres";
import { withTimeout } from "../../../src/lib/timeout.ts";

/** Shorter than the timeout of a hook, whose error would not name the statement that hangs. */
const TIMEOUT_MS = 25_000;

/** Sends one or more SQL statements to a PostgreSQL, as an operator would, and returns the rows of the last. */
export async function postgresCommand(
  url: string,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  try {
    const results: unknown = await withTimeout(TIMEOUT_MS, sql.unsafe(text).simple());
    const rows = results as Readonly<Record<string, unknown>>[] & Readonly<Record<string, unknown>>[][];
    return Array.isArray(rows[0]) ? (rows.at(-1) as unknown as typeof rows) : rows;
  } catch (error) {
    throw new Error(`${text}: ${String(error)}`, { cause: error });
  } finally {
    await sql.end({ timeout: 0 });
  }
}
