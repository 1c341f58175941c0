// The notes of a process between two writes to the store: places that were asked about, and fetched forecasts.
import { createGrowingLru } from "../../lib/growing-lru.ts";
import { type Clock, HOUR_MS } from "../../lib/time/clock.ts";
import type { FetchedForecast } from "../../weather/cache/fetch.ts";
import type { Place } from "../../lib/place.ts";
import { forecastDay } from "./days.ts";
import { utcDay } from "../../lib/time/sun-day.ts";
import { packJudgedHours, packPastHours } from "./packed-weather.ts";
import type { RequestedPlace, StoredWeather } from "./record-store.ts";

/** What a counted call asked about. */
export interface RecordedRequest {
  readonly place: Place;
  /** The id of a built-in sport. */
  readonly sport: string;
  readonly accountId: string;
}

/** The items of one transaction, and a function to call once they are written. */
export type Batch<Item, Written = void> = readonly [readonly Item[], (written: Written) => void];

interface Noted {
  readonly place: string;
  readonly sports: Set<string>;
  readonly accounts: Set<string>;
}

/** Limits of a process's notes of a day, in multiples of `placesMax`: on places, and on pairs of account and place. */
const NOTED_FACTOR = 4;
const PAIRS_FACTOR = 40;

const BATCH = 25;

/** Notes each place, sport and account once a day, since most calls repeat earlier ones. */
export function createRequestBuffer({
  clock,
  placesMax,
}: {
  readonly clock: Clock;
  readonly placesMax: number;
}) {
  let day = Number.NaN;
  let pairs = 0;
  const ofDay = new Map<string, Noted>();
  const fresh = new Map<string, Noted>();
  return {
    note: ({ place: { key }, sport, accountId }: RecordedRequest): void => {
      const today = utcDay(clock.nowMs());
      if (today !== day) {
        ofDay.clear();
        [day, pairs] = [today, 0];
      }
      const noted = ofDay.get(key);
      if (noted?.sports.has(sport) === true && noted.accounts.has(accountId)) return;
      if (noted === undefined && ofDay.size >= placesMax * NOTED_FACTOR) return;
      if (noted?.accounts.has(accountId) !== true && (pairs += 1) > placesMax * PAIRS_FACTOR) return;
      for (const notes of [ofDay, fresh]) {
        const noted = notes.get(key) ?? { place: key, sports: new Set(), accounts: new Set() };
        noted.sports.add(sport);
        noted.accounts.add(accountId);
        notes.set(key, noted);
      }
    },
    *batches(): Generator<Batch<RequestedPlace>> {
      for (const batch of inBatches([...fresh.values()])) {
        const items = batch.map(({ place, sports, accounts }) => {
          return { place, sports: [...sports], accounts: [...accounts] };
        });
        const written = () => {
          for (const [at, { sports, accounts }] of items.entries()) {
            const noted = batch[at];
            // What was noted during the write goes with the next one.
            const isAll = noted?.sports.size === sports.length && noted.accounts.size === accounts.length;
            if (noted !== undefined && isAll) fresh.delete(noted.place);
          }
        };
        yield [items, written];
      }
    },
  };
}

/** Notes for each place the first forecast of a day, and each past hour. */
export function createFetchBuffer({ placesMax }: { readonly placesMax: number }) {
  /** By place: the day and hour of the last fetch that was written. */
  const written = createGrowingLru<string, { readonly day: number; readonly hour: number }>(placesMax);
  const pending = new Map<string, FetchedForecast>();
  return {
    note: (fetched: FetchedForecast): void => {
      const { key } = fetched.place;
      const last = written.get(key);
      // Another fetch in the same hour has the same past hours.
      if (last?.hour === hourOf(fetched)) return;
      if (!pending.has(key) && pending.size < placesMax) pending.set(key, fetched);
    },
    *batches(): Generator<Batch<FetchedForecast, readonly StoredWeather[]>> {
      for (const batch of inBatches([...pending.values()])) {
        yield [
          batch,
          (added) => {
            for (const { place } of batch) pending.delete(place.key);
            for (const { place, day, fetchedAtMs } of added)
              written.set(place, { day, hour: hourOf({ fetchedAtMs }) });
          },
        ];
      }
    },
    packed: ({ place, fetchedAtMs, fetched, weather }: FetchedForecast): StoredWeather => {
      const day = forecastDay(fetchedAtMs);
      const isFirst = written.get(place.key)?.day !== day;
      const forecast = isFirst ? packJudgedHours(weather, place, fetchedAtMs) : undefined;
      return { place: place.key, day, fetchedAtMs, forecast, hours: packPastHours(fetched, fetchedAtMs) };
    },
  };
}

function hourOf({ fetchedAtMs }: Pick<FetchedForecast, "fetchedAtMs">): number {
  return Math.floor(fetchedAtMs / HOUR_MS);
}

function inBatches<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  );
}
