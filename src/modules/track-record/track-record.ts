// The record of each place: the verdicts that were forecast for sessions, and the verdicts that the actual weather deserved.
// Every process notes calls and stores fetches; one process at a time judges, in slices too short to delay calls.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { type Clock, MINUTE_MS, systemClock } from "../../lib/time/clock.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import type { Place } from "../../lib/place.ts";
import { DAYS_AHEAD, forecastDay, lastDueDay, placeFromKey } from "./days.ts";
import { sunDay, sunDayStartMs, utcDay } from "../../lib/time/sun-day.ts";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import type { StatedChances } from "../../scoring/odds/odds.ts";
import { type ForecastOfDay, judgeDay } from "./judge-day.ts";
import { unpackWeather, actualWeather } from "./packed-weather.ts";
import { createRequestBuffer, createFetchBuffer } from "./write-buffers.ts";
import type { StoredWeather, RecordedPlace, RecordStore, Tally } from "./record-store.ts";

export type TrackRecord = ReturnType<typeof createTrackRecord>;

export interface TrackRecordOptions {
  readonly store: RecordStore;
  readonly clock: Clock;
  /** Places that may have a record; the least asked are dropped first. */
  readonly placesMax: number;
  readonly chancesOf: StatedChances;
  /** The largest share of a CPU core that judging takes. */
  readonly coreShare?: number;
}

const CORE_SHARE = 1 / 20;

/** Judging pauses when it has worked for this long. */
const SLICE_MS = 1;

/** The wait for a hanging store also counts as work, so a pause is bounded. */
const PAUSE_MS_MAX = 200;

/** How many sports of a place are judged: the last ones asked about, if that was within SPORT_DAYS. */
const SPORTS_MAX = 6;
const SPORT_DAYS = 30;

/** How long a killed process blocks the others at most. */
const LEASE_MS = 10 * MINUTE_MS;

export function createTrackRecord(options: TrackRecordOptions) {
  const { store, clock, coreShare = CORE_SHARE } = options;
  const requests = createRequestBuffer(options);
  const fetches = createFetchBuffer(options);
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;

  return {
    noteRequest: requests.note,
    noteFetched: fetches.note,
    /** Writes the notes since the last write. */
    write: async (): Promise<void> => {
      const today = utcDay(clock.nowMs());
      for (const [batch, done] of requests.batches()) {
        await store.noteRequests(batch, today);
        done();
      }
      for (const [batch, done] of fetches.batches()) {
        const places = await store.placesOf(batch.map(({ place }) => place.key));
        const recorded = new Set(
          places.filter((each) => isRequestedOnMostDays(each, today)).map(({ place }) => place),
        );
        const batchWeather: StoredWeather[] = [];
        for (const fetched of batch) {
          if (!recorded.has(fetched.place.key)) continue;
          batchWeather.push(fetches.packed(fetched));
          await nextTurn();
        }
        if (batchWeather.length > 0) await store.addWeather(batchWeather);
        done(batchWeather);
      }
    },
    /** Judges every day that is due, unless another process does. */
    judge: async (): Promise<void> => {
      const hasLease = () => store.takeLease(holder, clock.nowMs(), LEASE_MS);
      if (!(await hasLease())) return;
      const pace = createPace(coreShare);
      let checkedMs = clock.elapsedMs();
      // The list includes every place with a due day, even the easternmost; judgePlace skips places without one.
      for (const due of await store.placesJudgedBefore(utcDay(clock.nowMs()))) {
        if (signal.aborted) return;
        await judgePlace(due, { ...options, pace, signal });
        await pace();
        if (clock.elapsedMs() - checkedMs < LEASE_MS / 4) continue;
        if (!(await hasLease())) return;
        checkedMs = clock.elapsedMs();
      }
      await store.forget({ placesMax: options.placesMax, today: utcDay(clock.nowMs()) });
    },
    /** Makes `judge` end early; another process, or a later run, does the rest. */
    stop: (): void => stopping.abort(),
  };
}

