// What operators are told of the certificates in use: a gauge of when each ends, and a line of the log for each change.
import type { ProcessParts } from "../ops/process-parts.ts";
import type { WatchOptions } from "../doors/tls/watched-certificates.ts";

export function createCertificateReport({
  logger,
  metrics,
}: Pick<ProcessParts, "logger" | "metrics">): Required<Pick<WatchOptions, "onReload" | "onUse">> {
  return {
    onReload: (reload) =>
      reload.kind === "Reloaded"
        ? logger.info("certificates have changed; new connections use the new ones")
        : logger.error(
            { reason: reload.reason },
            "changed certificates cannot be used; the old ones still are",
          ),
    onUse: (ends) => {
      for (const { name, endsAtMs } of ends) {
        metrics.certificateExpirySeconds.set({ certificate: name }, endsAtMs / 1000);
      }
    },
  };
}
