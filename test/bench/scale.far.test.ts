// Tests the simulation of sites: its sums, its agreement with arithmetic and with the real cache, and docs/scale.md.
import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readMeasured } from "../../bench/scale/constants.ts";
import { fetchesADay } from "../../bench/scale/expected-fetches.ts";
import { markdownTable } from "../../scripts/markdown-table.ts";
import { constantRows, needsRows, planRows, providerRows } from "../../bench/scale/page.ts";
import { budgetRows } from "../../bench/scale/budget-rows.ts";
import { createForecastsInMemory } from "../../bench/scale/shared-in-memory.ts";
import { createRandom } from "../../bench/random.ts";
import { simulateDay, venueAt, type Fleet } from "../../bench/scale/simulate-day.ts";
import { FLEETS, simulateSites, SIZES } from "../../bench/scale/sites.ts";
import { CALLS_PER_VENUE_DAY, callsByVenue, hourAtShare } from "../../bench/scale/traffic.ts";
import { FRESH_MS_DEFAULT } from "../../src/weather/cache/age-limits.ts";
import { createCachedSource } from "../../src/weather/cache/cached-source.ts";
import { createSimulatedSource } from "../../src/weather/providers/simulated/source.ts";
import { createManualClock, type ManualClock } from "../support/fakes/manual-clock.ts";

const sum = (numbers: Iterable<number>) => Iterator.from(numbers).reduce((total, one) => total + one, 0);

describe("a simulated day", () => {
  const venues = 3_000;

  it.each(Object.entries(FLEETS))(
    "counts every call once, in one way and one hour, and fetches as often as arithmetic expects: %s",
    (_, fleet) => {
      const day = simulateDay({ venues, ...fleet });
      expect(day.fresh + day.stale + day.found + day.waited).toBe(day.calls);
      expect(sum(day.callsByHour)).toBe(day.calls);
      expect(sum(day.fetchesByHour)).toBe(day.fetches);
      expect(day.fresh + day.reads + day.fetches).toBe(day.calls);
      expect(day.calls / (venues * CALLS_PER_VENUE_DAY)).toBeCloseTo(1, 1);
      expect(Math.abs(day.fetches / fetchesADay(venues, fleet) - 1)).toBeLessThan(0.02);
    },
  );
});

describe("the service's own cache, given a day of a site's calls,", () => {
  const venues = 300;
  it.each([
    { name: "one replica", fleet: FLEETS.alone },
    { name: "three replicas that share a cache", fleet: FLEETS.sharing },
    { name: "three replicas without a shared cache", fleet: FLEETS.apart },
  ])("fetches as often as the simulation says, within 3%: $name", async ({ fleet }) => {
    const fetches = await fetchesOfCache({ venues, ...fleet });
    expect(Math.abs(fetches / simulateDay({ venues, ...fleet }).fetches - 1)).toBeLessThan(0.03);
  });
});

const forecastOf = (clock: ManualClock) =>
  createSimulatedSource({ clock }).forecast(venueAt(0), new AbortController().signal);

/** Calls that come independently of each other, sorted by time. */
function callsOfDay(venues: number) {
  const random = createRandom(42);
  const calls: { readonly venue: number; readonly hour: number }[] = [];
  for (const [venue, callsADay] of callsByVenue(venues).entries()) {
    for (let share = -Math.log(random()) / callsADay; share < 1; share -= Math.log(random()) / callsADay) {
      calls.push({ venue, hour: hourAtShare(share) });
    }
  }
  return calls.sort((a, b) => a.hour - b.hour);
}

async function fetchesOfCache({ venues, replicas, isShared }: Fleet & { readonly venues: number }) {
  const clock = createManualClock("2026-11-21T00:00:00Z");
  const startMs = clock.nowMs();
  const weather = await forecastOf(clock);
  let fetches = 0;
  const source = {
    name: "simulated",
    forecast: () => {
      fetches += 1;
      return Promise.resolve(weather);
    },
  };
  const shared = isShared ? createForecastsInMemory()(() => FRESH_MS_DEFAULT) : undefined;
  const caches = Array.from({ length: replicas }, () =>
    createCachedSource({ source, clock, bytesMax: 2 ** 30, shared }),
  );
  const random = createRandom(43);
  for (const { venue, hour } of callsOfDay(venues)) {
    clock.goTo(startMs + hour * 3_600_000);
    await caches[Math.floor(random() * replicas)]?.forecast(venueAt(venue), new AbortController().signal);
    // A refetch in the background ends before the next call.
    await nextTurn();
  }
  return fetches;
}

describe("docs/scale.md", () => {
  const page = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
  const measured = readMeasured();

  it("states every constant of constants.json", () => {
    expect(page).toContain(markdownTable(constantRows(measured.constants)));
  });

  it("has the rows that the simulation computes (tested for sites of up to 100,000 venues)", () => {
    const sites = simulateSites({ sizes: SIZES.filter((venues) => venues <= 100_000) });
    const told = page.split("\n").map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const [, ...provider] = providerRows(sites);
    for (const row of provider) expect(told, "npm run scale writes it").toContainEqual(row);
    for (const row of needsRows(sites, measured.constants)) {
      expect(told.map((cells) => cells.slice(0, row.length))).toContainEqual(row);
    }
  });

  it(
    "has the largest site for each plan, and a day with a budget (tested for the smallest site)",
    { timeout: 60_000 },
    async () => {
      const rows = [...planRows(), ...(await budgetRows([300]))];
      const told = page.split("\n").map((line) => line.split(/ *\| */).slice(1, -1));
      for (const row of rows) expect(told, "npm run scale writes it").toContainEqual(row);
    },
  );
});
