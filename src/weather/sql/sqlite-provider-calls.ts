// Calls of providers in SQLite: they are committed together with the calls that are counted, which costs no commit of its own.
import type { SqliteParts } from "../../accounts/sql/room-tables.ts";
import { sql } from "../../accounts/sql/sql.ts";
import type { ProviderCallStore } from "../budget/provider-calls.ts";

interface DayRow {
  readonly calls: number;
  readonly pressure: number | null;
}

export function createSqliteProviderCalls(commit: SqliteParts["commit"]): ProviderCallStore {
  return {
    takeProviderCalls: async ({ provider, day, calls, callsMax = Number.MAX_SAFE_INTEGER, pressure }) => {
      // All or none; with 0 calls it changes nothing. ('open-meteo', '2026-11-22', 20, 0.25) after 9970 calls of 10000 -> the
      // day has 9990, and a row; once more -> no row.
      const take = sql`
        INSERT INTO provider_day AS known (provider, day, calls, pressure)
        SELECT ${provider}, ${day}, ${calls}, ${pressure} WHERE ${calls} BETWEEN 1 AND ${callsMax}
        ON CONFLICT (provider, day) DO UPDATE SET
          calls = known.calls + excluded.calls, pressure = coalesce(excluded.pressure, known.pressure)
          WHERE known.calls + excluded.calls <= ${callsMax}
        RETURNING 1 AS taken`;
      const read = sql`SELECT calls, pressure FROM provider_day WHERE provider = ${provider} AND day = ${day}`;
      const [taken = [], days = []] = await commit([take, read]);
      const { calls: used, pressure: known } = (days as readonly DayRow[])[0] ?? { calls: 0, pressure: null };
      return { isTaken: calls === 0 || taken.length > 0, used, pressure: known ?? undefined };
    },
    // Replicas on several machines cannot share a file.
    acquireProviderPermit: async () => true,
    releaseProviderPermit: async () => undefined,
  };
}
