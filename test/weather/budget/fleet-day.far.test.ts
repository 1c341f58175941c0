// A day of three replicas, by the service's own cache and budget; only the clock is moved by the test. What they share is as exact
// as the stores are (test/contracts/provider-calls-suite.ts), and once a real store. 40 calls a venue on average, four fifths
// between 7 and 22 h, venues by Zipf's law, 10,000 calls of the provider.
import { describe, expect, test } from "vitest";
import { simulateBudgetDay, type BudgetDay, type SharedParts } from "../../../bench/scale/budget-day.ts";
import { createForecastsInMemory, createProviderInMemory } from "../../../bench/scale/shared-in-memory.ts";
import { usePostgresStore } from "../../accounts/postgres/use-postgres-store.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";

const CALLS_MAX = 10_000;

/** A day of a fleet whose replicas share forecasts, and the calls of the provider as the next of these keeps them. */
function dayOf(
  venues: number,
  callsMax = CALLS_MAX,
  providers: SharedParts["provider"][] = Array(3).fill(createProviderInMemory()),
): Promise<BudgetDay> {
  const left = [...providers];
  const forecastsFor = createForecastsInMemory();
  const openShared = (freshMs: () => number) => ({
    provider: left.shift() as SharedParts["provider"],
    forecasts: forecastsFor(freshMs),
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

describe("a fleet's day", { timeout: 240_000 }, () => {
  test("of 3,000 refuses no place with a forecast of less than six hours, but the others, and somebody is paged before", async () => {
    const day = await dayOf(3_000);
    expect(day.fetches).toBe(CALLS_MAX);
    expect(longest(day)).toBe(180);
    expect(day.refused).toBeGreaterThan(1_000);
    expect(day.refusedKnown).toBe(0);
    const usedUpAt = day.looks.find(({ used }) => used === CALLS_MAX)?.hour ?? 0;
    expect(usedUpAt).toBeGreaterThan(14);
    expect(pagedAt(day, CALLS_MAX)).toBeLessThan(usedUpAt - 6);
    expect([toldOf(day, "stretched"), toldOf(day, "nearly_used"), toldOf(day, "used_up")]).toEqual([3, 3, 3]);
  });
});

describe.skipIf(!isPostgresInstalled())("a fleet's day on PostgreSQL", { timeout: 240_000 }, () => {
  const postgres = usePostgresStore();

  test("of 100 venues with a seventh of those calls is stretched and stays within it: everybody is answered, and nobody paged", async () => {
    const callsMax = Math.round(CALLS_MAX / 7);
    const { store, openAnother } = postgres();
    const stores = [store, await openAnother(), await openAnother()];
    const day = await dayOf(100, callsMax, stores);
    expect(day.fetches).toBeLessThanOrEqual(callsMax);
    // Nearly all of it is used, and nobody notices but who reads the log.
    expect(day.fetches).toBeGreaterThan(0.9 * callsMax);
    expect(longest(day)).toBeGreaterThan(30);
    expect(longest(day)).toBeLessThan(180);
    expect(day).toMatchObject({ refused: 0, older: 0 });
    expect(pagedAt(day, callsMax)).toBeUndefined();
    expect([toldOf(day, "stretched"), toldOf(day, "nearly_used"), toldOf(day, "used_up")]).toEqual([3, 3, 0]);
  });
});
