import type { RecordStore, Tally } from "../../src/track-record/record-store.ts";
import { DAYS_AHEAD, utcDay } from "../../src/track-record/days.ts";
import { NOW_MS } from "../support/test-service.ts";

/** A day of 13 starts and two lengths: eighteen said to be safe, of which one less for each two days ahead was. */
export function tallyOfDay(place: string, daysAhead: number): Tally {
  const missed = 1 + Math.floor(daysAhead / 2);
  const sessions = [4, 0, 0, 1, 3, 0, 0, missed, 18 - missed];
  return { place, sport: "padel", daysAhead, sessions, leftOut: 0, evidence: [0, 1, 0, 1] };
}

/** Has an account ask about a place on the day that it is in tests, and as many days before it judged. */
export async function keepRecord(
  store: RecordStore,
  {
    place,
    accountId,
    days = 41,
  }: { readonly place: string; readonly accountId: string; readonly days?: number },
): Promise<void> {
  const today = utcDay(NOW_MS);
  await store.noteAsked([{ place, sports: ["padel"], accounts: [accountId] }], today - days);
  await store.noteAsked([{ place, sports: ["padel"], accounts: [accountId] }], today);
  for (let day = today - days - 1; day < today - 1; day += 1) {
    const tallies = Array.from({ length: DAYS_AHEAD }, (_, daysAhead) => tallyOfDay(place, daysAhead));
    await store.settleDay({ place, day, tallies }, day - 1);
  }
}
