// What comes to light only beside other days: the same hour of yesterday, and of a week ago.
import { caseOf, type AlertCase, type Row } from "./alert-cases.ts";
import { CORE, OTHER, READY, REST, UP } from "./alert-series.ts";

const answered = (labels: string) => `suitability_calls_total{${labels},code="ok"}`;

/** A counter that grows by so many a minute for so many hours, one stretch after the other. */
function counter(...stretches: readonly (readonly [hours: number, perMinute: number])[]): string {
  let reached = 0;
  const parts = stretches.map(([hours, perMinute]) => {
    const samples = (hours * 60) / MINUTES_A_SAMPLE;
    const part = `${reached}+${perMinute * MINUTES_A_SAMPLE}x${samples - 1}`;
    reached += perMinute * MINUTES_A_SAMPLE * samples;
    return part;
  });
  return parts.join(" ");
}

/** Of the series below: with one a minute promtool would take minutes for a week. */
export const MINUTES_A_SAMPLE = 3;

const BUSY_DAY = [
  [8, 0],
  [14, 10],
  [2, 0],
] as const;
const hour = (day: number, hour: number) => (day * 24 + hour) * 60;

const OF_DAYS: readonly Row[] = [
  [
    "a page when a busy site is answered no more",
    hour(1, 13),
    { [answered(CORE)]: counter([36, 10], [2, 0]) },
    ["SuitabilityTrafficGone page"],
  ],
  [
    "a page when the sidecars alone are asked no more",
    hour(1, 13),
    { [answered(CORE)]: counter([38, 20]), [answered(REST)]: counter([36, 10], [2, 0]) },
    ["SuitabilityTrafficGone page"],
  ],
  [
    "a page when every call is refused, as after a loss of all keys",
    hour(1, 13),
    {
      [answered(CORE)]: counter([36, 10], [2, 0]),
      [`suitability_calls_total{${CORE},code="unauthenticated"}`]: counter([36, 0], [2, 10]),
    },
    ["SuitabilityTrafficGone page"],
  ],
  [
    "a page for the one installation of two that is asked no more",
    hour(1, 13),
    { [answered(CORE)]: counter([38, 10]), [answered(OTHER)]: counter([36, 10], [2, 0]) },
    ["SuitabilityTrafficGone page"],
  ],
  [
    "nothing at night, nor in the morning before the first call",
    hour(1, 23),
    { [answered(CORE)]: counter(...BUSY_DAY, ...BUSY_DAY) },
    [],
  ],
  [
    "nothing on a day without bookings that is like the same day a week ago",
    hour(7, 15),
    {
      [answered(CORE)]: counter([24, 0], ...Array.from({ length: 6 }, () => BUSY_DAY).flat(), [24, 0]),
    },
    [],
  ],
  ["nothing for a site of few calls", hour(1, 13), { [answered(CORE)]: counter([36, 3], [2, 0]) }, []],
  [
    "nothing a day after a site has moved away",
    hour(2, 13),
    { [answered(CORE)]: counter([36, 10], [26, 0]) },
    [],
  ],
  [
    "nothing for a roll-out, whose new pods begin to count at 0",
    hour(1, 13),
    {
      [answered(CORE)]: `${counter([36.5, 10])} stale`,
      [answered(CORE.replace('"p"', '"q"'))]: `_x730 ${counter([1.5, 10])}`,
    },
    [],
  ],
];

const BACKED_UP = 'kube_cronjob_status_last_successful_time{namespace="n",cronjob="suitability-backup"}';
const CREATED = 'kube_cronjob_created{namespace="n",cronjob="suitability-backup"}';

const OF_BACKUPS: readonly Row[] = [
  [
    "a ticket when the last backup is more than a day old",
    hour(1, 8),
    { [CREATED]: "0x800", [BACKED_UP]: `0x119 ${6 * 3600}x700` },
    ["SuitabilityBackupOld ticket"],
  ],
  [
    "a ticket when there has been none since the CronJob is there",
    hour(1, 1),
    { [CREATED]: "0x800" },
    ["SuitabilityBackupOld ticket"],
  ],
  [
    "nothing for one that failed, and for a CronJob that is new",
    hour(1, 3),
    { [CREATED]: "0x800", [BACKED_UP]: `_x119 ${6 * 3600}x700` },
    [],
  ],
];

const WELL = {
  [UP]: "1x4000",
  [READY]: "1x4000",
  [`up{${REST}}`]: "1x4000",
  [`suitability_ready{${REST}}`]: "1x4000",
  [`up{${OTHER}}`]: "1x4000",
  [`suitability_ready{${OTHER}}`]: "1x4000",
};

export const ALERT_CASES_OF_DAYS: readonly AlertCase[] = [...OF_DAYS, ...OF_BACKUPS].map(
  ([name, atMinute, series, firing]) => caseOf([name, atMinute, { ...WELL, ...series }, firing]),
);
