// A day of three replicas, by the service's own cache and budget; only the clock is moved by the test. What they share is as exact
// as the stores are (test/contracts/provider-calls-suite.ts). 40 calls a venue on average, four fifths
// between 7 and 22 h, venues by Zipf's law, 10,000 calls of the provider.
import { describe, expect, test } from "vitest";
import { simulateBudgetDay, type BudgetDay } from "../../../bench/scale/budget-day.ts";
import { createForecastsInMemory, createProviderInMemory } from "../../../bench/scale/shared-in-memory.ts";

const CALLS_MAX = 10_000;

/** A day of a fleet whose replicas share forecasts and the calls of the provider. */
function dayOf(venues: number): Promise<BudgetDay> {
  const provider = createProviderInMemory();
  const forecastsFor = createForecastsInMemory();
  const openShared = (freshMs: () => number) => ({ provider, forecasts: forecastsFor(freshMs) });
  return simulateBudgetDay({ venues, callsMax: CALLS_MAX, openShared });
}

const longest = ({ looks }: BudgetDay) => Math.max(...looks.map(({ freshMinutes }) => freshMinutes));

/** Whether the alert of rules.yaml would page: half an hour of looks that all see the day end too early. */
const pagedAt = ({ looks }: BudgetDay) =>
  looks.find((_, i) => {
    const halfAnHour = looks.slice(i, i + 4);
    return halfAnHour.length === 4 && halfAnHour.every(({ projected }) => projected > CALLS_MAX);
  })?.hour;

const toldOf = (day: BudgetDay, notice: string) =>
  day.notices.filter((told) => told.notice === notice).length;

describe("a fleet's day", { timeout: 240_000 }, () => {
  test("of 1,000 venues is stretched and stays within it: everybody is answered, and nobody paged", async () => {
    const day = await dayOf(1_000);
    expect(day.fetches).toBeLessThanOrEqual(CALLS_MAX);
    // Nearly all of it is used, and nobody notices but who reads the log.
    expect(day.fetches).toBeGreaterThan(0.9 * CALLS_MAX);
    expect(longest(day)).toBeGreaterThan(30);
    expect(longest(day)).toBeLessThan(180);
    expect(day).toMatchObject({ refused: 0, older: 0 });
    expect(pagedAt(day)).toBeUndefined();
    expect([toldOf(day, "stretched"), toldOf(day, "nearly_used"), toldOf(day, "used_up")]).toEqual([3, 3, 0]);
  });

  test("of 3,000 refuses no place with a forecast of less than six hours, but the others, and somebody is paged before", async () => {
    const day = await dayOf(3_000);
    expect(day.fetches).toBe(CALLS_MAX);
    expect(longest(day)).toBe(180);
    expect(day.refused).toBeGreaterThan(1_000);
    expect(day.refusedKnown).toBe(0);
    const usedUpAt = day.looks.find(({ used }) => used === CALLS_MAX)?.hour ?? 0;
    expect(usedUpAt).toBeGreaterThan(14);
    expect(pagedAt(day)).toBeLessThan(usedUpAt - 6);
    expect([toldOf(day, "stretched"), toldOf(day, "nearly_used"), toldOf(day, "used_up")]).toEqual([3, 3, 3]);
  });
});
