// Shares forecasts between replicas through a table of their store: one replica fetches, the others read. No call depends
// on the table, so every step has a short deadline, and after a failure the replica continues alone.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { atMostEveryForEach } from "../../lib/log-once.ts";
import { type Clock, MINUTE_MS, systemClock } from "../../lib/time/clock.ts";
import { withTimeout } from "../../lib/timeout.ts";
import type { Place } from "../../lib/place.ts";
import { FRESH_MS_DEFAULT, freshTermMs, USABLE_MS_MAX } from "./age-limits.ts";
import type { PackedForecast } from "./forecast-cache.ts";
import { PACKED_VERSION, unpackForecast } from "./packed-forecast.ts";

/** The result of sharing. It is a metrics label, so the set is closed. */
export type SharingOutcome =
  | "found" // another replica had fetched it
  | "leased" // no replica had: this one fetches it for all
  | "waited" // another replica was fetching it, and this one waited too long
  | "unavailable" // the table was not reached, or not in time
  | "unreadable"; // the stored bytes were not written by this version

/** The table, as a store provides it. Any method may fail, or take as long as the store allows. */
export interface ForecastTable {
  /**
   * Looks for a forecast fetched between two times (Unix ms). If there is none, one replica at a time gets the lease to
   * fetch it (`leased`), for `leaseMs`; the others get `taken`. `cached` is the newest forecast there is, even if it is
   * older than that.
   */
  ask(question: {
    readonly name: string;
    readonly sinceMs: number;
    readonly untilMs: number;
    readonly token: string;
    readonly leaseMs: number;
  }): Promise<{
    readonly state: "found" | "leased" | "taken";
    readonly cached: PackedForecast | undefined;
  }>;
  /**
   * Stores the fetched forecast for `goodMs`, unless a younger one is stored. (A stored forecast that is younger by more
   * than `aheadMs` is from before a clock was set back, and is replaced.) Also ends the lease of the token; after a
   * failed fetch, `fetched` is undefined and only the lease ends.
   */
  settle(result: {
    readonly name: string;
    readonly token: string;
    readonly fetched: PackedForecast | undefined;
    readonly goodMs: number;
    readonly aheadMs: number;
  }): Promise<void>;
  close(): Promise<void>;
}

/** A step takes a few milliseconds, a little more after the start of a process. Waiting longer would not pay. */
const STEP_TIMEOUT_MS_DEFAULT = 200;

/** How often a replica checks whether another has finished. A provider takes 100 ms or more. */
const POLL_MS = 50;

/** How long a replica waits for another's fetch. Nine of ten fetches take less than half of that. */
const WAIT_MS_DEFAULT = 1_500;

/** Longer than a source takes to answer or fail. A killed replica delays the others by at most this. */
const LEASE_MS = 10_000;

/** While the table is unavailable, every step fails for the same reason, so one log line in this time is enough. */
const LOG_EVERY_MS = 10 * MINUTE_MS;

export type SharedAnswer =
  | { readonly kind: "Found"; readonly forecast: PackedForecast }
  | {
      /** This replica has to fetch the place. */
      readonly kind: "Wanted";
      /** Stores what was fetched, or nothing after a failure; either way the others stop waiting. */
      readonly settle: (fetched: PackedForecast | undefined) => Promise<void>;
    };

export type SharedForecasts = ReturnType<typeof createSharedForecasts>;

interface SharedForecastsOptions {
  readonly table: ForecastTable;
  readonly clock: Clock;
  /** How long forecasts are fresh at the moment. */
  readonly freshMs?: (() => number) | undefined;
  readonly onOutcome: (outcome: SharingOutcome) => void;
  /** Called with the reason when the table did not answer in time, at most once in ten minutes for each reason. */
  readonly onAway?: ((reason: string) => void) | undefined;
  /** The longest that one step at the table may take. */
  readonly stepTimeoutMs?: number | undefined;
  /** The longest that a call waits for another replica's fetch. */
  readonly waitMs?: number | undefined;
}

/** Asking and settling never reject: without the table, a replica works alone. */
export function createSharedForecasts({
  table,
  clock,
  freshMs = () => FRESH_MS_DEFAULT,
  onOutcome,
  onAway = () => undefined,
  stepTimeoutMs = STEP_TIMEOUT_MS_DEFAULT,
  waitMs = WAIT_MS_DEFAULT,
}: SharedForecastsOptions) {
  const inTime = createInTime({ clock, onOutcome, onAway, stepTimeoutMs });

  const readable = (cached: PackedForecast | undefined): PackedForecast | undefined => {
    try {
      if (cached !== undefined) unpackForecast(cached.packed);
      return cached;
    } catch {
      onOutcome("unreadable");
      return undefined;
    }
  };

  const wanted = (place: Place, token: string): SharedAnswer => ({
    kind: "Wanted",
    settle: async (fetched) => {
      const times = { goodMs: USABLE_MS_MAX, aheadMs: freshTermMs(place, freshMs()) };
      await inTime(table.settle({ name: nameOf(place), token, fetched, ...times }));
    },
  });

  return {
    /**
     * Asks for a forecast that is fresh at `nowMs`. While another replica fetches the place, this one waits for the result,
     * for a while or until the signal aborts. An older forecast is passed to `onOlder` before the wait.
     */
    ask: async (
      place: Place,
      nowMs: number,
      signal: AbortSignal,
      onOlder: (older: PackedForecast) => void,
    ): Promise<SharedAnswer> => {
      const termMs = freshTermMs(place, freshMs());
      const token = randomUUID();
      const question = { name: nameOf(place), sinceMs: nowMs - termMs, untilMs: nowMs + termMs, token };
      const waitUntilMs = systemClock.elapsedMs() + waitMs;
      for (let isFirst = true; ; isFirst = false) {
        const reply = await inTime(table.ask({ ...question, leaseMs: LEASE_MS }));
        if (reply === undefined) return wanted(place, token);
        const { state } = reply;
        const cached = isFirst || state === "found" ? readable(reply.cached) : undefined;
        if (state === "found") {
          if (cached === undefined) return wanted(place, token);
          onOutcome("found");
          return { kind: "Found", forecast: cached };
        }
        if (cached !== undefined) onOlder(cached);
        if (state === "taken" && systemClock.elapsedMs() < waitUntilMs && !signal.aborted) {
          await sleep(POLL_MS, undefined, { ref: false });
          continue;
        }
        onOutcome(state === "taken" ? "waited" : "leased");
        return wanted(place, token);
      }
    },
  };
}

/**
 * The name of a place in the table. It contains the version of the packed form, so that replicas share only with replicas
 * of the same version.
 */
function nameOf({ key }: Place): string {
  return `v${PACKED_VERSION} ${key}`;
}

/** Gives each step its deadline. The result is undefined if the step fails or takes too long. */
function createInTime({
  clock,
  onOutcome,
  onAway,
  stepTimeoutMs,
}: Pick<SharedForecastsOptions, "clock" | "onOutcome"> & {
  readonly onAway: (reason: string) => void;
  readonly stepTimeoutMs: number;
}) {
  const isDue = atMostEveryForEach(clock, LOG_EVERY_MS);
  const noteAway = (error: unknown): undefined => {
    onOutcome("unavailable");
    const reason = error instanceof Error ? error.message : String(error);
    if (isDue(reason) > 0) onAway(reason);
  };
  return <Reply>(step: Promise<Reply>): Promise<Reply | undefined> =>
    withTimeout(stepTimeoutMs, step).catch(noteAway);
}
