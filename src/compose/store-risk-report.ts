// What operators are told of a store that may lose what it has answered for: a gauge, and a line of the log for what is new.
import { STORE_RISK_TEXTS, STORE_RISKS, type OnStoreRisks, type StoreRisk } from "../accounts/store-risks.ts";
import type { ProcessParts } from "../ops/process-parts.ts";

export function createStoreRiskReport({
  logger,
  metrics,
}: Pick<ProcessParts, "logger" | "metrics">): OnStoreRisks {
  let known: readonly StoreRisk[] = [];
  const report: OnStoreRisks = (risks) => {
    for (const reason of STORE_RISKS) {
      metrics.storeMayForget.set({ reason }, risks.includes(reason) ? 1 : 0);
    }
    for (const reason of risks.filter((risk) => !known.includes(risk))) {
      logger.warn(
        { reason },
        `the account store may lose what it has answered for: ${STORE_RISK_TEXTS[reason]}`,
      );
    }
    known = risks;
  };
  // Those of SQLite, which tells none, are 0 and not missing.
  report([]);
  return report;
}
