// The part of docs/scale.md that is not written by hand.
import type { CacheDay } from "./caches.ts";
import { CONSTANT_NAMES, type Constants, type Measured } from "./constants.ts";
import { venuesWithin } from "./expected-fetches.ts";
import { freshnessPlanRows, freshnessRows } from "./freshness.ts";
import { inShort } from "./in-short.ts";
import { needsOf, type Needs } from "./needs.ts";
import { CALLS_PER_FETCH, MONTH_DAYS, planFor, PROVIDER_PLANS, VARIABLES } from "./provider-plans.ts";
import type { Day } from "./simulate-day.ts";
import { FLEETS, type Sites } from "./sites.ts";
import { megabytesText, numberText, percentText } from "./text.ts";
import { CALLS_PER_VENUE_DAY } from "./traffic.ts";

const BEGIN = "<!-- begin: npm run scale -->";
const END = "<!-- end: npm run scale -->";

/** A page with this text where the script's is. */
export function between(page: string, text: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/scale.md has lost its ${BEGIN} or ${END}`);
  return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`;
}

export function scalePage(
  { measuredAt, conditions, constants }: Measured,
  sites: Sites,
  caches: readonly CacheDay[],
  budget: readonly (readonly string[])[],
): string {
  const where = Object.entries(conditions).map(([name, value]) => `${name} ${value}`);
  return [
    "## In short",
    inShort(sites, constants),
    "## What to run",
    markdownTable(needsRows(sites, constants)),
    "## What the provider is asked",
    markdownTable(providerRows(sites)),
    `A fetch of a place is counted as ${CALLS_PER_FETCH}: Open-Meteo counts up to ten variables as one call, and ${VARIABLES} are asked for.`,
    "![Calls to the provider a month by venues, beside what its plans allow](images/scale.svg)",
    "## The largest site for each provider plan",
    markdownTable(planRows()),
    "## What a longer freshness saves",
    "Calls to the provider a month by venues and `FORECAST_FRESH_MINUTES`, replicas that share, with the smallest plan that has so many; then the largest site of each plan, in venues:",
    markdownTable(freshnessRows()),
    markdownTable(freshnessPlanRows()),
    "## A day with a budget",
    "Three replicas that share forecasts and a budget of 10,000 calls (`PROVIDER_CALLS_PER_DAY`), with 15 minutes of freshness set, by the service's own cache and budget and a clock that is moved. Refused are places that nobody had asked for in the six hours before.",
    markdownTable(budget),
    "## What a smaller cache costs",
    markdownTable(cacheRows(caches)),
    "## What was measured",
    `On ${measuredAt}: ${where.join(", ")}. Each is the median of the rounds, then the least and the greatest.`,
    markdownTable(constantRows(constants)),
  ].join("\n\n");
}

/** A site, a fleet, a store. */
function columnsOf(sites: Sites, constants: Constants) {
  const column = (venues: number, day: Day, store: "redis" | "sqlite") => ({
    head: `${venues.toLocaleString("en-GB")} venues, ${store === "redis" ? "Redis" : "SQLite"}`,
    day,
    needs: needsOf(day, venues, store, constants),
  });
  return [1_000, 100_000, 1_000_000].flatMap((venues) => {
    const days = sites.find((site) => site.venues === venues)?.days;
    if (days === undefined) return [];
    const onRedis = column(venues, days.sharing, "redis");
    return venues === 1_000 ? [column(venues, days.alone, "sqlite"), onRedis] : [onRedis];
  });
}

