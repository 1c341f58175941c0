import postgres from "postgres";

/** An operator's view of a PostgreSQL: sends SQL, of several statements if need be, and returns the rows of the last. */
export async function postgresCommand(
  url: string,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  try {
    const results: unknown = await sql.unsafe(text).simple();
    const rows = results as Readonly<Record<string, unknown>>[] & Readonly<Record<string, unknown>>[][];
    return Array.isArray(rows[0]) ? (rows.at(-1) as unknown as typeof rows) : rows;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
