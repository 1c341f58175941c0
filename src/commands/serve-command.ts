import type { Config } from "../config.ts";
import { systemClock } from "../clock.ts";
import { startService } from "../compose.ts";
import { createLogger } from "../ops/logger.ts";
import { untilAskedToStop } from "../ops/until-asked-to-stop.ts";

/** Serves until SIGTERM or SIGINT, then drains. */
export async function serveCommand(config: Config): Promise<void> {
  const logger = createLogger({ level: config.logLevel });
  const service = await startService(config, { clock: systemClock, logger });
  const signal = await untilAskedToStop();
  logger.info({ signal, drain_timeout_ms: config.drainTimeoutMs }, "draining");
  await service.stop();
  logger.info("stopped");
}
