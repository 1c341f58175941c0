// Reports the certificates in use to operators: a gauge of when each ends, and a log line for each change.
import type { ProcessParts } from "../observability/process-parts.ts";
import type { WatchOptions } from "../doors/http/tls/watched-certificates.ts";

export function createCertificateReport({ logger, metrics }: ProcessParts) {
  return {
    onReload: (reload) => {
      if (reload.kind === "Reloaded") {
        logger.info("certificates have changed; new connections use the new ones");
      } else {
        const { reason } = reload;
        logger.error({ reason }, "the new certificates cannot be used; the old ones stay in use");
      }
    },
    onUse: (ends) => {
      for (const { name, endsAtMs } of ends) {
        metrics.certificateExpirySeconds.set({ certificate: name }, endsAtMs / 1000);
      }
    },
  } satisfies Partial<WatchOptions>;
}
