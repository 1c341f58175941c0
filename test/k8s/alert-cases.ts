// What the alerts are to do: series as promtool writes them (one value a minute), and what then fires.

export interface AlertCase {
  readonly name: string;
  readonly series: Readonly<Record<string, string>>;
  /** When to look, in minutes. Well after the moment of change: an alert may see its ratio a minute late. */
  readonly atMinute: number;
  /** `Alert severity`, sorted. */
  readonly firing: readonly string[];
}

const CORE = 'namespace="n",container="core",pod="p",instance="i"';

const steady = (perMinute: number) => `0+${perMinute}x420`;

/** 100 calls a minute, all of them fine. */
const HEALTHY: AlertCase["series"] = {
  [`suitability_ready{${CORE}}`]: "1x420",
  [`suitability_build_info{${CORE}}`]: "1x420",
  [`suitability_calls_total{${CORE},code="ok"}`]: steady(100),
  [`suitability_calls_total{${CORE},code="resource_exhausted"}`]: steady(900),
  [`suitability_call_seconds_bucket{${CORE},le="1"}`]: steady(100),
  [`suitability_call_seconds_count{${CORE}}`]: steady(100),
  [`suitability_forecast_age_seconds_bucket{${CORE},le="3600"}`]: steady(100),
  [`suitability_forecast_age_seconds_count{${CORE}}`]: steady(100),
  [`suitability_store_seconds_count{${CORE},operation="spend",outcome="ok"}`]: steady(100),
  [`suitability_upstream_seconds_count{${CORE},source="open-meteo",outcome="ok"}`]: steady(10),
  [`suitability_forecast_cache_total{${CORE},result="fresh"}`]: steady(90),
  [`suitability_forecast_cache_total{${CORE},result="stale"}`]: steady(5),
  [`suitability_forecast_cache_total{${CORE},result="miss"}`]: steady(5),
  [`suitability_forecast_sharing_total{${CORE},outcome="found"}`]: steady(5),
  [`suitability_forecast_sharing_total{${CORE},outcome="leased"}`]: steady(5),
  [`suitability_throttled_total{${CORE},reason="concurrency"}`]: steady(600),
  [`nodejs_eventloop_lag_p99_seconds{${CORE}}`]: "0.01x420",
};

const FAILED = `suitability_calls_total{${CORE},code="unavailable"}`;
const STORE = `suitability_store_seconds_bucket{${CORE},operation="spend",outcome="ok"`;

