import { parseArgs } from "node:util";
import { systemClock } from "../clock.ts";
import { startCore, startRest, startService } from "../compose.ts";
import type { Config } from "../config/config.ts";
import { createLogger, type Logger } from "../ops/logger.ts";
import { untilAskedToStop } from "../ops/until-asked-to-stop.ts";
import type { Running } from "../start-doors.ts";
import { UsageError } from "./usage-error.ts";

const START_BY_ROLE = { all: startService, core: startCore, rest: startRest } as const;

type Role = keyof typeof START_BY_ROLE;

/** Serves in a role until SIGTERM or SIGINT, then drains. */
export async function serveCommand(args: readonly string[], config: Config): Promise<void> {
  const role = roleFrom(args);
  const logger = createLogger({ level: config.logLevel });
  const running = await start(role, config, logger);
  const signal = await untilAskedToStop();
  const { drainDelayMs, drainTimeoutMs } = config;
  logger.info({ signal, drain_delay_ms: drainDelayMs, drain_timeout_ms: drainTimeoutMs }, "draining");
  await running.stop();
  logger.info("stopped");
}

function start(role: Role, config: Config, logger: Logger): Promise<Pick<Running<string>, "stop">> {
  return START_BY_ROLE[role](config, { clock: systemClock, logger: logger.child({ role }) });
}

function roleFrom(args: readonly string[]): Role {
  const usage = "Usage: serve [--role all|core|rest]";
  try {
    const { role = "all" } = parseArgs({ args: [...args], options: { role: { type: "string" } } }).values;
    if (role === "all" || role === "core" || role === "rest") {
      return role;
    }
    throw new UsageError(`${role} is not a role. ${usage}`);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(usage, { cause: error });
  }
}
