// Simulates a day of a fleet that has a budget of provider calls, with the service's own cache and budget and a manual clock.
// It finds out how much is fetched, how long forecasts are fresh, and which calls are refused because the budget is used up.
import { setImmediate as nextTurn } from "node:timers/promises";
import { HOUR_MS, MINUTE_MS, type Clock } from "../../src/lib/time/clock.ts";
import { isoDay } from "../../src/lib/time/iso-time.ts";
import {
  createCallBudget,
  type BudgetNotice,
  type CallBudget,
} from "../../src/weather/budget/call-budget.ts";
import type { ProviderCallStore } from "../../src/weather/budget/provider-calls.ts";
import { FRESH_MS_DEFAULT, USABLE_MS_MAX } from "../../src/weather/cache/age-limits.ts";
import { createCachedSource } from "../../src/weather/cache/cached-source.ts";
import type { HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { createSimulatedSource } from "../../src/weather/providers/simulated/source.ts";
import { WeatherError } from "../../src/weather/weather-error.ts";
import type { Forecasts, WeatherSource } from "../../src/weather/weather-source.ts";
import { createRandom } from "../random.ts";
import type { SharedForecasts } from "./shared-in-memory.ts";
import { venueAt } from "./simulate-day.ts";
import { callsByVenue, hourAtShare } from "./traffic.ts";

const START_MS = Date.parse("2026-11-21T00:00:00Z");

/**
 * The simulation begins before midnight, to fill the caches: with this share of the calls of the day before, which is a little
 * more than two hours.
 */
const WARM_UP_SHARE = 0.06;
const REPLICAS = 3;
const SEED = 43;

/** The stores that replicas share. */
export interface SharedParts {
  readonly provider: Pick<ProviderCallStore, "takeProviderCalls">;
  readonly forecasts: SharedForecasts;
}

interface BudgetDayOptions {
  readonly venues: number;
  readonly callsMax: number;
  /** Called for each replica. `freshMs` returns how long the replica's forecasts are fresh at that moment. */
  readonly openShared: (freshMs: () => number) => SharedParts;
}

/** A sample of one replica's budget, taken every ten minutes. */
export interface Look {
  readonly hour: number;
  readonly used: number;
  readonly freshMinutes: number;
  readonly projected: number;
}

export interface BudgetDay {
  readonly calls: number;
  readonly fetches: number;
  /** Answers by the age of their forecast. */
  readonly withinHour: number;
  readonly withinThreeHours: number;
  readonly older: number;
  /**
   * Calls refused because the budget was used up. `refusedKnown` counts those for which some replica had a usable forecast.
   */
  readonly refused: number;
  readonly refusedKnown: number;
  readonly looks: readonly Look[];
  readonly notices: readonly { readonly notice: BudgetNotice; readonly hour: number }[];
}

export async function simulateBudgetDay(options: BudgetDayOptions): Promise<BudgetDay> {
  const { venues, callsMax } = options;
  let nowMs = START_MS;
  const clock = { nowMs: () => nowMs, elapsedMs: () => nowMs };
  const weather = await createSimulatedSource({ clock }).forecast(venueAt(0), new AbortController().signal);
  const fetchedAtMs = new Map<string, number>();
  const notices: { notice: BudgetNotice; hour: number }[] = [];
  const hour = () => (nowMs - START_MS) / HOUR_MS;
  const idle = createIdleWatch();
  const replicas = Array.from({ length: REPLICAS }, () =>
    openReplica({
      ...options,
      clock,
      idle,
      forecastNow: () => ({ ...weather, generatedAtMs: nowMs }),
      onFetched: (key) => fetchedAtMs.set(key, nowMs),
      onNotice: (notice) => notices.push({ notice, hour: hour() }),
    }),
  );
  const day = { calls: 0, withinHour: 0, withinThreeHours: 0, older: 0, refused: 0, refusedKnown: 0 };
  const looks: Look[] = [];
  const random = createRandom(SEED);
  const { signal } = new AbortController();
  for (const { venue, hour: atHour } of callsInOrder(venues, random)) {
    nowMs = START_MS + atHour * HOUR_MS;
    const replica = replicas[Math.floor(random() * REPLICAS)] as Replica;
    const place = venueAt(venue);
    const isKnown = nowMs - (fetchedAtMs.get(place.key) ?? -Infinity) <= USABLE_MS_MAX;
    const outcome = await answerOf(replica.forecasts, place, signal);
    // Background fetches finish before the next call.
    await idle.settled();
    if (atHour < 0) continue;
    if (Math.floor(atHour * 6) >= looks.length) {
      const { used, freshMs, projected } = replica.budget.state();
      looks.push({ hour: atHour, used, freshMinutes: freshMs / MINUTE_MS, projected });
    }
    day.calls += 1;
    if (outcome === undefined) {
      day.refused += 1;
      if (isKnown) day.refusedKnown += 1;
    } else if (nowMs - outcome.generatedAtMs <= HOUR_MS) day.withinHour += 1;
    else if (nowMs - outcome.generatedAtMs <= 3 * HOUR_MS) day.withinThreeHours += 1;
    else day.older += 1;
  }
  const today = { provider: "open-meteo", day: isoDay(START_MS), calls: 0, callsMax } as const;
  const { used } = await (replicas[0] as Replica).provider.takeProviderCalls(today);
  return { ...day, fetches: used, looks, notices: notices.filter((told) => told.hour >= 0) };
}

interface Replica {
  readonly forecasts: Forecasts;
  readonly budget: CallBudget;
  readonly provider: SharedParts["provider"];
}

interface ReplicaOptions extends Omit<BudgetDayOptions, "venues"> {
  readonly clock: Clock;
  readonly idle: IdleWatch;
  readonly forecastNow: () => HourlyWeather;
  readonly onFetched: (key: string) => void;
  readonly onNotice: (notice: BudgetNotice) => void;
}

function openReplica(options: ReplicaOptions): Replica {
  const { callsMax, openShared, clock, idle, forecastNow, onFetched, onNotice } = options;
  const shared = openShared(() => budget.freshMs());
  const take = (calls: Parameters<ProviderCallStore["takeProviderCalls"]>[0]) =>
    idle.watch(shared.provider.takeProviderCalls(calls));
  const budget: CallBudget = createCallBudget({
    provider: "open-meteo",
    callsMax,
    freshMs: FRESH_MS_DEFAULT,
    shared: { takeProviderCalls: take },
    clock,
    onNotice,
  });
  const source: WeatherSource = {
    name: "open-meteo",
    forecast: async (place, _signal, turn) => {
      await budget.take(1);
      turn?.onSent();
      onFetched(place.key);
      return forecastNow();
    },
  };
  const forecasts = createCachedSource({
    source: { ...source, forecast: (...asked) => idle.watch(source.forecast(...asked)) },
    clock,
    bytesMax: 2 ** 30,
    freshMs: budget.freshMs,
    shared: {
      ask: async (...asked) => {
        const answer = await idle.watch(shared.forecasts.ask(...asked));
        if (answer.kind === "Found") return answer;
        return { ...answer, settle: (fetched) => idle.watch(answer.settle(fetched)) };
      },
    },
  });
  return { forecasts, budget, provider: shared.provider };
}

/** Undefined if the call is refused because the budget is used up. */
async function answerOf(
  forecasts: Forecasts,
  place: Parameters<Forecasts["forecast"]>[0],
  signal: AbortSignal,
): Promise<HourlyWeather | undefined> {
  try {
    return (await forecasts.forecast(place, signal)).weather;
  } catch (error) {
    if (error instanceof WeatherError && error.kind === "used_up") return undefined;
    throw error;
  }
}

/** Counts promises in flight, to wait until there are none. */
function createIdleWatch() {
  let underWay = 0;
  return {
    async watch<T>(promise: Promise<T>): Promise<T> {
      underWay += 1;
      try {
        return await promise;
      } finally {
        underWay -= 1;
      }
    },
    async settled(): Promise<void> {
      await nextTurn();
      // oxlint-disable-next-line no-unmodified-loop-condition -- watched promises settle meanwhile
      while (underWay > 0) await nextTurn();
    },
  };
}

type IdleWatch = ReturnType<typeof createIdleWatch>;

function callsInOrder(venues: number, random: () => number) {
  const calls: { venue: number; hour: number }[] = [];
  callsByVenue(venues).forEach((callsADay, venue) => {
    for (let share = -WARM_UP_SHARE; ;) {
      share -= Math.log(random()) / callsADay;
      if (share >= 1) return;
      calls.push({ venue, hour: hourAtShare(share) });
    }
  });
  return calls.sort((a, b) => a.hour - b.hour);
}
