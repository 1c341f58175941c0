import { MODEL_VERSION } from "../../../src/scoring/model-version.ts";
import type { Tally } from "../../../src/modules/track-record/record-store.ts";
import { DAYS_AHEAD } from "../../../src/modules/track-record/days.ts";
import { utcDay } from "../../../src/lib/time/sun-day.ts";
import { createRecordStore } from "../../../src/modules/track-record/sql/record-store.ts";
import type { ModuleRecords } from "../../../src/app/store.ts";
import { NOW_MS } from "../../support/service/test-service.ts";

/** The 26 sessions of a day. 18 were stated as safe: of these one was worse, and one more for every two days ahead. */
function tallyOfDay(place: string, daysAhead: number): Tally {
  const missed = 1 + Math.floor(daysAhead / 2);
  const sessions = [4, 0, 0, 1, 3, 0, 0, missed, 18 - missed];
  return { place, sport: "padel", daysAhead, sessions, leftOut: 0, evidence: [0, 1, 0, 1] };
}

/** Notes that an account asked about a place `days` days ago and today, and settles `days` days. */
export async function keepRecord(
  { records }: ModuleRecords,
  {
    place,
    accountId,
    days = 41,
  }: { readonly place: string; readonly accountId: string; readonly days?: number },
): Promise<void> {
  const store = createRecordStore(records);
  const today = utcDay(NOW_MS);
  await store.noteRequests([{ place, sports: ["padel"], accounts: [accountId] }], today - days);
  await store.noteRequests([{ place, sports: ["padel"], accounts: [accountId] }], today);
  for (let day = today - days - 1; day < today - 1; day += 1) {
    const tallies = Array.from({ length: DAYS_AHEAD }, (_, daysAhead) => tallyOfDay(place, daysAhead));
    await store.settleDay({ modelVersion: MODEL_VERSION, place, day, tallies }, day - 1);
  }
}
