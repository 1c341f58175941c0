import type { Logger } from "../ops/logger.ts";
import type { Reload } from "../doors/tls/watched-certificates.ts";

export function certificateReloadLogger(logger: Logger) {
  return (reload: Reload) =>
    reload.kind === "Reloaded"
      ? logger.info("certificates have changed; new connections use the new ones")
      : logger.error(
          { reason: reload.reason },
          "changed certificates cannot be used; the old ones still are",
        );
}
