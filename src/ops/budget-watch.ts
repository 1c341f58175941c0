// What is left of the calls that all replicas may make of a weather source in a day (UTC).
import { Gauge, type Registry } from "prom-client";

interface BudgetFigures {
  readonly used: number;
  readonly callsMax: number | undefined;
  readonly freshMs: number;
  readonly projected: number;
}

/** Read when they are scraped; without values until there is a budget to watch. */
export function createBudgetWatch(registers: Registry[]) {
  let watched: { readonly source: string; readonly figures: () => BudgetFigures } | undefined;
  const gauge = (name: string, help: string, value: (figures: BudgetFigures) => number | undefined) =>
    new Gauge({
      name: `suitability_provider_budget_${name}`,
      help,
      labelNames: ["source"],
      registers,
      collect() {
        const known = watched && value(watched.figures());
        if (watched !== undefined && known !== undefined) this.set({ source: watched.source }, known);
      },
    });
  gauge(
    "used_calls",
    "Calls that all replicas have made of a weather source since midnight UTC.",
    ({ used }) => used,
  );
  gauge(
    "left_calls",
    "Calls that all replicas may still make of it until midnight UTC; none where there is no limit.",
    ({ used, callsMax }) => callsMax && Math.max(0, callsMax - used),
  );
  gauge(
    "projected_calls",
    "Calls by midnight UTC if forecasts are fresh for 180 minutes from now on, as the last hour was.",
    ({ projected }) => projected,
  );
  gauge(
    "fresh_seconds",
    "How long forecasts are fresh now: as long as is set, or longer so that the day's calls last.",
    ({ freshMs }) => freshMs / 1000,
  );
  return (source: string, figures: () => BudgetFigures): void => {
    watched = { source, figures };
  };
}
