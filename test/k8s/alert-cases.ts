// What the alerts are to do: series as promtool writes them (one value a minute), and what then fires.

import { ROWS_OF_BUDGET } from "./alert-rows-of-budget.ts";
import { ROWS_OF_JOBS } from "./alert-rows-of-jobs.ts";
import { CORE, OTHER, READY, REST, UP } from "./alert-series.ts";

export interface AlertCase {
  readonly name: string;
  readonly series: Readonly<Record<string, string>>;
  /** When to look, in minutes. Well after the moment of change: an alert may see its ratio a minute late. */
  readonly atMinute: number;
  /** `Alert severity`, sorted. */
  readonly firing: readonly string[];
}

const steady = (perMinute: number) => `0+${perMinute}x420`;

/** 100 calls a minute, all of them fine. */
const HEALTHY: AlertCase["series"] = {
  [`up{${CORE}}`]: "1x420",
  [`up{${REST}}`]: "1x420",
  [`suitability_ready{${REST}}`]: "1x420",
  [`suitability_clock_seconds{${CORE}}`]: "0+60x420",
  [`suitability_ready{${CORE}}`]: "1x420",
  [`suitability_build_info{${CORE}}`]: "1x420",
  [`suitability_calls_total{${CORE},code="ok"}`]: steady(100),
  [`suitability_calls_total{${CORE},code="resource_exhausted"}`]: steady(900),
  [`suitability_call_seconds_bucket{${CORE},le="1"}`]: steady(100),
  [`suitability_call_seconds_count{${CORE}}`]: steady(100),
  [`suitability_forecast_age_seconds_count{${CORE}}`]: steady(100),
  [`suitability_store_seconds_count{${CORE},operation="spend",outcome="ok"}`]: steady(100),
  [`suitability_upstream_seconds_count{${CORE},source="open-meteo",outcome="ok"}`]: steady(10),
  [`suitability_forecast_cache_total{${CORE},result="fresh"}`]: steady(90),
  [`suitability_forecast_cache_total{${CORE},result="stale"}`]: steady(5),
  [`suitability_forecast_cache_total{${CORE},result="miss"}`]: steady(5),
  [`suitability_forecast_sharing_total{${CORE},outcome="found"}`]: steady(5),
  [`suitability_forecast_sharing_total{${CORE},outcome="leased"}`]: steady(5),
  [`suitability_throttled_total{${CORE},reason="concurrency"}`]: steady(600),
  [`suitability_store_may_forget{${CORE},reason="eviction"}`]: "0x420",
  [`nodejs_eventloop_lag_p99_seconds{${CORE}}`]: "0.01x420",
};

const FAILED = `suitability_calls_total{${CORE},code="unavailable"}`;
const STORE = `suitability_store_seconds_bucket{${CORE},operation="spend",outcome="ok"`;
const CLOCK = `suitability_clock_seconds{${CORE}}`;
const PROVIDER = `suitability_upstream_seconds_count{${CORE},source="open-meteo"`;
const SHARING = `suitability_forecast_sharing_total{${CORE}`;
const CACHED = `suitability_forecast_cache_total{${CORE}`;
const LAG = "nodejs_eventloop_lag_p99_seconds";

const burn = (...severities: readonly string[]) =>
  severities.map((severity) => `SuitabilityAvailabilityBurn ${severity}`);

/** As a line of a table. */
export type Row = readonly [
  name: string,
  atMinute: number,
  series: AlertCase["series"],
  firing: readonly string[],
];

/** Where these series are all there is. */
const BARE: readonly Row[] = [
  [
    "a page when everything has failed from the start",
    10,
    { [UP]: "1x420", [READY]: "1x420", [FAILED]: steady(10) },
    burn("page", "ticket"),
  ],
  [
    "no page for two failures in a quiet night",
    24,
    { [UP]: "1x420", [READY]: "1x420", [FAILED]: "0x10 1x10 2x420" },
    burn("ticket"),
  ],
  ["a page when nothing is scraped", 6, {}, ["SuitabilityGone page"]],
  ["a page when no replica is ready", 12, { [UP]: "1x420", [READY]: "1x5 0x420" }, ["SuitabilityDown page"]],
  ["nothing when an installation has just begun", 8, { [UP]: "_x4 1x420", [READY]: "_x4 0 1x420" }, []],
];

