// What the alerts are to do: series as promtool writes them, and what then fires.
import { CORE, counterEvery, OTHER, OTHER_JOB, podQ, REST } from "./series.ts";

export interface AlertCase {
  readonly name: string;
  readonly series: Readonly<Record<string, string>>;
  /** When to look, in minutes. Well after the moment of change: an alert may see its ratio a minute late. */
  readonly atMinute: number;
  /** `Alert severity`, sorted. */
  readonly firing: readonly string[];
}

/** By name. */
type Rows = Readonly<Record<string, Omit<AlertCase, "name">>>;
type Series = AlertCase["series"];

const fires = (firing: readonly string[], atMinute: number, series: Series) => ({ firing, atMinute, series });
const nothing = (atMinute: number, series: Series) => fires([], atMinute, series);
const page = (alert: string, atMinute: number, series: Series) => fires([`${alert} page`], atMinute, series);
const ticket = (alert: string, atMinute: number, series: Series) =>
  fires([`${alert} ticket`], atMinute, series);
const pageAndTicket = (alert: string, atMinute: number, series: Series) =>
  fires([`${alert} page`, `${alert} ticket`], atMinute, series);

/** The cases of rows whose series are there beside these, or instead of them. */
const casesBeside = (others: Series, rows: Rows): readonly AlertCase[] =>
  Object.entries(rows).map(([name, { series, atMinute, firing }]) => ({
    name,
    series: { ...others, ...series },
    atMinute,
    firing,
  }));

/** Whether a container is scraped, and whether it takes calls. */
const isUp = (labels: string, up: string, ready: string): Series => ({
  [`up{${labels}}`]: up,
  [`suitability_ready{${labels}}`]: ready,
});
const isWell = (labels: string, samples = 420) => isUp(labels, `1x${samples}`, `1x${samples}`);

const steady = (perMinute: number) => `0+${perMinute}x420`;

/** 100 calls a minute, all of them fine. */
const HEALTHY: Series = {
  ...isWell(CORE),
  ...isWell(REST),
  [`suitability_clock_seconds{${CORE}}`]: "0+60x420",
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
  [`suitability_store_may_forget{${CORE},reason="no_fsync"}`]: "0x420",
  [`nodejs_eventloop_lag_p99_seconds{${CORE}}`]: "0.01x420",
};

const BURN = "SuitabilityAvailabilityBurn";
const FAILED = `suitability_calls_total{${CORE},code="unavailable"}`;
const STORE = `suitability_store_seconds_bucket{${CORE},operation="spend",outcome="ok"`;
const CLOCK = `suitability_clock_seconds{${CORE}}`;
const PROVIDER = `suitability_upstream_seconds_count{${CORE},source="open-meteo"`;
const SHARING = `suitability_forecast_sharing_total{${CORE}`;
const CACHED = `suitability_forecast_cache_total{${CORE}`;
const LAG = "nodejs_eventloop_lag_p99_seconds";

/** Where these series are all there is. */
const BARE: Rows = {
  "a page when everything has failed from the start": pageAndTicket(BURN, 10, {
    ...isWell(CORE),
    [FAILED]: steady(10),
  }),
  "no page for two failures in a quiet night": ticket(BURN, 24, {
    ...isWell(CORE),
    [FAILED]: "0x10 1x10 2x420",
  }),
  "a page when nothing is scraped": page("SuitabilityGone", 6, {}),
  "a page when no replica is ready": page("SuitabilityDown", 12, isUp(CORE, "1x420", "1x5 0x420")),
  "nothing when an installation has just begun": nothing(8, isUp(CORE, "_x4 1x420", "_x4 0 1x420")),
};

