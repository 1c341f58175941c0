import { Option } from "commander";
import { systemClock } from "../clock.ts";
import { startCore, startRest, startService } from "../compose/start-service.ts";
import type { Config } from "../config/config.ts";
import { openProcessLog, type ProcessLog } from "../ops/logger.ts";
import { untilAskedToStop } from "../ops/process-parts.ts";
import type { Running } from "../compose/start-doors.ts";
import type { CommandContext } from "./command-context.ts";
import type { ServiceCommand } from "./command.ts";

const START_BY_ROLE = { all: startService, core: startCore, rest: startRest } as const;

type Role = keyof typeof START_BY_ROLE;

export function addServeCommand(program: ServiceCommand, { config }: CommandContext): void {
  const role = new Option(
    "--role <role>",
    "all: gRPC, /v1 and operations; core: all but /v1; rest: only /v1, in front of the core at CORE_ADDRESS",
  )
    .choices(Object.keys(START_BY_ROLE))
    .default("all");
  program
    .command("serve")
    .description("Serve until SIGTERM or SIGINT, then answer the calls under way and end.")
    .addOption(role)
    .action((options: { readonly role: Role }) => serve(options.role, config()));
}

async function serve(role: Role, config: Config): Promise<void> {
  const log = openProcessLog({ level: config.logLevel });
  const { logger } = log;
  const running = await start(role, config, log);
  const signal = await untilAskedToStop();
  const { drainDelayMs, drainTimeoutMs } = config;
  logger.info({ signal, drain_delay_ms: drainDelayMs, drain_timeout_ms: drainTimeoutMs }, "draining");
  await running.stop();
  logger.info("stopped");
}

function start(role: Role, config: Config, log: ProcessLog): Promise<Pick<Running<string>, "stop">> {
  return START_BY_ROLE[role](config, { ...log, clock: systemClock, logger: log.logger.child({ role }) });
}
