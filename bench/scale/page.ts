// Writes the generated part of docs/scale.md.
import { MINUTE_MS } from "../../src/lib/time/clock.ts";
import { markdownTable } from "../../scripts/markdown-table.ts";
import type { Constants, Measured } from "./constants.ts";
import { venuesWithin } from "./expected-fetches.ts";
import { callsPerReplica, callUs, CORE_SHARE, needsOf, type Needs, type Store } from "./needs.ts";
import { CALLS_PER_FETCH, MONTH_DAYS, planFor, PROVIDER_PLANS, VARIABLES } from "./provider-plans.ts";
import type { Day } from "./simulate-day.ts";
import { FLEETS, type Sites } from "./sites.ts";
import { megabytesText, numberText, percentText } from "./text.ts";
import { CALLS_PER_VENUE_DAY } from "./traffic.ts";

/** The venues of the site in the summary. */
const LARGE = 1_000_000;

const FRESH_MINUTES = [15, 60, 180];

const BEGIN = "<!-- begin: npm run scale -->";
const END = "<!-- end: npm run scale -->";

/** The page with its generated part replaced by the text. */
export function between(page: string, text: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/scale.md has lost its ${BEGIN} or ${END}`);
  return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`;
}

export function scalePage(
  { startedAt, conditions, constants }: Measured,
  sites: Sites,
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
    `A fetch of a place counts as ${CALLS_PER_FETCH}: Open-Meteo counts up to ten variables as one call, and the service asks for ${VARIABLES}.`,
    "![Calls to the provider a month by venues, beside what its plans allow](images/scale.svg)",
    "## The largest site for each provider plan",
    "The venues that each plan allows, by how long forecasts are fresh (`FORECAST_FRESH_MINUTES`): for replicas that share forecasts; in the last column for three that do not.",
    markdownTable(planRows()),
    "## A day with a budget",
    "Three replicas that share forecasts and a budget of 10,000 calls (`PROVIDER_CALLS_PER_DAY`), with 15 minutes of freshness set: the service's own cache and budget, on a simulated clock. Places that nobody had asked for in the six hours before are refused.",
    markdownTable(budget),
    "## What was measured",
    `By a run of the benchmark, begun ${startedAt} UTC: ${where.join(", ")}. Each is the median of the rounds, then the least and the greatest.`,
    markdownTable(constantRows(constants)),
  ].join("\n\n");
}

function inShort(sites: Sites, constants: Constants): string {
  const days = sites.find(({ venues }) => venues === LARGE)?.days;
  if (days === undefined) throw new Error(`no site of ${LARGE} venues was simulated`);
  const large = needsOf(days.sharing, LARGE, "postgres", constants);
  const ofOneCore = LARGE * (CORE_SHARE / large.cores);
  const ends = PROVIDER_PLANS.map(({ title, callsAMonth }) => {
    const venues = venuesWithin(callsAMonth / MONTH_DAYS / CALLS_PER_FETCH, FLEETS.sharing);
    return `${numberText(venues)} venues (${title}, ${numberText(callsAMonth)} calls a month)`;
  });
  const apart = days.apart.fetches / days.sharing.fetches - 1;
  const provider = numberText(days.sharing.fetches * CALLS_PER_FETCH * MONTH_DAYS);
  return [
    `- **What breaks first is the provider's plan.** Open-Meteo's plans last up to ${ends.join(", ")}. One core, kept at ${percentText(CORE_SHARE)}, has time for ${numberText(ofOneCore)} venues.`,
    `- **A million venues** make ${numberText(large.peakPerSecond)} calls a second at the peak. They need ${numberText(large.cores)} cores of the service (${numberText(large.coresWithSidecars)} with sidecars), ${numberText(large.postgres?.cores ?? 0)} cores and ${megabytesText(large.postgres?.diskMb ?? 0)} of disk of PostgreSQL, ${megabytesText(large.logGbADay * 1024)} of log a day, and ${provider} calls to the provider a month. That is a contract, or [a weather server of your own](#what-breaks-first).`,
    `- **One process**, kept at ${percentText(CORE_SHARE)} of a core, answers ${numberText(callsPerReplica(constants, "postgres"))} calls a second on PostgreSQL (${numberText(callUs(constants, "postgres"))} µs of CPU for an average call; a booking takes less) and ${numberText(callsPerReplica(constants, "sqlite"))} on SQLite (${numberText(callUs(constants, "sqlite"))} µs).`,
    `- **Sharing forecasts** saves three replicas ${percentText(apart / (1 + apart))} of the provider's calls.`,
  ].join("\n");
}

/** The columns of the table of needs, each for a size, a fleet and a store. */
function columnsOf(sites: Sites, constants: Constants) {
  const column = (venues: number, day: Day, store: Store) => ({
    head: `${venues.toLocaleString("en-GB")} venues, ${store === "postgres" ? "PostgreSQL" : "SQLite"}`,
    day,
    needs: needsOf(day, venues, store, constants),
  });
  return [1_000, 100_000, 1_000_000].flatMap((venues) => {
    const days = sites.find((site) => site.venues === venues)?.days;
    if (days === undefined) return [];
    const ofFleet = column(venues, days.sharing, "postgres");
    return venues === 1_000 ? [column(venues, days.alone, "sqlite"), ofFleet] : [ofFleet];
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
    row("the store at the peak", ({ postgres, sqliteShare }) =>
      postgres ? `${numberText(postgres.cores)} cores` : `${percentText(sqliteShare)} of what it can count`,
    ),
    row("disk of PostgreSQL", ({ postgres }) => (postgres ? megabytesText(postgres.diskMb) : "none")),
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

export function planRows(): readonly (readonly string[])[] {
  const fresh = FRESH_MINUTES.map((minutes) => ({ ...FLEETS.sharing, freshMs: minutes * MINUTE_MS }));
  return [
    [
      "plan",
      "calls a month",
      ...FRESH_MINUTES.map((minutes) => `${minutes} min`),
      "three that do not share",
      "",
    ],
    ...PROVIDER_PLANS.map(({ title, callsAMonth, note }) => {
      const fetchesMax = callsAMonth / MONTH_DAYS / CALLS_PER_FETCH;
      const sites = [...fresh, FLEETS.apart].map((fleet) => numberText(venuesWithin(fetchesMax, fleet)));
      return [title, numberText(callsAMonth)].concat(sites, note);
    }),
  ];
}

export function constantRows(constants: Constants): readonly (readonly string[])[] {
  return [
    ["", "median", "rounds"],
    ...Object.values(constants).map(({ what, value, least, greatest, unit }) => [
      what,
      `${numberText(value)} ${unit.replace("/s", "a second")}`,
      `${numberText(least)} to ${numberText(greatest)}`,
    ]),
  ];
}