/** Where these are other than those of a healthy service, or beside them. */
const CHANGED: Rows = {
  "nothing while all is well, however many are refused for their quota": nothing(65, {}),
  "a page when one call in fifty fails": pageAndTicket(BURN, 65, { [FAILED]: steady(20) }),
  "a page within minutes of an outage that leaves the last six hours looking well": pageAndTicket(BURN, 410, {
    [FAILED]: "0x400 0+200x20",
  }),
  "a page when one call in a hundred fails for hours": pageAndTicket(BURN, 65, { [FAILED]: steady(10) }),
  "a page no longer soon after the failures have ended": ticket(BURN, 95, { [FAILED]: "0+20x60 1200x420" }),
  "a ticket for a failure rate of twice the budget": ticket(BURN, 65, { [FAILED]: steady(2) }),
  "a page when a fifth of the calls take longer than a second": pageAndTicket("SuitabilityLatencyBurn", 65, {
    [`suitability_call_seconds_count{${CORE}}`]: steady(125),
  }),
  "a ticket when a tenth of the answers rest on old forecasts": ticket("SuitabilityFreshnessBurn", 65, {
    [`suitability_forecasts_old_total{${CORE},source="open-meteo"}`]: steady(10),
  }),
  "a ticket for one container of many that is not ready": ticket("SuitabilityNotReady", 12, {
    [`suitability_ready{${podQ(REST)}}`]: "0x420",
  }),
  "a page when every sidecar is dead, though the cores are well": page(
    "SuitabilityDown",
    9,
    isUp(REST, "1x5 0x420", "1x5 stale"),
  ),
  "a page and a ticket when every core is dead for long": fires(
    ["SuitabilityDown page", "SuitabilityNotScraped ticket"],
    20,
    { ...isUp(CORE, "1x5 0x420", "1x5 stale"), [CLOCK]: "0+60x5 stale" },
  ),
  "a ticket for one container of many that cannot be scraped": ticket("SuitabilityNotScraped", 20, {
    [`up{${podQ(REST)}}`]: "1x5 0x420",
  }),
  "nothing for a roll-out: a new pod is there before the old one goes": nothing(14, {
    ...isUp(REST, "1x5 0x1 stale", "1x4 0x1 stale"),
    ...isUp(podQ(REST), "_x3 0 1x420", "_x4 0 1x420"),
  }),
  "nothing for a fleet that shrinks to one pod, or has one container instead of two": nothing(30, {
    ...isUp(REST, "1x5 stale", "1x5 stale"),
    [`up{${podQ(CORE)}}`]: "1x5 stale",
  }),
  "a page for the one installation of two that has no pods any more": page("SuitabilityGone", 12, {
    [`up{${OTHER}}`]: "1x5 stale",
  }),
  "a ticket for a clock that is a minute behind": ticket("SuitabilityClockOff", 12, {
    [CLOCK]: "-60+60x420",
  }),
  "nothing for a clock that is some seconds ahead": nothing(12, { [CLOCK]: "5+60x420" }),
  "a ticket for a store that fails": ticket("SuitabilityStoreUnavailable", 12, {
    [`suitability_store_seconds_count{${CORE},operation="ping",outcome="unavailable"}`]: steady(1),
  }),
  "a ticket for a store that takes longer than it should": ticket("SuitabilityStoreSlow", 30, {
    [`${STORE},le="0.1"}`]: steady(90),
    [`${STORE},le="0.3"}`]: steady(100),
    [`${STORE},le="+Inf"}`]: steady(100),
  }),
  "a ticket for a provider that fails a fifth of the time": ticket("SuitabilityProviderFailing", 30, {
    [`${PROVIDER},outcome="timeout"}`]: steady(2.5),
  }),
  "a page before the cached forecasts run out": page("SuitabilityForecastsRunOut", 85, {
    [`${CACHED},result="fresh"}`]: "0+90x5 450x415",
    [`${CACHED},result="stale"}`]: "0+5x5 25x415",
    [`${CACHED},result="stale_error"}`]: "0x5 0+95x415",
  }),
  "nothing for a provider that is away for half an hour, or for the places that it alone covers": nothing(
    100,
    {
      [`${CACHED},result="fresh"}`]: "0+90x5 450x30 450+60x385",
      [`${CACHED},result="stale_error"}`]: "0x5 0+95x30 2850+35x385",
    },
  ),
  "a ticket for forecasts that are not shared for an hour, for whatever reason": ticket(
    "SuitabilityForecastsNotShared",
    80,
    // Each of them alone would be too few.
    Object.fromEntries(
      ["unavailable", "unreadable"].map((outcome) => [`${SHARING},outcome="${outcome}"}`, steady(0.6)]),
    ),
  ),
  "a ticket for a store that may lose counts, until it has been set right": ticket(
    "SuitabilityStoreMayForget",
    10,
    { [`suitability_store_may_forget{${CORE},reason="no_fsync"}`]: "1x420" },
  ),
  "nothing for a replica that now and then waits for another in vain": nothing(80, {
    [`${SHARING},outcome="waited"}`]: steady(5),
  }),
  "a ticket as soon as a provider refuses us": ticket("SuitabilityProviderRefuses", 8, {
    [`${PROVIDER},outcome="refused"}`]: "0x5 1x420",
  }),
  "a ticket for the first refusal ever": ticket("SuitabilityProviderRefuses", 8, {
    [`${PROVIDER},outcome="refused"}`]: "_x5 1x420",
  }),
  "nothing long after a provider has refused us for the last time": nothing(40, {
    [`${PROVIDER},outcome="refused"}`]: "_x5 1x420",
  }),
  "a ticket for a process whose calls wait for their turn": ticket("SuitabilityEventLoopBlocked", 12, {
    [`${LAG}{${CORE}}`]: "0.4x420",
  }),
  "nothing for the event loops of other programs": nothing(12, {
    [`${LAG}{namespace="n",instance="other"}`]: "9x420",
  }),
  "a ticket when keys are being tried": ticket("SuitabilityKeyGuessing", 35, {
    [`suitability_throttled_total{${CORE},reason="wrong_keys"}`]: steady(120),
  }),
};

