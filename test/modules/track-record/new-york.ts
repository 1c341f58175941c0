// New York day by day: a source of recorded forecasts with analysed past hours, a service's cache and record of them, a
// clock that is moved, and the tallies that `npm run verify` makes of the same weather.
import { MODEL_VERSION } from "../../../src/scoring/model-version.ts";
import { HOUR_MS } from "../../../src/lib/time/clock.ts";
import { sunDay } from "../../../src/lib/time/sun-day.ts";
import type { RecordStore } from "../../../src/modules/track-record/record-store.ts";
import {
  createTrackRecord,
  type TrackRecordOptions,
} from "../../../src/modules/track-record/track-record.ts";
import { createCachedSource } from "../../../src/weather/cache/cached-source.ts";
import { hoursBetween, withEarlierApart } from "../../../src/weather/earlier-hours.ts";
import { columnsFrom, type HourlyWeather } from "../../../src/weather/hourly-weather.ts";
import { PAST_HOURS, type WeatherSource } from "../../../src/weather/weather-source.ts";
import { placeAt } from "../../../src/lib/place.ts";
import { readArchive, type Archive } from "../../../verification/archive.ts";
import { judgedSessions } from "../../../verification/judged-sessions.ts";
import type { ManualClock } from "../../support/fakes/manual-clock.ts";

export const NEW_YORK = placeAt(40.71, -74.01);
export const FOLDER = new URL("../../../verification/new-york", import.meta.url).pathname;

/** How many past hours a fetch contains. */
const HOURS_OVER = 24;

/** The archive with each forecast as a provider sends it: it begins with past hours as they were analysed. */
export function archiveAsSent(): Archive {
  const { forecasts, ...archive } = readArchive(FOLDER);
  return { ...archive, forecasts: forecasts.map((forecast) => afterHoursOver(forecast, archive.observed)) };
}

function afterHoursOver(forecast: HourlyWeather, observed: HourlyWeather): HourlyWeather {
  const { generatedAtMs } = forecast;
  const startMs = generatedAtMs - HOURS_OVER * HOUR_MS;
  const hours = (forecast.startMs - startMs) / HOUR_MS + forecast.hours;
  const columns = columnsFrom((name) =>
    Float32Array.from({ length: hours }, (_, index) => {
      const ms = startMs + index * HOUR_MS;
      const source = ms < generatedAtMs ? observed : forecast;
      return source[name][(ms - source.startMs) / HOUR_MS] ?? Number.NaN;
    }),
  );
  return { ...forecast, startMs, hours, ...columns };
}

export interface SuppliedSource extends WeatherSource {
  /** Moves the clock to this forecast's time, and answers with it from then on. */
  supply(forecast: HourlyWeather): void;
}

/** A source that answers with the forecast that the test has set last. */
export function createSuppliedSource(clock: ManualClock): SuppliedSource {
  let supplied: HourlyWeather | undefined;
  return {
    name: "supplied",
    supply: (forecast) => {
      clock.goTo(forecast.generatedAtMs);
      supplied = forecast;
    },
    forecast: async () => {
      if (supplied === undefined) throw new Error("no forecast is set yet");
      return withEarlierApart(supplied, clock.nowMs());
    },
  };
}

/** A process of a service that keeps a record. Its `ask` stands for an account that asks about New York. */
export function startRecorded(
  source: WeatherSource,
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
  const weather = createCachedSource({ source, clock, bytesMax: 1_000_000, onFetched: record.noteFetched });
  return {
    record,
    ask: async (accountId: string, sports: readonly string[]): Promise<void> => {
      await weather.forecast(NEW_YORK, new AbortController().signal);
      for (const sport of sports) record.noteRequest({ place: NEW_YORK, sport, accountId });
    },
  };
}

/** By sport and days ahead: counts of sessions by stated and by actual verdict, as `npm run verify` judges them. */
export function verifiedTallies(
  archive: Archive,
  sports: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const startHours = Array.from({ length: 13 }, (_, index) => 8 + index);
  // A call looks back PAST_HOURS and no further.
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

/** The same tallies, as the store has them. */
export async function recordedTallies(
  store: RecordStore,
  place = NEW_YORK.key,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const tallies = await store.tallies({ modelVersion: MODEL_VERSION, place });
  return new Map(
    tallies
      .filter(({ sessions }) => sessions.some((count) => count > 0))
      .map(({ sport, daysAhead, sessions }) => [`${sport} ${daysAhead}`, sessions]),
  );
}

/** The archive with only those observed hours that fetches at these times contained: 24 hours each. */
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
