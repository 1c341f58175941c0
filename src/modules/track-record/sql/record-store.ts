// The record of past forecasts, shared by both databases.
import type { RecordStore } from "../record-store.ts";
import { sql, type SqlDatabase } from "../../../accounts/sql/sql.ts";
import { createRecordedPlaces } from "./places.ts";
import { createTallies } from "./tallies.ts";
import { createStoredWeather } from "./weather.ts";

export function createRecordStore(database: SqlDatabase): RecordStore {
  return {
    ...createRecordedPlaces(database),
    ...createStoredWeather(database),
    ...createTallies(database),
    takeLease: async (holder, nowMs, forMs) => {
      // A lease far in the future was taken before the clock was set back.
      const taken = await database.run(sql`
        INSERT INTO track_lease (name, holder, until_ms) VALUES ('judge', ${holder}, ${nowMs + forMs})
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
          WHERE track_lease.holder = ${holder} OR track_lease.until_ms < ${nowMs} OR track_lease.until_ms > ${nowMs + 2 * forMs}
        RETURNING holder`);
      return taken.length > 0;
    },
  };
}
