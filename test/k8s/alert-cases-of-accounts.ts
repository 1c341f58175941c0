// What comes to light only by account: the promise of docs/sla.md.
import { caseOf, type AlertCase, type Row } from "./alert-cases.ts";
import { CORE, OTHER, READY, UP } from "./alert-series.ts";

type Result = "good" | "late" | "failed";

/** An account's three series, of which each grows by so many a minute. */
function calls(
  account: string,
  perMinute: Partial<Record<Result, number>>,
  labels: string = CORE,
): AlertCase["series"] {
  const results = ["good", "late", "failed"] as const;
  return Object.fromEntries(
    results.map((result) => [
      `suitability_account_calls_total{${labels},account="${account}",result="${result}"}`,
      `0+${perMinute[result] ?? 0}x420`,
    ]),
  );
}

const WELL: AlertCase["series"] = {
  [UP]: "1x420",
  [READY]: "1x420",
  [`up{${OTHER}}`]: "1x420",
  [`suitability_ready{${OTHER}}`]: "1x420",
  ...calls("other", { good: 100 }),
  ...calls("unknown", {}),
};

const AVAILABILITY = "SuitabilitySlaAvailabilityAtRisk ticket";
const LATENCY = "SuitabilitySlaLatencyAtRisk ticket";

const OF_ACCOUNTS: readonly Row[] = [
  ["nothing while all is well", 65, calls("acc_a", { good: 100 }), []],
  [
    "a ticket for the one account whose calls fail",
    65,
    { ...calls("acc_a", { good: 100, failed: 1 }), ...calls("acc_b", { good: 100 }) },
    [AVAILABILITY],
  ],
  [
    "a ticket when what fails is nobody's: each account has its share",
    65,
    { ...calls("acc_a", { good: 100 }), ...calls("unknown", { failed: 1 }) },
    [AVAILABILITY],
  ],
  [
    "nothing for an installation whose neighbour in the cluster fails",
    65,
    { ...calls("acc_a", { good: 100 }), ...calls("unknown", { failed: 100 }, OTHER) },
    [],
  ],
  [
    "nothing for a few failures of a quiet account",
    65,
    { ...calls("acc_a", { good: 1 }), ...calls("acc_a", { failed: 0.1 }) },
    [],
  ],
  ["a ticket for an account that waits too long", 65, calls("acc_a", { good: 90, late: 10 }), [LATENCY]],
  [
    "nothing for accounts without an SLA",
    65,
    { ...calls("other", { good: 1, late: 50, failed: 50 }), ...calls("acc_a", { good: 100 }) },
    [],
  ],
  [
    "a ticket when more accounts have an SLA than are measured",
    65,
    { [`suitability_account_calls_unmeasured_total{${CORE}}`]: "0+1x420" },
    ["SuitabilitySlaUnmeasured ticket"],
  ],
];

export const ALERT_CASES_OF_ACCOUNTS: readonly AlertCase[] = OF_ACCOUNTS.map(
  ([name, atMinute, series, firing]) => caseOf([name, atMinute, { ...WELL, ...series }, firing]),
);
