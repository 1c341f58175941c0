// Opens the account store of a process and the plans that it applies, and reports trouble with the store to operators.
import { openStore } from "./open-store.ts";
import { startPlansCheck } from "../accounts/plans/plans-in-use.ts";
import { createPlans } from "../accounts/plans/plans.ts";
import {
  STORE_RISKS,
  type OnStoreRisks,
  type StoreOptions,
  type StoreRisk,
} from "../accounts/store-options.ts";
import { createServingStore, type ServingStore } from "../accounts/serving-store.ts";
import type { Config } from "./settings/core-config.ts";
import { whenChanged } from "../lib/log-once.ts";
import type { Logger } from "../observability/logger.ts";
import { OutageLog } from "../observability/outage-log.ts";
import type { ProcessParts } from "../observability/process-parts.ts";
import type { Link } from "../observability/readiness.ts";
import { createCertificateReport } from "./certificate-report.ts";
import { openTlsReader } from "./open-tls-reader.ts";
import type { Accounts, Store } from "./store.ts";

/** Time services keep clocks much closer. The calls of these seconds may be counted in the wrong month. */
const CLOCK_OFF_MS_MIN = 5_000;

/** Throws if accounts have plans that are not in force. */
export async function openAccounts(
  config: Config,
  parts: ProcessParts,
  opened: AsyncDisposableStack,
): Promise<Accounts> {
  const plans = createPlans(config.plans, { onUnknown: unknownPlanLogger(parts.logger) });
  const { onClock, warning } = createClockReport(parts);
  const store = await openServingStore(config, parts, onClock);
  opened.defer(() => store.close());
  const ping = () => store.ping();
  const outage = new OutageLog({ ...parts, name: "account store", refusal: "STORE_UNAVAILABLE", ping });
  outage.start();
  opened.defer(() => outage.stop());
  const objection = await startPlansCheck(store, plans);
  return { store, plans, dependency: { outage, objection, warning, link: linkTo(store) } };
}

/** Tests the link to a shared store by looking up a key that does not exist. */
function linkTo({ openForecasts, silentMs, findCaller }: ServingStore & Store): Link | undefined {
  return openForecasts && { silentMs, reach: () => findCaller("", "") };
}

async function openServingStore(
  { storeUrl, storeTls }: Config,
  parts: ProcessParts,
  onClock: StoreOptions["onClock"],
) {
  const tls = await openTlsReader(storeTls, createCertificateReport(parts));
  const onRisks = createRiskReport(parts);
  return createServingStore({
    clock: parts.clock,
    store: await openStore(storeUrl, { ...parts, tls, onRisks, onClock, serves: true }),
    onOperation: ({ operation, outcome, seconds }) =>
      parts.metrics.storeSeconds.observe(seconds, operation, outcome),
  });
}

function unknownPlanLogger(logger: Logger) {
  return (plan: string) =>
    logger.error(
      { plan },
      "an account's plan is not in force: its calls are counted as before, with the limits of the smallest plan; PLANS_FILE must be the same everywhere",
    );
}

/** Reports a clock that differs from the store's: a gauge, a log line, and a warning in /readyz while it does. */
function createClockReport({ logger, metrics }: ProcessParts) {
  let warning: string | undefined;
  const isNews = whenChanged(false);
  return {
    onClock: (aheadMs: number) => {
      metrics.storeClockAhead.set(aheadMs / 1000);
      const seconds = Math.round(Math.abs(aheadMs) / 1000);
      warning =
        Math.abs(aheadMs) > CLOCK_OFF_MS_MIN
          ? `this clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the database's, by which months and days are counted`
          : undefined;
      if (isNews(warning !== undefined) && warning !== undefined)
        logger.error({ ahead_seconds: Math.round(aheadMs / 1000) }, warning);
    },
    warning: () => warning,
  };
}

/** Reports a store that may lose acknowledged writes: a gauge, and a log line for each new risk. */
function createRiskReport({ logger, metrics }: ProcessParts): OnStoreRisks {
  const reports = (Object.entries(STORE_RISKS) as [StoreRisk, string][]).map(([reason, text]) => {
    const isNews = whenChanged(false);
    return (risks: readonly StoreRisk[]) => {
      const isPresent = risks.includes(reason);
      metrics.storeMayForget.set({ reason }, isPresent ? 1 : 0);
      if (isNews(isPresent) && isPresent)
        logger.warn({ reason }, `the account store may lose what it has acknowledged: ${text}`);
    };
  });
  const report: OnStoreRisks = (risks) => reports.forEach((reportRisk) => reportRisk(risks));
  // SQLite reports no risks: its series are 0, not missing.
  report([]);
  return report;
}
