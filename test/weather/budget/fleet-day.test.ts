// A day of three replicas that share a real store, by the service's own cache, budget and stores; only the clock is moved by the
// test. 40 calls a venue on average, four fifths between 7 and 22 h, venues by Zipf's law, 10,000 calls of the provider.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { simulateBudgetDay, type BudgetDay } from "../../../bench/scale/budget-day.ts";
import { createForecastsInMemory } from "../../../bench/scale/shared-in-memory.ts";
import type { AccountStore } from "../../../src/accounts/store.ts";
import { openStore } from "../../../src/accounts/open-store.ts";
import { createRedisForecasts } from "../../../src/weather/cache/shared-forecasts.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { isPostgresInstalled, startPostgresServer } from "../../support/postgres-server.ts";
import { PATIENT_COMMANDS } from "../../support/patient-commands.ts";
import { isRedisServerInstalled, startRedisServer } from "../../support/redis-server.ts";

const CALLS_MAX = 10_000;
const CLOCK = createManualClock("2026-11-21T00:00:00Z");

let closing: (() => Promise<unknown>)[];

beforeEach(() => {
  closing = [];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

/** A day of a fleet whose replicas have each their own connections to one server. */
async function dayOn(
  start: () => Promise<{ url: string; remove(): Promise<void> }>,
  venues: number,
  callsMax: number,
): Promise<BudgetDay> {
  const server = await start();
  closing.push(() => server.remove());
  const stores: AccountStore[] = [];
  for (let replica = 0; replica < 3; replica += 1) {
    const store = await openStore(server.url, { clock: CLOCK, ...PATIENT_COMMANDS });
    closing.push(() => store.close());
    await vi.waitFor(() => store.ping(), { timeout: 15_000 });
    stores.push(store);
  }
  const isRedis = server.url.startsWith("redis:");
  const forecastsInMemory = createForecastsInMemory();
  const openForecasts = (freshMs: () => number) => {
    if (!isRedis) return forecastsInMemory(freshMs);
    const forecasts = createRedisForecasts({ url: server.url, freshMs, onOutcome: () => undefined });
    closing.push(() => forecasts.close());
    return forecasts;
  };
  const openShared = (freshMs: () => number) => ({
    provider: stores.shift() as AccountStore,
    forecasts: openForecasts(freshMs),
  });
  return simulateBudgetDay({ venues, callsMax, openShared });
}

const longest = ({ looks }: BudgetDay) => Math.max(...looks.map(({ freshMinutes }) => freshMinutes));

/** Whether the alert of rules.yaml would page: half an hour of looks that all see the day end too early. */
const pagedAt = ({ looks }: BudgetDay, callsMax: number) =>
  looks.find((_, i) => {
    const halfAnHour = looks.slice(i, i + 4);
    return halfAnHour.length === 4 && halfAnHour.every(({ projected }) => projected > callsMax);
  })?.hour;

const toldOf = (day: BudgetDay, notice: string) =>
  day.notices.filter((told) => told.notice === notice).length;

describe.skipIf(!isRedisServerInstalled())("a fleet's day on Redis", { timeout: 240_000 }, () => {
  const onRedis = (venues: number) => dayOn(() => startRedisServer(), venues, CALLS_MAX);

  test("300 venues need no stretching", async () => {
    const day = await onRedis(300);
    expect(day.fetches).toBeGreaterThan(4_900);
    expect(day.fetches).toBeLessThan(5_700);
    expect(longest(day)).toBe(15);
    expect(day).toMatchObject({ refused: 0, older: 0, notices: [] });
    expect(pagedAt(day, CALLS_MAX)).toBeUndefined();
  });

  test("1,000 are stretched and stay within it: everybody is answered, and nobody paged", async () => {
    expect(kept(await onRedis(1_000), CALLS_MAX)).toEqual(KEPT);
  });

  test("of 3,000 no place with a forecast of less than six hours is refused, the others are, and somebody is paged before", async () => {
    const day = await onRedis(3_000);
    expect(day.fetches).toBe(CALLS_MAX);
    expect(longest(day)).toBe(180);
    expect(day.refused).toBeGreaterThan(1_000);
    // A replica that Redis does not answer in time, on a busy machine, does not know what another has.
    expect(day.refusedKnown).toBeLessThan(day.refused / 1_000);
    const usedUpAt = day.looks.find(({ used }) => used === CALLS_MAX)?.hour ?? 0;
    expect(usedUpAt).toBeGreaterThan(14);
    expect(pagedAt(day, CALLS_MAX)).toBeLessThan(usedUpAt - 6);
    expect([toldOf(day, "stretched"), toldOf(day, "nearly_used"), toldOf(day, "used_up")]).toEqual([3, 3, 3]);
  });
});

describe.skipIf(!isPostgresInstalled())("a fleet's day on PostgreSQL", { timeout: 240_000 }, () => {
  test("100 venues with a seventh of those calls are stretched and stay within it", async () => {
    const callsMax = Math.round(CALLS_MAX / 7);
    expect(kept(await dayOn(() => startPostgresServer(), 100, callsMax), callsMax)).toEqual(KEPT);
  });
});

/** How a budget is kept by stretching: nearly all of it is used, and nobody notices but who reads the log. */
const KEPT = {
  isWithin: true,
  isUsed: true,
  isStretched: true,
  refused: 0,
  older: 0,
  pagedAt: undefined,
  told: [3, 3, 0],
};

function kept(day: BudgetDay, callsMax: number): typeof KEPT {
  return {
    isWithin: day.fetches <= callsMax,
    isUsed: day.fetches > 0.9 * callsMax,
    isStretched: longest(day) > 30 && longest(day) < 180,
    refused: day.refused,
    older: day.older,
    pagedAt: pagedAt(day, callsMax) as undefined,
    told: [toldOf(day, "stretched"), toldOf(day, "nearly_used"), toldOf(day, "used_up")],
  };
}
