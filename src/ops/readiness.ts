import type { Metrics } from "./metrics.ts";

/** What /readyz reports. */
export type ReadinessReport =
  { readonly ready: true } | { readonly ready: false; /** For operators. */ readonly reason: string };

/** Whether the service should get calls. */
export interface Readiness {
  /** From now on as ready as the store is. */
  start(): void;
  /** From now on not ready, whatever the store says. */
  drain(): void;
  /** Asks the store; never throws. */
  report(): Promise<ReadinessReport>;
}

/**
 * Ready = started, not draining, and the account store answers: without it every call would be a 503. Weather is left
 * out on purpose, since a provider's outage is the same for every replica and warm places are still answered.
 */
export function createReadiness(options: { store: { ping(): Promise<void> }; metrics: Metrics }): Readiness {
  const { store, metrics } = options;
  let state: "starting" | "started" | "draining" = "starting";

  const ask = async (): Promise<ReadinessReport> => {
    if (state !== "started") {
      return { ready: false, reason: state };
    }
    try {
      await store.ping();
      return { ready: true };
    } catch {
      return { ready: false, reason: "the account store is unavailable" };
    }
  };

  return {
    start: () => {
      state = "started";
    },
    drain: () => {
      state = "draining";
      metrics.ready.set(0);
    },
    report: async () => {
      const report = await ask();
      metrics.ready.set(report.ready ? 1 : 0);
      return report;
    },
  };
}
