// A day of three replicas on a real PostgreSQL, by the service's own cache and budget; only the clock is moved by the test. 40 calls a
// venue on average, four fifths between 7 and 22 h, venues by Zipf's law.
import { describe, expect, test } from "vitest";
import { simulateBudgetDay, type SharedParts } from "../../../bench/scale/budget-day.ts";
import { createForecastsInMemory } from "../../../bench/scale/shared-in-memory.ts";
import { usePostgresStore } from "../../accounts/postgres/use-postgres-store.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";

/** A seventh of what a plan for 100 venues has. */
const CALLS_MAX = Math.round(10_000 / 7);

describe.skipIf(!isPostgresInstalled())("a fleet's day on PostgreSQL", { timeout: 240_000 }, () => {
  const postgres = usePostgresStore();

  test("of 100 venues with few calls is stretched and stays within them: everybody is answered, and nobody paged", async () => {
    const { store, openAnother } = postgres();
    const providers: SharedParts["provider"][] = [store, await openAnother(), await openAnother()];
    const forecastsFor = createForecastsInMemory();
    const { fetches, looks, notices, ...day } = await simulateBudgetDay({
      venues: 100,
      callsMax: CALLS_MAX,
      openShared: (freshMs) => ({
        provider: providers.shift() as SharedParts["provider"],
        forecasts: forecastsFor(freshMs),
      }),
    });
    expect(fetches).toBeLessThanOrEqual(CALLS_MAX);
    // Nearly all of it is used, and nobody notices but who reads the log.
    expect(fetches).toBeGreaterThan(0.9 * CALLS_MAX);
    expect(day).toMatchObject({ refused: 0, older: 0 });
    const longest = Math.max(...looks.map(({ freshMinutes }) => freshMinutes));
    expect(longest).toBeGreaterThan(30);
    expect(longest).toBeLessThan(180);
    // The alert of rules.yaml pages after half an hour of looks that all see the day end too early.
    const isTooFast = looks.map(({ projected }) => projected > CALLS_MAX);
    expect(isTooFast.some((_, i) => isTooFast.slice(i, i + 4).filter(Boolean).length === 4)).toBe(false);
    const toldOf = (notice: string) => notices.filter((told) => told.notice === notice).length;
    expect([toldOf("stretched"), toldOf("nearly_used"), toldOf("used_up")]).toEqual([3, 3, 0]);
  });
});
