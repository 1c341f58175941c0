// Counts calls by account and result, for the SLA of docs/sla.md.
import { Counter, type Registry } from "prom-client";
import type { CallResult } from "../../call/interceptors/call-result.ts";

const RESULTS: readonly CallResult[] = ["good", "late", "failed"];

/** Each account has three series, so a process has at most 3,000. */
const ACCOUNTS_MAX = 1_000;

type Counts = Record<CallResult, number> & { isScraped: boolean };

/**
 * Counts in plain numbers (20 ns a call), which are read at each scrape. An account's series begins at 0 and has its count
 * from the next scrape on, because Prometheus sees an increase only after a series' first value.
 */
export function createAccountCalls(
  registers: Registry[],
  { accountsMax = ACCOUNTS_MAX }: { readonly accountsMax?: number } = {},
) {
  const other = createCounts({ isScraped: true });
  const unknown = createCounts({ isScraped: true });
  const countsOf = new Map([
    ["other", other],
    ["unknown", unknown],
  ]);
  const unmeasured = new Counter({
    name: "suitability_account_calls_unmeasured_total",
    help: "Calls of accounts with the SLA that are not measured by account, because this process already measures as many as it may.",
    registers,
  });
  createSeries(registers, countsOf);
  return {
    /** Counts a call of an account with the SLA. */
    count: (accountId: string, result: CallResult): void => {
      let counts = countsOf.get(accountId);
      if (counts === undefined) {
        // The map also has `other` and `unknown`.
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
    /** Counts a call of any other account: with these, the counts show how large a share of all calls failed. */
    countOther: (result: CallResult): void => {
      other[result] += 1;
    },
    /** Calls that failed before their account was known. */
    countUnknown: (failed: number): void => {
      unknown.failed += failed;
    },
  };
}

function createSeries(registers: Registry[], countsOf: ReadonlyMap<string, Counts>) {
  return new Counter({
    name: "suitability_account_calls_total",
    help: "Counted operations, by account if its plan has the SLA (else `other`, or `unknown` if they failed before the account was known): good (answered within 1 s), late, failed (by our fault). Refusals and calls given up within 1 s are left out.",
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
