// The places that have a record, and who asked about them.
import type { RequestedPlace, RecordedPlace, RecordStore } from "../record-store.ts";
import { REQUEST_DAYS } from "../days.ts";
import {
  number,
  sql,
  type SqlDatabase,
  type SqlDialect,
  type SqlSession,
} from "../../../accounts/sql/sql.ts";

/** How many days a forecast is kept. Seven of its days are judged, and the last of them within this time. */
const WEATHER_DAYS = 9;

/** The most sports stored for a place; six of them are judged. */
const SPORTS_MAX = 12;

interface PlaceRow {
  readonly place: string;
  readonly asked_days: number;
  readonly asked_on: number;
  readonly sports: string;
  readonly judged_day: number;
}

const PLACE_COLUMNS = sql`place, asked_days, asked_on, sports, judged_day`;

/** Places that were asked about recently come first, then those that were asked about on the most days. */
const MOST_REQUESTED = (recently: number) =>
  sql`ORDER BY CASE WHEN asked_on >= ${recently} THEN 0 ELSE 1 END, days_asked DESC, asked_on DESC, place`;

export function createRecordedPlaces({ dialect, run, transaction }: SqlDatabase) {
  return {
    noteRequests: async (requested, today) => {
      // All processes lock places in the same order, so that no two deadlock.
      const sorted = requested.toSorted((a, b) => (a.place < b.place ? -1 : 1));
      await transaction(async (session) => {
        const found = await session.run<PlaceRow>(sql`
          SELECT ${PLACE_COLUMNS} FROM track_place WHERE place ${dialect.oneOf(sorted.map(({ place }) => place))}
          ORDER BY place ${dialect.forUpdate}`);
        const recorded = new Map(found.map((row) => [row.place, placeFromRow(row)]));
        const rows = sorted.map((each) => placeRow(each, recorded.get(each.place), today));
        // A new place gets its judged day here; settleDay moves it on. A judged day later than tomorrow comes from a clock that
        // was days ahead, and is replaced.
        await session.run(sql`
          INSERT INTO track_place (place, asked_days, days_asked, asked_on, sports, judged_day)
          SELECT each.value->>'place', ${number("requestDays")}, ${number("requestDayCount")}, ${number("lastRequestDay")},
            each.value->>'sports', ${number("judgedDay")}
          FROM ${dialect.each(rows)} WHERE true
          ON CONFLICT (place) DO UPDATE SET asked_days = excluded.asked_days, days_asked = excluded.days_asked,
            asked_on = excluded.asked_on, sports = excluded.sports,
            judged_day = CASE WHEN track_place.judged_day > excluded.judged_day + 3 THEN excluded.judged_day
              ELSE track_place.judged_day END`);
        const askers = sorted.flatMap(({ place, accounts }) =>
          accounts.map((account) => ({ account, place })),
        );
        // The account may have been deleted since it asked.
        await session.run(sql`
          INSERT INTO track_asker (account_id, place, asked_on)
          SELECT account.id, each.value->>'place', CAST(${today} AS bigint)
          FROM ${dialect.each(askers)} JOIN account ON account.id = each.value->>'account'
          WHERE account.deleted_at_ms IS NULL
          ON CONFLICT (account_id, place) DO UPDATE SET asked_on = excluded.asked_on`);
      });
    },
    placesOf: async (places) => {
      const rows = await run<PlaceRow>(sql`
        SELECT ${PLACE_COLUMNS} FROM track_place WHERE place ${dialect.oneOf(places)}`);
      return rows.map(placeFromRow);
    },
    placesJudgedBefore: async (day) => {
      const rows = await run<PlaceRow>(sql`
        SELECT ${PLACE_COLUMNS} FROM track_place WHERE judged_day < ${day} ORDER BY judged_day, place`);
      return rows.map(placeFromRow);
    },
    lastRequestDay: async (accountId, place) => {
      const [row] = await run<{ readonly asked_on: number }>(sql`
        SELECT asked_on FROM track_asker WHERE account_id = ${accountId} AND place = ${place}`);
      return row?.asked_on;
    },
    forget: (options) => transaction((session) => forget(session, dialect, options)),
  } satisfies Partial<RecordStore>;
}

function placeFromRow(row: PlaceRow): RecordedPlace {
  const { place, asked_days: requestDays, asked_on: lastRequestDay, judged_day: judgedDay } = row;
  return {
    place,
    requestDays,
    lastRequestDay,
    sports: JSON.parse(row.sports) as RecordedPlace["sports"],
    judgedDay,
  };
}

/** A place after it was asked about today. */
function placeRow({ place, sports }: RequestedPlace, before: RecordedPlace | undefined, today: number) {
  const lastRequestDay = Math.max(today, before?.lastRequestDay ?? today);
  const gap = lastRequestDay - (before?.lastRequestDay ?? lastRequestDay);
  const moved = before === undefined || gap >= REQUEST_DAYS ? 0 : before.requestDays * 2 ** gap;
  // Arithmetic instead of bit operators, because 30 days that are shifted by a gap exceed their 32 bits.
  const shifted = moved % 2 ** REQUEST_DAYS;
  const requestDays = shifted % 2 === 0 ? shifted + 1 : shifted;
  const lastRequests = {
    ...before?.sports,
    ...Object.fromEntries(sports.map((sport) => [sport, lastRequestDay])),
  };
  const latest = Object.entries(lastRequests).toSorted(([, a], [, b]) => b - a);
  return {
    place,
    requestDays,
    requestDayCount: requestDays.toString(2).replaceAll("0", "").length,
    lastRequestDay,
    sports: JSON.stringify(Object.fromEntries(latest.slice(0, SPORTS_MAX))),
    // Judging begins with yesterday in UTC, which may still be today by the place's solar time.
    judgedDay: today - 2,
  };
}

async function forget(
  { run }: SqlSession,
  { oneOf }: SqlDialect,
  { placesMax, today }: Parameters<RecordStore["forget"]>[0],
): Promise<void> {
  await run(sql`DELETE FROM track_forecast WHERE day < ${today - WEATHER_DAYS}`);
  // Hours are used a day after they are over.
  await run(sql`DELETE FROM track_hours WHERE day < ${today - 4}`);
  await run(sql`DELETE FROM track_asker WHERE asked_on < ${today - REQUEST_DAYS}`);
  for (const table of [sql`track_day`, sql`track_day_by_model`]) {
    await run(sql`DELETE FROM ${table} WHERE day < ${today - 2 * REQUEST_DAYS}`);
  }
  const dropped = await run<{ readonly place: string }>(sql`
    DELETE FROM track_place WHERE place NOT IN (
      SELECT place FROM track_place ${MOST_REQUESTED(today - REQUEST_DAYS)} LIMIT ${placesMax}
    ) RETURNING place`);
  if (dropped.length === 0) return;
  const isDropped = oneOf(dropped.map(({ place }) => place));
  for (const table of [
    sql`track_asker`,
    sql`track_forecast`,
    sql`track_hours`,
    sql`track_tally`,
    sql`track_tally_by_model`,
  ]) {
    await run(sql`DELETE FROM ${table} WHERE place ${isDropped}`);
  }
}