/** Where these are other than those of a healthy service, or beside them. */
const CHANGED: readonly Row[] = [
  ["nothing while all is well, however many are refused for their quota", 65, {}, []],
  ["a page when one call in fifty fails", 65, { [FAILED]: steady(20) }, burn("page", "ticket")],
  [
    "a page within minutes of an outage that leaves the last six hours looking well",
    410,
    { [FAILED]: "0x400 0+200x20" },
    burn("page", "ticket"),
  ],
  ["a page when one call in a hundred fails for hours", 65, { [FAILED]: steady(10) }, burn("page", "ticket")],
  [
    "a page no longer soon after the failures have ended",
    95,
    { [FAILED]: "0+20x60 1200x420" },
    burn("ticket"),
  ],
  ["a ticket for a failure rate of twice the budget", 65, { [FAILED]: steady(2) }, burn("ticket")],
  [
    "a page when a fifth of the calls take longer than a second",
    65,
    { [`suitability_call_seconds_count{${CORE}}`]: steady(125) },
    ["SuitabilityLatencyBurn page", "SuitabilityLatencyBurn ticket"],
  ],
  [
    "a ticket when a tenth of the answers rest on old forecasts",
    65,
    { [`suitability_forecasts_old_total{${CORE},source="open-meteo"}`]: steady(10) },
    ["SuitabilityFreshnessBurn ticket"],
  ],
  [
    "a ticket for one container of many that is not ready",
    12,
    { [`suitability_ready{${REST.replace('"p"', '"q"')}}`]: "0x420" },
    ["SuitabilityNotReady ticket"],
  ],
  [
    "a page when every sidecar is dead, though the cores are well",
    9,
    { [`up{${REST}}`]: "1x5 0x420", [`suitability_ready{${REST}}`]: "1x5 stale" },
    ["SuitabilityDown page"],
  ],
  [
    "a page and a ticket when every core is dead for long",
    20,
    { [UP]: "1x5 0x420", [READY]: "1x5 stale", [CLOCK]: "0+60x5 stale" },
    ["SuitabilityDown page", "SuitabilityNotScraped ticket"],
  ],
  [
    "a ticket for one container of many that cannot be scraped",
    20,
    { [`up{${REST.replace('"p"', '"q"')}}`]: "1x5 0x420" },
    ["SuitabilityNotScraped ticket"],
  ],
  [
    "nothing for a roll-out: a new pod is there before the old one goes",
    14,
    {
      [`up{${REST}}`]: "1x5 0x1 stale",
      [`suitability_ready{${REST}}`]: "1x4 0x1 stale",
      [`up{${REST.replace('"p"', '"q"')}}`]: "_x3 0 1x420",
      [`suitability_ready{${REST.replace('"p"', '"q"')}}`]: "_x4 0 1x420",
    },
    [],
  ],
  [
    "nothing for a fleet that shrinks to one pod, or has one container instead of two",
    30,
    {
      [`up{${REST}}`]: "1x5 stale",
      [`suitability_ready{${REST}}`]: "1x5 stale",
      [`up{${CORE.replace('"p"', '"q"')}}`]: "1x5 stale",
    },
    [],
  ],
  [
    "a page for the one installation of two that is down",
    12,
    { [`up{${OTHER}}`]: "1x420", [`suitability_ready{${OTHER}}`]: "1x5 0x420" },
    ["SuitabilityDown page"],
  ],
  [
    "a page for the one installation of two that has no pods any more",
    12,
    { [`up{${OTHER}}`]: "1x5 stale" },
    ["SuitabilityGone page"],
  ],
  [
    "a ticket for a clock that is a minute behind",
    12,
    { [CLOCK]: "-60+60x420" },
    ["SuitabilityClockOff ticket"],
  ],
  ["nothing for a clock that is some seconds ahead", 12, { [CLOCK]: "5+60x420" }, []],
  [
    "a ticket for a store that fails",
    12,
    { [`suitability_store_seconds_count{${CORE},operation="ping",outcome="unavailable"}`]: steady(1) },
    ["SuitabilityStoreUnavailable ticket"],
  ],
  [
    "a ticket for a store that takes longer than it should",
    30,
    {
      [`${STORE},le="0.1"}`]: steady(90),
      [`${STORE},le="0.3"}`]: steady(100),
      [`${STORE},le="+Inf"}`]: steady(100),
    },
    ["SuitabilityStoreSlow ticket"],
  ],
  [
    "a ticket for a provider that fails a fifth of the time",
    30,
    { [`${PROVIDER},outcome="timeout"}`]: steady(2.5) },
    ["SuitabilityProviderFailing ticket"],
  ],
  [
    "a page before the cached forecasts run out",
    85,
    {
      [`${CACHED},result="fresh"}`]: "0+90x5 450x415",
      [`${CACHED},result="stale"}`]: "0+5x5 25x415",
      [`${CACHED},result="stale_error"}`]: "0x5 0+95x415",
    },
    ["SuitabilityForecastsRunOut page"],
  ],
  [
    "nothing for a provider that is away for half an hour, or for the places that it alone covers",
    100,
    {
      [`${CACHED},result="fresh"}`]: "0+90x5 450x30 450+60x385",
      [`${CACHED},result="stale_error"}`]: "0x5 0+95x30 2850+35x385",
    },
    [],
  ],
  [
    "a ticket for forecasts that are not shared for an hour, for whatever reason",
    80,
    // Each of them alone would be too few.
    Object.fromEntries(
      ["full", "unmeasured", "unavailable", "unreadable"].map((outcome) => [
        `${SHARING},outcome="${outcome}"}`,
        steady(0.3),
      ]),
    ),
    ["SuitabilityForecastsNotShared ticket"],
  ],
  [
    "a ticket for a store that may evict counts, until it has been set right",
    10,
    { [`suitability_store_may_forget{${CORE},reason="eviction"}`]: "1x420" },
    ["SuitabilityStoreMayForget ticket"],
  ],
  [
    "nothing for a replica that now and then waits for another in vain",
    80,
    { [`${SHARING},outcome="waited"}`]: steady(5) },
    [],
  ],
  [
    "a ticket as soon as a provider refuses us",
    8,
    { [`${PROVIDER},outcome="refused"}`]: "0x5 1x420" },
    ["SuitabilityProviderRefuses ticket"],
  ],
  [
    "a ticket for the first refusal ever",
    8,
    { [`${PROVIDER},outcome="refused"}`]: "_x5 1x420" },
    ["SuitabilityProviderRefuses ticket"],
  ],
  [
    "nothing long after a provider has refused us for the last time",
    40,
    { [`${PROVIDER},outcome="refused"}`]: "_x5 1x420" },
    [],
  ],
  [
    "a ticket for a process whose calls wait for their turn",
    12,
    { [`${LAG}{${CORE}}`]: "0.4x420" },
    ["SuitabilityEventLoopBlocked ticket"],
  ],
  [
    "nothing for the event loops of other programs",
    12,
    { [`${LAG}{namespace="n",instance="other"}`]: "9x420" },
    [],
  ],
  [
    "a ticket when keys are being tried",
    35,
    { [`suitability_throttled_total{${CORE},reason="wrong_keys"}`]: steady(120) },
    ["SuitabilityKeyGuessing ticket"],
  ],
];

export const caseOf = ([name, atMinute, series, firing]: Row): AlertCase => ({
  name,
  atMinute,
  series,
  firing,
});

export const ALERT_CASES: readonly AlertCase[] = [
  ...BARE,
  ...ROWS_OF_JOBS,
  ...[...CHANGED, ...ROWS_OF_BUDGET].map(([name, atMinute, series, firing]): Row => [
    name,
    atMinute,
    { ...HEALTHY, ...series },
    firing,
  ]),
].map(caseOf);
