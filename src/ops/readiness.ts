import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

/** The report of /readyz. */
type ReadinessReport =
  | { readonly ready: true; /** For operators. */ readonly warning?: string | undefined }
  | { readonly ready: false; /** For operators. */ readonly reason: string };

export type Readiness = ReturnType<typeof createReadiness>;

/** The dependency of every call: the account store, or a sidecar's core. */
export interface Dependency {
  /** As in "the account store is unavailable". */
  readonly name: string;
  /** Rejects if it cannot be used. */
  ping(): Promise<void>;
  /** A problem with a dependency that works. */
  warning?(): string | undefined;
  /** For a dependency that other processes may still reach when this one cannot. */
  readonly link?: Link | undefined;
}

export interface Link {
  /** Milliseconds since the dependency last answered any request of this process. */
  silentMs(): number;
  /** Sends a cheap request; rejects if there is no answer. */
  reach(): Promise<unknown>;
}

/**
 * Ready means that the process has started, is not draining, and its dependency answers: without the dependency, each call
 * would get a 503. Weather is left out, because a provider's outage is the same for every replica and cached places are
 * still answered. Overload is left out too, because a replica that is taken out leaves its load to the others. The log has
 * each reason for a failing dependency once, and a line when the dependency answers again.
 */
export function createReadiness(options: { dependency: Dependency; metrics: Metrics; logger: Logger }) {
  const { dependency, metrics, logger } = options;
  let state: "starting" | "started" | "draining" = "starting";
  /** The reasons that were logged since the dependency last answered. */
  const reasonsTold = new Set<string>();

  /** The report while the dependency does not matter. */
  const reportWithoutAsking = (): ReadinessReport | undefined =>
    state === "started" ? undefined : { ready: false, reason: state };

  const ask = async (): Promise<ReadinessReport> => {
    try {
      await dependency.ping();
      if (reasonsTold.size > 0) logger.info(`the ${dependency.name} is available again`);
      reasonsTold.clear();
      return { ready: true, warning: dependency.warning?.() };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!reasonsTold.has(reason)) {
        reasonsTold.add(reason);
        logger.error({ reason }, `not ready: the ${dependency.name} is unavailable`);
      }
      return { ready: false, reason: `the ${dependency.name} is unavailable` };
    }
  };

  return {
    /** From now on the service is as ready as the dependency. */
    start: (): void => {
      state = "started";
    },
    /** From now on the service is not ready, even if the dependency answers. */
    drain: (): void => {
      state = "draining";
      metrics.ready.set(0);
    },
    /** Checks the dependency; never throws. */
    report: async (): Promise<ReadinessReport> => {
      const answer = reportWithoutAsking() ?? (await ask());
      // Draining may have begun while the dependency was asked.
      const report = reportWithoutAsking() ?? answer;
      metrics.ready.set(report.ready ? 1 : 0);
      return report;
    },
  };
}
