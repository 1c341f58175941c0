import { whenChanged } from "../lib/log-once.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import type { OutageLog } from "./outage-log.ts";

/** The report of /readyz. */
type ReadinessReport =
  | { readonly ready: true; /** For operators. */ readonly warning?: string | undefined }
  | { readonly ready: false; /** For operators. */ readonly reason: string };

export type Readiness = ReturnType<typeof createReadiness>;

/** The dependency of every call: the account store, or a sidecar's core. */
export interface Dependency {
  readonly outage: OutageLog;
  /** Why this process must not serve, although the dependency answers. */
  objection?(): Promise<string | undefined>;
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
 * still answered. Overload is left out too, because a replica that is taken out leaves its load to the others.
 */
export function createReadiness(options: { dependency: Dependency; metrics: Metrics; logger: Logger }) {
  const { dependency, metrics, logger } = options;
  const { outage } = dependency;
  let state: "starting" | "started" | "draining" = "starting";
  const isNews = whenChanged<string | undefined>(undefined);

  /** The report while the dependency does not matter. */
  const reportWithoutAsking = (): ReadinessReport | undefined =>
    state === "started" ? undefined : { ready: false, reason: state };

  /** An objection is logged once, until there is none or another. */
  const objection = async (): Promise<string | undefined> => {
    const reason = await dependency.objection?.();
    if (!isNews(reason)) return reason;
    if (reason === undefined) logger.info("ready");
    else logger.error({ reason }, "not ready");
    return reason;
  };

  const ask = async (): Promise<ReadinessReport> => {
    const unavailable = { ready: false, reason: `the ${outage.name} is unavailable` } as const;
    if (!(await outage.check())) return unavailable;
    try {
      const reason = await objection();
      return reason === undefined
        ? { ready: true, warning: dependency.warning?.() }
        : { ready: false, reason };
    } catch (error) {
      outage.noteFailure(error);
      return unavailable;
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
