// The forecasts to be judged, and the hours to judge them by.
import type { StoredWeather, RecordStore } from "../record-store.ts";
import { sql, type SqlDatabase, type SqlSession } from "../../../accounts/sql/sql.ts";

export function createStoredWeather({ run, transaction }: SqlDatabase) {
  return {
    addWeather: (weather) => transaction((session) => addWeather(session, weather)),
    storedForecasts: async (place, fromDay, toDay) => {
      const rows = await run<{ readonly fetched_at_ms: number; readonly forecast: Uint8Array }>(sql`
        SELECT fetched_at_ms, forecast FROM track_forecast
        WHERE place = ${place} AND day BETWEEN ${fromDay} AND ${toDay} ORDER BY day`);
      return rows.map(({ fetched_at_ms: fetchedAtMs, forecast }) => ({ fetchedAtMs, forecast }));
    },
    storedHours: async (place, fromDay, toDay) => {
      const rows = await run<{
        readonly first_hours: Uint8Array;
        readonly last_hours: Uint8Array | null;
      }>(sql`
        SELECT first_hours, last_hours FROM track_hours
        WHERE place = ${place} AND day BETWEEN ${fromDay} AND ${toDay} ORDER BY day`);
      return rows.flatMap(({ first_hours: first, last_hours: last }) =>
        last === null ? [first] : [first, last],
      );
    },
  } satisfies Partial<RecordStore>;
}

async function addWeather({ run }: SqlSession, weather: readonly StoredWeather[]): Promise<void> {
  // All processes lock places in the same order, so that no two deadlock.
  const sorted = weather.toSorted((a, b) => (a.place < b.place ? -1 : 1));
  for (const { place, day, fetchedAtMs, forecast, hours } of sorted) {
    if (forecast !== undefined) {
      await run(sql`
        INSERT INTO track_forecast (place, day, fetched_at_ms, forecast) VALUES (${place}, ${day}, ${fetchedAtMs}, ${forecast})
        ON CONFLICT (place, day) DO NOTHING`);
    }
    if (hours !== undefined) {
      await run(sql`
        INSERT INTO track_hours (place, day, first_hours) VALUES (${place}, ${day}, ${hours})
        ON CONFLICT (place, day) DO UPDATE SET last_hours = excluded.first_hours`);
    }
  }
}
