// Forecasts that replicas share through a table of their store: one fetches, the others read. Nothing here is needed to answer a
// call, so every step has a short deadline, and after any failure a replica goes on alone.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "../../clock.ts";
import { within } from "../../deadline.ts";
import type { Place } from "../place.ts";
import { FRESH_MS_DEFAULT, freshTermMs, USABLE_MS_MAX } from "./age-limits.ts";
import type { PackedForecast } from "./forecast-cache.ts";
import { unpackForecast } from "./packed-forecast.ts";

/** How sharing went; a metrics label, so the set is closed. */
export type SharingOutcome =
  | "found" // another replica had fetched it
  | "leased" // nobody had: this replica fetches it for all
  | "waited" // another replica is fetching it, for too long
  | "unavailable" // the table was not reached, or not in time
  | "unreadable"; // what is there was not written by this version

/** The table, as a store has it. Any of these may fail, or take the time that the store allows itself. */
export interface ForecastTable {
  /**
   * Looks for a forecast that was fetched between two instants (Unix ms). Where there is none, one who asks at a time is
   * `leased` the fetching for so many ms; for the others it is `taken`. `cached` is what there is, though it be older.
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
   * Shares what was fetched, for so many ms, unless something younger is there (one that is further ahead than `aheadMs` is of
   * a clock that was set back); ends the lease of that token, also after a failure, when nothing was fetched.
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

/** A step takes a few milliseconds, on a process that has just started some more: what takes this long is worth less than a fetch. */
const STEP_TIMEOUT_MS = 200;

/** How often a replica looks whether another has finished. A provider takes 100 ms and more. */
const POLL_MS = 50;

/** How long a replica waits for another's fetch. Nine of ten take less than half of that. */
const WAIT_MS = 1_500;

/** Longer than a source takes to answer or fail; a replica that was killed holds the others up for so long at most. */
const LEASE_MS = 10_000;

/** While the table is away every fetch fails in the same way; nobody waits for it, so that now and then is enough. */
const SILENT_MS = 10 * MINUTE_MS;

/** Forecasts that replicas share. Asking and settling never reject: without the table a replica works on its own. */
export interface SharedForecasts {
  /**
   * Asks for a forecast that is fresh at `nowMs`. While one replica has been told to fetch a place, the others wait here
   * for what it gets, for a while, or until the signal says that nobody wants it any more. One fetched earlier is handed
   * to `onOlder` before that wait begins.
   */
  ask(
    place: Place,
    nowMs: number,
    signal: AbortSignal,
    onOlder: (older: PackedForecast) => void,
  ): Promise<SharedAnswer>;
}

export type SharedAnswer =
  | { readonly kind: "Found"; readonly forecast: PackedForecast }
  | {
      /** It is for this replica to fetch one. */
      readonly kind: "Wanted";
      /** Hands over what was fetched, nothing after a failure; either way the others need not wait any longer. */
      readonly settle: (fetched: PackedForecast | undefined) => Promise<void>;
    };

export function createSharedForecasts({
  table,
  freshMs = () => FRESH_MS_DEFAULT,
  onOutcome,
  onAway = () => undefined,
}: {
  readonly table: ForecastTable;
  /** How long forecasts are fresh, as things stand. */
  readonly freshMs?: (() => number) | undefined;
  readonly onOutcome: (outcome: SharingOutcome) => void;
  /** Told why the table was not reached, or not in time: each reason once in ten minutes. */
  readonly onAway?: ((reason: string) => void) | undefined;
}): SharedForecasts {
  const inTime = createSteps({ onOutcome, onAway });

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
    ask: async (place, nowMs, signal, onOlder) => {
      const termMs = freshTermMs(place, freshMs());
      const token = randomUUID();
      const question = { name: nameOf(place), sinceMs: nowMs - termMs, untilMs: nowMs + termMs, token };
      const waitUntilMs = performance.now() + WAIT_MS;
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
        if (state === "taken" && performance.now() < waitUntilMs && !signal.aborted) {
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
 * What a place's forecast is called there. The number is that of the packed form: while replicas of two versions run, each
 * version shares among its own, and neither stumbles over what the other wrote.
 */
function nameOf({ key }: Place): string {
  return `v2 ${key}`;
}

/** What a step resolves to within its time; undefined where it fails or takes longer. */
type InTime = <Reply>(step: Promise<Reply>) => Promise<Reply | undefined>;

function createSteps({
  onOutcome,
  onAway,
}: {
  readonly onOutcome: (outcome: SharingOutcome) => void;
  readonly onAway: (reason: string) => void;
}): InTime {
  const toldAtMs = new Map<string, number>();
  const noteAway = (error: unknown): void => {
    onOutcome("unavailable");
    const reason = error instanceof Error ? error.message : String(error);
    const nowMs = performance.now();
    for (const [told, atMs] of toldAtMs) if (nowMs - atMs >= SILENT_MS) toldAtMs.delete(told);
    if (toldAtMs.has(reason)) return;
    toldAtMs.set(reason, nowMs);
    onAway(reason);
  };

  return async (step) => {
    try {
      return await within(STEP_TIMEOUT_MS, step);
    } catch (error) {
      noteAway(error);
      return undefined;
    }
  };
}