/** Of a day's calls of a provider. */
const budget = (calls: Readonly<Record<"used" | "left" | "projected", number>>): Series =>
  Object.fromEntries(
    Object.entries(calls).map(([which, value]) => [
      `suitability_provider_budget_${which}_calls{${CORE},source="open-meteo"}`,
      `${value}x420`,
    ]),
  );

const RUNS_OUT = "SuitabilityProviderBudgetRunsOut";

const OF_BUDGET: Rows = {
  "a page when the day's provider calls run out though forecasts are fresh for three hours": page(
    RUNS_OUT,
    45,
    {
      ...budget({ used: 4_000, left: 6_000, projected: 14_000 }),
    },
  ),
  "a page at once when they are used up": page(
    RUNS_OUT,
    1,
    budget({ used: 10_000, left: 0, projected: 10_000 }),
  ),
  "nothing while they last, however much of them is used": nothing(
    45,
    budget({ used: 9_000, left: 1_000, projected: 9_900 }),
  ),
};

/** A core that is scraped by a job of another name than the manifests give it: its series are all there is. */
const OF_ANOTHER_NAME: Series = {
  ...isWell(OTHER_JOB),
  [`suitability_build_info{${OTHER_JOB}}`]: "1x420",
};

const OF_JOBS: Rows = {
  "a page when no replica is ready, whatever the job of Prometheus is called": page("SuitabilityDown", 12, {
    ...OF_ANOTHER_NAME,
    [`suitability_ready{${OTHER_JOB}}`]: "1x5 0x420",
  }),
  "a page and a ticket when every core is dead, whatever the job of Prometheus is called": fires(
    ["SuitabilityDown page", "SuitabilityNotScraped ticket"],
    20,
    {
      ...isUp(OTHER_JOB, "1x5 0x420", "1x5 stale"),
      [`suitability_build_info{${OTHER_JOB}}`]: "1x5 stale",
    },
  ),
  "nothing for what else a job of another name scrapes": nothing(20, {
    ...OF_ANOTHER_NAME,
    [`up{${OTHER_JOB.replace('"core"', '"web"')}}`]: "0x420",
  }),
};

// What comes to light only by account: the promise of docs/sla.md.

/** The three series of each account, which grow by so many a minute. */
function calls(
  accounts: Readonly<
    Record<string, { readonly good?: number; readonly late?: number; readonly failed?: number }>
  >,
  labels = CORE,
): Series {
  const series = Object.entries(accounts).flatMap(([account, perMinute]) =>
    (["good", "late", "failed"] as const).map((result) => [
      `suitability_account_calls_total{${labels},account="${account}",result="${result}"}`,
      steady(perMinute[result] ?? 0),
    ]),
  );
  return Object.fromEntries(series) as Series;
}

const WELL_BY_ACCOUNT: Series = {
  ...isWell(CORE),
  ...isWell(OTHER),
  ...calls({ other: { good: 100 }, unknown: {} }),
};

const AVAILABILITY_AT_RISK = "SuitabilitySlaAvailabilityAtRisk";

const OF_ACCOUNTS: Rows = {
  "nothing while all is well": nothing(65, calls({ acc_a: { good: 100 } })),
  "a ticket for the one account whose calls fail": ticket(AVAILABILITY_AT_RISK, 65, {
    ...calls({ acc_a: { good: 100, failed: 1 }, acc_b: { good: 100 } }),
  }),
  "a ticket when what fails is nobody's: each account has its share": ticket(AVAILABILITY_AT_RISK, 65, {
    ...calls({ acc_a: { good: 100 }, unknown: { failed: 1 } }),
  }),
  "nothing for an installation whose neighbour in the cluster fails": nothing(65, {
    ...calls({ acc_a: { good: 100 } }),
    ...calls({ unknown: { failed: 100 } }, OTHER),
  }),
  "nothing for a few failures of a quiet account": nothing(65, calls({ acc_a: { good: 1, failed: 0.1 } })),
  "a ticket for an account that waits too long": ticket("SuitabilitySlaLatencyAtRisk", 65, {
    ...calls({ acc_a: { good: 90, late: 10 } }),
  }),
  "nothing for accounts without an SLA": nothing(65, {
    ...calls({ other: { good: 1, late: 50, failed: 50 }, acc_a: { good: 100 } }),
  }),
  "a ticket when more accounts have an SLA than are measured": ticket("SuitabilitySlaUnmeasured", 65, {
    [`suitability_account_calls_unmeasured_total{${CORE}}`]: "0+1x420",
  }),
};