export const ALERT_CASES: readonly AlertCase[] = [
  {
    name: "nothing while all is well, however many are refused for their quota",
    series: HEALTHY,
    atMinute: 65,
    firing: [],
  },
  {
    name: "a page when one call in fifty fails",
    series: { ...HEALTHY, [FAILED]: steady(20) },
    atMinute: 65,
    firing: ["SuitabilityAvailabilityBurn page", "SuitabilityAvailabilityBurn ticket"],
  },
  {
    name: "a page within minutes of an outage that leaves the last six hours looking well",
    series: { ...HEALTHY, [FAILED]: "0x400 0+200x20" },
    atMinute: 410,
    firing: ["SuitabilityAvailabilityBurn page", "SuitabilityAvailabilityBurn ticket"],
  },
  {
    name: "a page when one call in a hundred fails for hours",
    series: { ...HEALTHY, [FAILED]: steady(10) },
    atMinute: 65,
    firing: ["SuitabilityAvailabilityBurn page", "SuitabilityAvailabilityBurn ticket"],
  },
  {
    name: "a page when everything has failed from the start",
    series: { [`suitability_ready{${CORE}}`]: "1x420", [FAILED]: steady(10) },
    atMinute: 10,
    firing: ["SuitabilityAvailabilityBurn page", "SuitabilityAvailabilityBurn ticket"],
  },
  {
    name: "no page for two failures in a quiet night",
    series: { [`suitability_ready{${CORE}}`]: "1x420", [FAILED]: "0x10 1x10 2x420" },
    atMinute: 24,
    firing: ["SuitabilityAvailabilityBurn ticket"],
  },
  {
    name: "a page no longer soon after the failures have ended",
    series: { ...HEALTHY, [FAILED]: "0+20x60 1200x420" },
    atMinute: 95,
    firing: ["SuitabilityAvailabilityBurn ticket"],
  },
  {
    name: "a ticket for a failure rate of twice the budget",
    series: { ...HEALTHY, [FAILED]: steady(2) },
    atMinute: 65,
    firing: ["SuitabilityAvailabilityBurn ticket"],
  },
  {
    name: "a page when a fifth of the calls take longer than a second",
    series: { ...HEALTHY, [`suitability_call_seconds_count{${CORE}}`]: steady(125) },
    atMinute: 65,
    firing: ["SuitabilityLatencyBurn page", "SuitabilityLatencyBurn ticket"],
  },
  {
    name: "a ticket when a tenth of the answers rest on old forecasts",
    series: { ...HEALTHY, [`suitability_forecast_age_seconds_count{${CORE}}`]: steady(111) },
    atMinute: 65,
    firing: ["SuitabilityFreshnessBurn ticket"],
  },
  { name: "a page when nothing is scraped", series: {}, atMinute: 5, firing: ["SuitabilityDown page"] },
  {
    name: "a page when no replica is ready",
    series: { [`suitability_ready{${CORE}}`]: "1x5 0x420" },
    atMinute: 12,
    firing: ["SuitabilityDown page"],
  },
  {
    name: "a ticket for one container of many that is not ready",
    series: { ...HEALTHY, 'suitability_ready{namespace="n",container="rest",pod="q"}': "0x420" },
    atMinute: 12,
    firing: ["SuitabilityNotReady ticket"],
  },
  {
    name: "a ticket for a store that fails",
    series: {
      ...HEALTHY,
      [`suitability_store_seconds_count{${CORE},operation="ping",outcome="unavailable"}`]: steady(1),
    },
    atMinute: 12,
    firing: ["SuitabilityStoreUnavailable ticket"],
  },
  {
    name: "a ticket for a store that takes longer than it should",
    series: {
      ...HEALTHY,
      [`${STORE},le="0.1"}`]: steady(90),
      [`${STORE},le="0.3"}`]: steady(100),
      [`${STORE},le="+Inf"}`]: steady(100),
    },
    atMinute: 30,
    firing: ["SuitabilityStoreSlow ticket"],
  },
  {
    name: "a ticket for a provider that fails a fifth of the time",
    series: {
      ...HEALTHY,
      [`suitability_upstream_seconds_count{${CORE},source="open-meteo",outcome="timeout"}`]: steady(2.5),
    },
    atMinute: 30,
    firing: ["SuitabilityProviderFailing ticket"],
  },
  {
    name: "a page before the cached forecasts run out",
    series: {
      ...HEALTHY,
      [`suitability_forecast_cache_total{${CORE},result="fresh"}`]: "0+90x5 450x415",
      [`suitability_forecast_cache_total{${CORE},result="stale"}`]: "0+5x5 25x415",
      [`suitability_forecast_cache_total{${CORE},result="stale_error"}`]: "0x5 0+95x415",
    },
    atMinute: 85,
    firing: ["SuitabilityForecastsRunOut page"],
  },
  {
    name: "nothing for a provider that is away for half an hour, or for the places that it alone covers",
    series: {
      ...HEALTHY,
      [`suitability_forecast_cache_total{${CORE},result="fresh"}`]: "0+90x5 450x30 450+60x385",
      [`suitability_forecast_cache_total{${CORE},result="stale_error"}`]: "0x5 0+95x30 2850+35x385",
    },
    atMinute: 100,
    firing: [],
  },
  {
    name: "a ticket for forecasts that are not shared for an hour, for whatever reason",
    series: {
      ...HEALTHY,
      // Each of them alone would be too few.
      ...Object.fromEntries(
        ["full", "unmeasured", "unavailable", "unreadable"].map((outcome) => [
          `suitability_forecast_sharing_total{${CORE},outcome="${outcome}"}`,
          steady(0.3),
        ]),
      ),
    },
    atMinute: 80,
    firing: ["SuitabilityForecastsNotShared ticket"],
  },
  {
    name: "nothing for a replica that now and then waits for another in vain",
    series: { ...HEALTHY, [`suitability_forecast_sharing_total{${CORE},outcome="waited"}`]: steady(5) },
    atMinute: 80,
    firing: [],
  },
  {
    name: "a ticket as soon as a provider refuses us",
    series: {
      ...HEALTHY,
      [`suitability_upstream_seconds_count{${CORE},source="open-meteo",outcome="refused"}`]: "0x5 1x420",
    },
    atMinute: 8,
    firing: ["SuitabilityProviderRefuses ticket"],
  },
  {
    name: "a ticket for a process whose calls wait for their turn",
    series: { ...HEALTHY, [`nodejs_eventloop_lag_p99_seconds{${CORE}}`]: "0.4x420" },
    atMinute: 12,
    firing: ["SuitabilityEventLoopBlocked ticket"],
  },
  {
    name: "nothing for the event loops of other programs",
    series: { ...HEALTHY, 'nodejs_eventloop_lag_p99_seconds{namespace="n",instance="other"}': "9x420" },
    atMinute: 12,
    firing: [],
  },
  {
    name: "a ticket when keys are being tried",
    series: { ...HEALTHY, [`suitability_throttled_total{${CORE},reason="wrong_keys"}`]: steady(120) },
    atMinute: 35,
    firing: ["SuitabilityKeyGuessing ticket"],
  },
];