export function needsRows(sites: Sites, constants: Constants): readonly (readonly string[])[] {
  const columns = columnsOf(sites, constants);
  const row = (what: string, text: (needs: Needs, day: Day) => string) => [
    what,
    ...columns.map(({ needs, day }) => text(needs, day)),
  ];
  return [
    ["", ...columns.map(({ head }) => head)],
    row("calls a month", (_, { calls }) => numberText(calls * MONTH_DAYS)),
    row(
      "calls a second by day / at the peak",
      ({ callsPerSecond, peakPerSecond }) => `${numberText(callsPerSecond)} / ${numberText(peakPerSecond)}`,
    ),
    row(
      "cores at the peak, one process / with a sidecar",
      ({ cores, coresWithSidecars }) => `${numberText(cores)} / ${numberText(coresWithSidecars)}`,
    ),
    row("replicas", ({ replicas }) => String(replicas)),
    row("`FORECAST_CACHE_MB`", ({ cacheMb }) => String(cacheMb)),
    row("memory of a process in use", ({ memoryMb }) => megabytesText(memoryMb)),
    row("memory limit of the container `core`", ({ limitMi }) => `${limitMi}Mi`),
    row("`--max-old-space-size`", ({ oldSpaceMb }) => String(oldSpaceMb)),
    row("the store at the peak, of what it can do", ({ storeShare }) => percentText(storeShare)),
    row("Redis: memory used / `maxmemory`", ({ redis }) =>
      redis ? `${megabytesText(redis.usedMb)} / ${megabytesText(redis.maxmemoryMb)}` : "none",
    ),
    row("calls to the provider a month", (_, { fetches }) => billedAMonth(fetches)),
    row("Open-Meteo's plan", (_, { fetches }) => planFor(fetches)?.title ?? "Enterprise, beyond 50 million"),
    row("forecasts fetched a second, at the peak", ({ peakFetchesPerSecond }) =>
      numberText(peakFetchesPerSecond),
    ),
    row("calls that wait for the provider", ({ waitedShare }) => percentText(waitedShare)),
    row("log a day", ({ logGbADay }) => megabytesText(logGbADay * 1024)),
  ];
}

export function providerRows(sites: Sites): readonly (readonly string[])[] {
  return [
    ["venues", "calls answered a month", "one process, or any number that share", "three that do not share"],
    ...sites.map(({ venues, days }) => [
      venues.toLocaleString("en-GB"),
      numberText(venues * CALLS_PER_VENUE_DAY * MONTH_DAYS),
      billedAMonth(days.sharing.fetches),
      billedAMonth(days.apart.fetches),
    ]),
  ];
}

function billedAMonth(fetchesADay: number): string {
  return numberText(fetchesADay * CALLS_PER_FETCH * MONTH_DAYS);
}

function planRows(): readonly (readonly string[])[] {
  return [
    ["plan", "calls a month", "venues, sharing", "venues, three that do not share", ""],
    ...PROVIDER_PLANS.map(({ title, callsAMonth, note }) => {
      const fetchesMax = callsAMonth / MONTH_DAYS / CALLS_PER_FETCH;
      return [
        title,
        numberText(callsAMonth),
        numberText(venuesWithin(fetchesMax, FLEETS.sharing)),
        numberText(venuesWithin(fetchesMax, FLEETS.apart)),
        note,
      ];
    }),
  ];
}

export function cacheRows(caches: readonly CacheDay[]): readonly (readonly string[])[] {
  return [
    [
      "venues",
      "replicas",
      "`FORECAST_CACHE_MB`",
      "places",
      "one that nobody asks for stays",
      "calls to the provider a month",
      "calls that find nothing to answer from",
    ],
    ...caches.map(({ venues, fleet, cacheMb, placesMax, unaskedMs, day }) => [
      venues.toLocaleString("en-GB"),
      fleet.isShared ? `${fleet.replicas}, sharing` : String(fleet.replicas),
      String(cacheMb),
      numberText(placesMax),
      Number.isFinite(unaskedMs) ? `${numberText(unaskedMs / 60_000)} min` : "all day",
      billedAMonth(day.fetches),
      percentText((day.waited + day.found) / day.calls),
    ]),
  ];
}

export function constantRows(constants: Constants): readonly (readonly string[])[] {
  return [
    ["", "median", "rounds"],
    ...CONSTANT_NAMES.map((name) => {
      const { what, value, least, greatest, unit } = constants[name];
      const rounds = least === greatest ? "" : `${numberText(least)} to ${numberText(greatest)}`;
      return [what, `${numberText(value)} ${unit}`, rounds];
    }),
  ];
}

/** Aligned, as Prettier has it; the first row is the head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n");
}