// What comes to light only beside other days: the same hour of yesterday, and of a week ago.

/** With one a minute promtool would take minutes for a week. */
const DAYS_MINUTES_A_SAMPLE = 3;
const counter = counterEvery(DAYS_MINUTES_A_SAMPLE);

/** A counter that grows by so many a minute for so many hours, one stretch after the other. */
const hours = (...stretches: readonly (readonly [hours: number, perMinute: number])[]) =>
  counter(...stretches.map(([hours, perMinute]) => [hours * 60, perMinute] as const));

const answered = (labels: string) => `suitability_calls_total{${labels},code="ok"}`;

const BUSY_DAY = [
  [8, 0],
  [14, 10],
  [2, 0],
] as const;
const hour = (day: number, hour: number) => (day * 24 + hour) * 60;

const OF_DAYS: Rows = {
  "a page when a busy site is answered no more": page("SuitabilityTrafficGone", hour(1, 13), {
    [answered(CORE)]: hours([36, 10], [2, 0]),
  }),
  "a page when the sidecars alone are asked no more": page("SuitabilityTrafficGone", hour(1, 13), {
    [answered(CORE)]: hours([38, 20]),
    [answered(REST)]: hours([36, 10], [2, 0]),
  }),
  "a page when every call is refused, as after a loss of all keys": page(
    "SuitabilityTrafficGone",
    hour(1, 13),
    {
      [answered(CORE)]: hours([36, 10], [2, 0]),
      [`suitability_calls_total{${CORE},code="unauthenticated"}`]: hours([36, 0], [2, 10]),
    },
  ),
  "nothing at night, nor in the morning before the first call": nothing(hour(1, 23), {
    [answered(CORE)]: hours(...BUSY_DAY, ...BUSY_DAY),
  }),
  "nothing on a day without bookings that is like the same day a week ago": nothing(hour(7, 15), {
    [answered(CORE)]: hours([24, 0], ...Array.from({ length: 6 }, () => BUSY_DAY).flat(), [24, 0]),
  }),
  "nothing for a site of few calls": nothing(hour(1, 13), { [answered(CORE)]: hours([36, 3], [2, 0]) }),
  "nothing a day after a site has moved away": nothing(hour(2, 13), {
    [answered(CORE)]: hours([36, 10], [26, 0]),
  }),
  "nothing for a roll-out, whose new pods begin to count at 0": nothing(hour(1, 13), {
    [answered(CORE)]: `${hours([36.5, 10])} stale`,
    [answered(podQ(CORE))]: `_x730 ${hours([1.5, 10])}`,
  }),
};

const BACKED_UP = 'kube_cronjob_status_last_successful_time{namespace="n",cronjob="suitability-backup"}';
const CREATED = 'kube_cronjob_created{namespace="n",cronjob="suitability-backup"}';

const OF_BACKUPS: Rows = {
  "a ticket when the last backup is more than a day old": ticket("SuitabilityBackupOld", hour(1, 8), {
    [CREATED]: "0x800",
    [BACKED_UP]: `0x119 ${6 * 3600}x700`,
  }),
  "a ticket when there has been none since the CronJob is there": ticket("SuitabilityBackupOld", hour(1, 1), {
    [CREATED]: "0x800",
  }),
  "nothing for one that failed, and for a CronJob that is new": nothing(hour(1, 3), {
    [CREATED]: "0x800",
    [BACKED_UP]: `_x119 ${6 * 3600}x700`,
  }),
};

const WELL_FOR_DAYS: Series = Object.assign(
  {},
  ...[CORE, REST, OTHER].map((labels) => isWell(labels, 4_000)),
);

/** Tried together, as one run of promtool for each case takes ten seconds. */
export const ALERT_CASES: readonly {
  readonly of: string;
  readonly cases: readonly AlertCase[];
  readonly minutesASample: number;
  readonly minutesAnEvaluation: number;
}[] = [
  {
    of: "an hour",
    cases: [
      ...casesBeside({}, { ...BARE, ...OF_JOBS }),
      ...casesBeside(HEALTHY, { ...CHANGED, ...OF_BUDGET }),
    ],
    minutesASample: 1,
    minutesAnEvaluation: 1,
  },
  {
    of: "accounts",
    cases: casesBeside(WELL_BY_ACCOUNT, OF_ACCOUNTS),
    minutesASample: 1,
    minutesAnEvaluation: 1,
  },
  {
    of: "days",
    cases: casesBeside(WELL_FOR_DAYS, { ...OF_DAYS, ...OF_BACKUPS }),
    minutesASample: DAYS_MINUTES_A_SAMPLE,
    minutesAnEvaluation: 5 * DAYS_MINUTES_A_SAMPLE,
  },
];
