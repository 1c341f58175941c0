// Runs the record of past forecasts in a process: notes are written every few seconds, and one process of the fleet judges.
import { StoreUnavailable } from "../../accounts/store.ts";
import { atMostEvery } from "../../lib/log-once.ts";
import { MINUTE_MS, SECOND_MS } from "../../lib/time/clock.ts";
import { type Config, settingsOf } from "../../app/settings/core-config.ts";
import { isSimulated } from "../../app/settings/weather-settings.ts";
import type { OutageLog } from "../../observability/outage-log.ts";
import type { ProcessParts } from "../../observability/process-parts.ts";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import { createStatedChances } from "../../scoring/odds/odds.ts";
import { utcDay } from "../../lib/time/sun-day.ts";
import { createRecordMetrics } from "./metrics.ts";
import { TRACK_RECORD_SETTINGS } from "./settings.ts";
import type { RecordStore } from "./record-store.ts";
import { createTrackRecord, type TrackRecord } from "./track-record.ts";

/** A killed process loses the notes of this time. If it loses a day's first forecast, the next one counts as the first. */
const WRITE_EVERY_MS = 10 * SECOND_MS;

/** A day is judged a day after it is over, so minutes do not matter. */
const JUDGE_EVERY_MS = 5 * MINUTE_MS;

/** The metrics are about the sessions of this many judged days. */
const SHARE_DAYS = 30;

/** While the store is unavailable, every attempt fails for the same reason. */
const LOG_EVERY_MS = 10 * MINUTE_MS;

/**
 * Undefined if the weather is simulated or the record is off. If it is off, its places are deleted. `opened` stops the record
 * before the store is closed.
 */
export function openTrackRecord(
  config: Config,
  {
    clock,
    logger,
    metrics,
    recordStore,
    outage,
  }: ProcessParts & {
    readonly recordStore: RecordStore;
    readonly outage: OutageLog;
  },
  opened: AsyncDisposableStack,
): TrackRecord | undefined {
  const { weatherSources, odds } = config;
  const { TRACK_RECORD_PLACES: placesMax } = settingsOf(config, TRACK_RECORD_SETTINGS);
  const { safeSessions, safeRatio } = createRecordMetrics([metrics.registry]);
  if (isSimulated(weatherSources)) return undefined;
  const isDue = atMostEvery(clock, LOG_EVERY_MS);
  const noteFailure = async (error: unknown) => {
    const isOfStore = error instanceof StoreUnavailable;
    if (isOfStore && (await outage.explains())) return;
    if (isDue() === 0) return;
    const cause = isOfStore ? { reason: error.message } : { err: error };
    logger.warn(cause, "writing the record of past forecasts failed; it will be tried again");
  };
  if (placesMax === 0) {
    const forget = () => recordStore.forget({ placesMax, today: utcDay(clock.nowMs()) });
    const first = forget().catch(noteFailure);
    // Until a rolling update is over, other replicas may still write.
    const again = every(JUDGE_EVERY_MS, forget, noteFailure);
    opened.defer(async () => {
      await again.stop();
      await first;
    });
    return undefined;
  }
  const chancesOf = createStatedChances(odds);
  const record = createTrackRecord({ store: recordStore, clock, placesMax, chancesOf });
  const write = every(WRITE_EVERY_MS, record.write, noteFailure);
  const judgeAndReport = async () => {
    await record.judge();
    // A day is judged two days later.
    const sinceDay = utcDay(clock.nowMs()) - SHARE_DAYS - 1;
    for (const { daysAhead, said, came } of await recordStore.safeShares({
      modelVersion: MODEL_VERSION,
      sinceDay,
    })) {
      const labels = { days_ahead: daysAhead };
      safeSessions.set(labels, said);
      if (said > 0) safeRatio.set(labels, came / said);
    }
  };
  const judge = every(JUDGE_EVERY_MS, judgeAndReport, noteFailure);
  opened.defer(async () => {
    record.stop();
    await Promise.all([write.stop(), judge.stop()]);
    await record.write().catch(noteFailure);
  });
  return record;
}

/** Repeats some work, never concurrently. */
function every(ms: number, work: () => Promise<void>, onFailure: (error: unknown) => Promise<void>) {
  let inFlight: Promise<void> | undefined;
  const timer = setInterval(() => {
    inFlight ??= work()
      .catch(onFailure)
      .finally(() => {
        inFlight = undefined;
      });
  }, ms).unref();
  return {
    /** Resolves when the work in flight has ended. */
    stop: async () => {
      clearInterval(timer);
      await inFlight;
    },
  };
}