/** Asked about on over half of the last seven days, or of the days since the first request; today counts as asked. */
function isRequestedOnMostDays({ requestDays, lastRequestDay }: RecordedPlace, today: number): boolean {
  const bits = (requestDays * 2 ** Math.min(7, Math.max(0, today - lastRequestDay))).toString(2);
  const lastDays = bits.slice(-7, -1).replaceAll("0", "");
  return 2 * (lastDays.length + 1) > Math.min(7, bits.length);
}

/** To be awaited between two steps of work: pauses for as long as the share of a CPU core demands. */
function createPace(coreShare: number) {
  let begunMs = systemClock.elapsedMs();
  return async (): Promise<void> => {
    const workedMs = systemClock.elapsedMs() - begunMs;
    if (workedMs < SLICE_MS) return;
    const pauseMs = Math.min(workedMs * (1 / coreShare - 1), PAUSE_MS_MAX);
    await delay(pauseMs, undefined, { ref: false });
    begunMs = systemClock.elapsedMs();
  };
}

type JudgeOptions = TrackRecordOptions & {
  readonly pace: () => Promise<void>;
  readonly signal: AbortSignal;
};

/** Judges the due days of a place for which a forecast was stored. */
async function judgePlace(recorded: RecordedPlace, options: JudgeOptions): Promise<void> {
  const { store, clock, pace } = options;
  const place = placeFromKey(recorded.place);
  const lastDay = lastDueDay(place, clock.nowMs());
  if (lastDay <= recorded.judgedDay) return;
  const sports = Object.entries(recorded.sports)
    .filter(([, lastRequestDay]) => lastRequestDay >= lastDay - SPORT_DAYS)
    .toSorted(([a, aOn], [b, bOn]) => bOn - aOn || (a < b ? -1 : 1))
    .slice(0, SPORTS_MAX)
    .map(([sport]) => sport);
  const fromMs = sunDayStartMs(place, recorded.judgedDay + 1);
  const stored = await store.storedForecasts(
    place.key,
    forecastDay(fromMs) - DAYS_AHEAD,
    forecastDay(clock.nowMs()),
  );
  const forecasts: ForecastOfDay[] = [];
  for (const { fetchedAtMs, forecast } of stored) {
    for (const weather of readable(forecast)) forecasts.push({ fetchedAtMs, weather });
    await pace();
  }
  const forecastDays = stored.map(({ fetchedAtMs }) => sunDay(place, fetchedAtMs));
  let after = recorded.judgedDay;
  for (let day = after + 1; day <= lastDay; day += 1) {
    const hasForecast = forecastDays.some((from) => from <= day && day < from + DAYS_AHEAD);
    // Days without stored forecasts are settled together with the next day that is settled.
    if (!hasForecast && day < lastDay) continue;
    const tallies = hasForecast ? await judgedInSlices(place, day, sports, forecasts, options) : [];
    const judged = { modelVersion: MODEL_VERSION, place: place.key, day, tallies };
    if (options.signal.aborted || !(await store.settleDay(judged, after))) return;
    after = day;
    await pace();
  }
}

async function judgedInSlices(
  place: Place,
  day: number,
  sports: readonly string[],
  forecasts: readonly ForecastOfDay[],
  { store, chancesOf, pace, signal }: JudgeOptions,
): Promise<readonly Tally[]> {
  const startMs = sunDayStartMs(place, day);
  const brought = await store.storedHours(place.key, forecastDay(startMs) - 1, forecastDay(startMs) + 3);
  const actual = actualWeather(brought.flatMap(readable), place, day);
  await pace();
  const work = judgeDay({ place, day, sports, forecasts, actual, chancesOf });
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (signal.aborted) return [];
    await pace();
  }
}

/** Empty for bytes of another version. */
function readable(bytes: Uint8Array): readonly HourlyWeather[] {
  try {
    return [unpackWeather(bytes)];
  } catch {
    return [];
  }
}
