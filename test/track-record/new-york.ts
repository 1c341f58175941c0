// New York day by day: a provider that answers recorded forecasts with the hours that were over as they were analysed, a service's
// cache and record of it, a clock that is moved, and what the judging of `npm run verify` makes of the same weather.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { HOUR_MS } from "../../src/clock.ts";
import { sunDay } from "../../src/track-record/days.ts";
import type { RecordStore } from "../../src/track-record/record-store.ts";
import { createTrackRecord, type TrackRecordOptions } from "../../src/track-record/track-record.ts";
import { createCachedSource } from "../../src/weather/cache/cached-source.ts";
import {
  COLUMN_BOUNDS,
  columnsFrom,
  type HourlyWeather,
  type WeatherColumn,
} from "../../src/weather/hourly-weather.ts";
import { createOpenMeteoSource } from "../../src/weather/open-meteo/source.ts";
import { OPEN_METEO_VARIABLES } from "../../src/weather/open-meteo/request.ts";
import { hoursBetween } from "../../src/weather/earlier-hours.ts";
import { PAST_HOURS } from "../../src/weather/weather-source.ts";
import { placeAt } from "../../src/weather/place.ts";
import { readArchive, type Archive } from "../../verification/archive.ts";
import { judgedSessions } from "../../verification/judged-sessions.ts";
import type { ManualClock } from "../support/manual-clock.ts";

export const NEW_YORK = placeAt(40.71, -74.01);
export const FOLDER = new URL("../../verification/new-york", import.meta.url).pathname;

/** The past hours that a fetch brings. */
const HOURS_OVER = 24;

/** The archive with each forecast as a provider tells it: after the hours that were over, as they were analysed. */
export function archiveAsTold(): Archive {
  const archive = readArchive(FOLDER);
  const observed = withinBounds(archive.observed);
  const forecasts = archive.forecasts.map((forecast) => withinBounds(afterHoursOver(forecast, observed)));
  return { ...archive, observed, forecasts };
}

/** The archive has a cloud cover of 101 % and the like, for which an answer is refused. */
function withinBounds(weather: HourlyWeather): HourlyWeather {
  const columns = columnsFrom((name) => {
    const { min, max } = COLUMN_BOUNDS[name];
    return weather[name].map((value) => Math.min(max, Math.max(min, value)));
  });
  return { ...weather, ...columns };
}

function afterHoursOver(forecast: HourlyWeather, observed: HourlyWeather): HourlyWeather {
  const { generatedAtMs } = forecast;
  const startMs = generatedAtMs - HOURS_OVER * HOUR_MS;
  const hours = (forecast.startMs - startMs) / HOUR_MS + forecast.hours;
  const columns = columnsFrom((name) =>
    Float32Array.from({ length: hours }, (_, index) => {
      const ms = startMs + index * HOUR_MS;
      const told = ms < generatedAtMs ? observed : forecast;
      return told[name][(ms - told.startMs) / HOUR_MS] ?? Number.NaN;
    }),
  );
  return { ...forecast, startMs, hours, ...columns };
}

export interface Provider {
  readonly url: string;
  /** What it answers from then on. */
  tell(weather: HourlyWeather): void;
  close(): Promise<void>;
}

export async function startProvider(): Promise<Provider> {
  let told = "";
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(told);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tell: (weather) => void (told = JSON.stringify(openMeteoJson(weather))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Open-Meteo gives what is measured over an hour the time of its end. */
function openMeteoJson({ startMs, hours, ...columns }: HourlyWeather) {
  const hourly: Record<string, unknown> = {
    time: Array.from({ length: hours + 1 }, (_, index) => startMs / 1000 + index * 3600),
  };
  const units: Record<string, string> = { time: "unixtime" };
  for (const [column, { name, unit, timing }] of Object.entries(OPEN_METEO_VARIABLES)) {
    const values = Array.from(columns[column as WeatherColumn], (value) =>
      Number.isNaN(value) ? null : value,
    );
    hourly[name] = timing === "instant" ? [...values, null] : [null, ...values];
    if (unit !== undefined) units[name] = unit;
  }
  const { lat: latitude, lng: longitude } = NEW_YORK;
  return { latitude, longitude, utc_offset_seconds: 0, hourly_units: units, hourly };
}

/** A process of a service with a record, whose account asks about New York. */
export function startRecorded(
  provider: Provider,
  {
    store,
    clock,
    ...options
  }: Partial<TrackRecordOptions> & { readonly store: RecordStore; readonly clock: ManualClock },
) {
  const record = createTrackRecord({
    store,
    clock,
    placesMax: 10,
    chancesOf: () => undefined,
    coreShare: 1,
    ...options,
  });
  const source = createOpenMeteoSource({ url: provider.url, clock });
  const weather = createCachedSource({ source, clock, bytesMax: 1_000_000, onFetched: record.noteFetched });
  return {
    record,
    ask: async (accountId: string, sports: readonly string[]): Promise<void> => {
      await weather.forecast(NEW_YORK, new AbortController().signal);
      for (const sport of sports) record.noteAsked({ place: NEW_YORK, sport, accountId });
    },
    close: () => source.close(),
  };
}

/** By sport and days ahead: the sessions by what was said and what came, as the judging of `npm run verify` has them. */
export function verifiedTallies(
  archive: Archive,
  sports: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const startHours = Array.from({ length: 13 }, (_, index) => 8 + index);
  // A call looks back no further.
  const forecasts = archive.forecasts.map((forecast) =>
    hoursBetween(forecast, { fromMs: forecast.generatedAtMs - PAST_HOURS * HOUR_MS, toMs: Infinity }),
  );
  const tallies = new Map<string, number[]>();
  for (const sport of sports) {
    for (const durationMinutes of [60, 120]) {
      for (const { said, came, startMs, issuedMs } of judgedSessions({ ...archive, forecasts }, sport, {
        startHours,
        durationMinutes,
      })) {
        const key = `${sport} ${sunDay(NEW_YORK, startMs) - sunDay(NEW_YORK, issuedMs)}`;
        const counts = tallies.get(key) ?? Array.from<number>({ length: 9 }).fill(0);
        counts[said * 3 + came] = (counts[said * 3 + came] ?? 0) + 1;
        tallies.set(key, counts);
      }
    }
  }
  return tallies;
}

/** The same as the store has them. */
export async function recordedTallies(
  store: RecordStore,
  place = NEW_YORK.key,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const tallies = await store.tallies(place);
  return new Map(
    tallies
      .filter(({ sessions }) => sessions.some((count) => count > 0))
      .map(({ sport, daysAhead, sessions }) => [`${sport} ${daysAhead}`, sessions]),
  );
}

/** The archive with no observed hours but those that fetches at these times brought: 24 hours each. */
export function broughtBy(archive: Archive, fetchedMs: readonly number[]): Archive {
  const { observed } = archive;
  const isBrought = Array.from({ length: observed.hours }, (_, index) => {
    const ms = observed.startMs + index * HOUR_MS;
    return fetchedMs.some((fetched) => ms < fetched && ms >= fetched - HOURS_OVER * HOUR_MS);
  });
  const columns = columnsFrom((name) =>
    observed[name].map((value, index) => (isBrought[index] === true ? value : Number.NaN)),
  );
  return { ...archive, observed: { ...observed, ...columns } };
}
