// What became of calls, by account: what the promise of docs/sla.md is measured by.
import { Counter, type Registry } from "prom-client";

const RESULTS = ["good", "late", "failed"] as const;

/** In time, later than promised, or not at all by our fault. */
export type CallResult = (typeof RESULTS)[number];

export interface AccountCalls {
  /** Of an account that is promised something. */
  count(accountId: string, result: CallResult): void;
  /** Of one that is not: together with the others they say how large a share of all calls failed. */
  countOther(result: CallResult): void;
  /** Calls that failed before it was known whose they were. */
  countUnknown(failed?: number): void;
}

/** Three series each: so many accounts make 3,000 of a process. */
const ACCOUNTS_MAX = 1_000;

type Counts = Record<CallResult, number> & { isScraped: boolean };

/**
 * Counted in plain numbers, 20 ns a call with all that leads here, and read when they are scraped. An account's series begin at 0 and have what was
 * counted from the next scrape on: Prometheus sees an increase only after a series' first value.
 */
export function createAccountCalls(
  registers: Registry[],
  { accountsMax = ACCOUNTS_MAX }: { readonly accountsMax?: number } = {},
): AccountCalls {
  const other = createCounts({ isScraped: true });
  const unknown = createCounts({ isScraped: true });
  const countsOf = new Map([
    ["other", other],
    ["unknown", unknown],
  ]);
  const unmeasured = new Counter({
    name: "suitability_account_calls_unmeasured_total",
    help: "Calls of accounts that are promised something and are not measured one by one, as this process measures as many as it may.",
    registers,
  });
  createSeries(registers, countsOf);
  return {
    count: (accountId, result) => {
      let counts = countsOf.get(accountId);
      if (counts === undefined) {
        // The two that are no accounts are among them.
        if (countsOf.size - 2 >= accountsMax) {
          unmeasured.inc();
          counts = other;
        } else {
          counts = createCounts({ isScraped: false });
          countsOf.set(accountId, counts);
        }
      }
      counts[result] += 1;
    },
    countOther: (result) => {
      other[result] += 1;
    },
    countUnknown: (failed = 1) => {
      unknown.failed += failed;
    },
  };
}

function createSeries(registers: Registry[], countsOf: ReadonlyMap<string, Counts>) {
  return new Counter({
    name: "suitability_account_calls_total",
    help: "Counted operations, by account where its plan has the SLA (the others are `other`, and `unknown` failed before it was known whose they were): good (answered within 1 s), late, failed (by our fault). Refusals and calls given up within 1 s are left out.",
    labelNames: ["account", "result"],
    registers,
    collect() {
      this.reset();
      for (const [account, counts] of countsOf) {
        for (const result of RESULTS) {
          this.inc({ account, result }, counts.isScraped ? counts[result] : 0);
        }
        counts.isScraped = true;
      }
    },
  });
}

function createCounts({ isScraped }: Pick<Counts, "isScraped">): Counts {
  return { good: 0, late: 0, failed: 0, isScraped };
}
