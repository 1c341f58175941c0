import type { RoomTables } from "../../accounts/sql/room-tables.ts";
import { sql } from "../../accounts/sql/sql.ts";
import type { RecordStore } from "../record-store.ts";
import { createRecordStore } from "./record-store.ts";
import { TRACK_RECORD_STEPS } from "./tables.ts";

/** What a store is for the track record. */
export interface TrackRecordStore {
  /** Past forecasts of places, and the actual weather. */
  readonly trackRecord: RecordStore;
}

export const TRACK_RECORD_TABLES: RoomTables<TrackRecordStore> = {
  steps: TRACK_RECORD_STEPS,
  openSqlite: ({ records }) => ({ trackRecord: createRecordStore(records) }),
  openPostgres: ({ records }) => ({ trackRecord: createRecordStore(records) }),
  forgetAccount: async ({ run }, accountId) => {
    await run(sql`DELETE FROM track_asker WHERE account_id = ${accountId}`);
  },
};
