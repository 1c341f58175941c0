import type { Metrics } from "./metrics.ts";

/** What /readyz reports. */
export type ReadinessReport =
  { readonly ready: true } | { readonly ready: false; /** For operators. */ readonly reason: string };

/** Whether the service should get calls. */
export interface Readiness {
  /** From now on as ready as the dependency is. */
  start(): void;
  /** From now on not ready, whatever the dependency says. */
  drain(): void;
  /** Asks the dependency; never throws. */
  report(): Promise<ReadinessReport>;
}

/** What every call needs: the account store, or the core behind a sidecar. */
export interface Dependency {
  /** As in "the account store is unavailable". */
  readonly name: string;
  /** Rejects when it cannot be used. */
  ping(): Promise<void>;
}

/**
 * Ready = started, not draining, and what every call needs answers: without it each would be a 503. Weather is left out
 * on purpose, since a provider's outage is the same for every replica and warm places are still answered. So is overload:
 * a replica that is taken out for it leaves its load to the others, which are then overloaded in their turn.
 */
export function createReadiness(options: { dependency: Dependency; metrics: Metrics }): Readiness {
  const { dependency, metrics } = options;
  let state: "starting" | "started" | "draining" = "starting";

  const ask = async (): Promise<ReadinessReport> => {
    if (state !== "started") {
      return { ready: false, reason: state };
    }
    try {
      await dependency.ping();
      return { ready: true };
    } catch {
      return { ready: false, reason: `the ${dependency.name} is unavailable` };
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
