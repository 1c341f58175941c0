import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

/** What /readyz reports. */
export type ReadinessReport =
  | { readonly ready: true; /** For operators. */ readonly warning?: string | undefined }
  | { readonly ready: false; /** For operators. */ readonly reason: string };

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
  /** What is wrong though it can be used. */
  warning?(): string | undefined;
  /** Where others share it, and may reach it while this process does not. */
  readonly link?: Link | undefined;
}

export interface Link {
  /** How long ago the last answer came to anything that this process asked of it. */
  silentMs(): number;
  /** Asks something that costs little; rejects where there is no answer. */
  reach(): Promise<unknown>;
}

/**
 * Ready = started, not draining, and what every call needs answers: without it each would be a 503. Weather is left out
 * on purpose, since a provider's outage is the same for every replica and warm places are still answered. So is overload:
 * a replica that is taken out for it leaves its load to the others, which are then overloaded in their turn.
 * The log tells each reason why the dependency does not answer once, and once that it does again, however often it is asked.
 */
export function createReadiness(options: {
  dependency: Dependency;
  metrics: Metrics;
  logger: Logger;
}): Readiness {
  const { dependency, metrics, logger } = options;
  let state: "starting" | "started" | "draining" = "starting";
  /** Since the dependency answered last. */
  const reasonsTold = new Set<string>();

  const tell = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (reasonsTold.has(reason)) return;
    reasonsTold.add(reason);
    logger.error({ reason }, `not ready: the ${dependency.name} is unavailable`);
  };

  const ask = async (): Promise<ReadinessReport> => {
    if (state !== "started") {
      return { ready: false, reason: state };
    }
    try {
      await dependency.ping();
      if (reasonsTold.size > 0) logger.info(`the ${dependency.name} is available again`);
      reasonsTold.clear();
      return { ready: true, warning: dependency.warning?.() };
    } catch (error) {
      tell(error);
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
