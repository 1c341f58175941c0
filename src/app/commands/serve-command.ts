import { Option } from "commander";
import { systemClock } from "../../lib/time/clock.ts";
import { MODULES } from "../all-modules.ts";
import { startCore, startModulePort, startRest, startService } from "../start-service.ts";
import { ALL_SETTING_GROUPS } from "../settings/all-settings.ts";
import type { Config } from "../settings/core-config.ts";
import { withoutVariable } from "../settings/settings.ts";
import { openProcessLog } from "../../observability/logger.ts";
import { untilStopRequested, type StartOptions } from "../../observability/process-parts.ts";
import type { Running } from "../start-doors.ts";
import type { CommandContext } from "./command-context.ts";
import type { ServiceCommand } from "./command.ts";

type Start = (config: Config, options: StartOptions) => Promise<Pick<Running<string>, "stop">>;

interface Role {
  readonly name: string;
  readonly help: string;
  readonly start: Start;
}

const ROLES: readonly Role[] = [
  { name: "all", help: "gRPC, /v1 and operations", start: startService },
  { name: "core", help: "all but /v1", start: startCore },
  { name: "rest", help: "only /v1, in front of the core at CORE_ADDRESS", start: startRest },
  ...MODULES.flatMap(({ port }): readonly Role[] => {
    if (port === undefined) return [];
    const start: Start = (config, options) => startModulePort(port, config, options);
    return [{ name: port.name, help: port.role, start }];
  }),
];

export function addServeCommand(program: ServiceCommand, { config }: CommandContext): void {
  const role = new Option("--role <role>", ROLES.map(({ name, help }) => `${name}: ${help}`).join("; "))
    .choices(ROLES.map(({ name }) => name))
    .default("all");
  program
    .command("serve")
    .description("Serve until SIGTERM or SIGINT, then finish the calls in flight and exit.")
    .addOption(role)
    .addHelpText("after", settingsHelp)
    .action((options: { readonly role: string }) => {
      const chosen = ROLES.find(({ name }) => name === options.role);
      if (chosen === undefined) throw new Error(`${options.role} is no role`);
      return serve(chosen, config());
    });
}

async function serve({ name: role, start }: Role, config: Config): Promise<void> {
  const log = openProcessLog({ level: config.logLevel });
  const { logger } = log;
  for (const { variable, meant } of config.lookalikes) {
    logger.warn({ variable, meant }, "this variable is not a setting of the service, and is ignored");
  }
  const running = await start(config, { ...log, clock: systemClock, logger: logger.child({ role }) });
  const signal = await untilStopRequested();
  const { drainTimeoutMs } = config;
  // Ctrl-C comes from a terminal: no proxy is in front that has to notice.
  const drainDelayMs = signal === "SIGINT" ? 0 : config.drainDelayMs;
  logger.info({ signal, drain_delay_ms: drainDelayMs, drain_timeout_ms: drainTimeoutMs }, "draining");
  await running.stop(drainDelayMs);
  logger.info("stopped");
}

/** The settings with their defaults, as plain text. */
function settingsHelp(): string {
  const groups = Object.entries(ALL_SETTING_GROUPS).map(([group, table]) => {
    const settings = Object.entries(table).map(
      ([name, setting]) => `  ${name} (${plain(withoutVariable(setting))})\n${wrapped(plain(setting.help))}`,
    );
    return `${group}:\n${settings.join("\n")}`;
  });
  return `\nSettings (environment variables, with what happens without them):\n\n${groups.join("\n\n")}`;
}

/** Indented, in lines of at most 100 characters. */
function wrapped(text: string): string {
  return text.replaceAll(/(\S.{0,93})(?:\s+|$)/g, "      $1\n").trimEnd();
}

/** Markdown without its links and code marks. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll("`", "");
}
