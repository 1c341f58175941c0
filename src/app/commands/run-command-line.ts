import { CommanderError, type Command } from "commander";
import manifest from "../../../package.json" with { type: "json" };
import { MODULES } from "../all-modules.ts";
import type { AddCommand } from "../module.ts";
import { addAccountsCommands } from "./accounts-command.ts";
import { addAuditCommand } from "./audit-command.ts";
import { addBackupCommand } from "./backup-command.ts";
import type { CommandContext } from "./command-context.ts";
import { ServiceCommand, UsageError } from "./command.ts";
import { addDemoCommand } from "./demo-command.ts";
import { addKeysCommands } from "./keys-command.ts";
import { addMigrateCommand } from "./migrate-command.ts";
import { failureLine } from "./named-account.ts";
import { addPlansCommands } from "./plans-command.ts";
import { printable } from "./printable.ts";
import { addServeCommand } from "./serve-command.ts";
import { addSportsCommands } from "./sports-command.ts";
import { addUsageCommand } from "./usage-command.ts";

const ADD_COMMANDS = [
  addServeCommand,
  addDemoCommand,
  addAccountsCommands,
  addKeysCommands,
  addPlansCommands,
  addSportsCommands,
  addUsageCommand,
  addAuditCommand,
  addBackupCommand,
  addMigrateCommand,
] as const;

/** Runs the command in `args`, and returns the exit code. Errors become one line. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const program = new ServiceCommand("suitability", context)
    .description("The Weather Suitability Service: serves it, and manages who may call it.")
    .addHelpText(
      "after",
      "\nEach command has its own --help.\nSettings come from the environment: docs/operations.md lists them.",
    )
    .version(manifest.version, "-v, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "Show the help of a command.")
    .configureHelp({ subcommandTerm })
    .configureOutput({ writeOut: (text) => context.print(text.trimEnd()) })
    .exitOverride();
  for (const add of ADD_COMMANDS) {
    add(program, context);
  }
  for (const add of await commandsOfModules(args, program)) {
    add(program, context);
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // commander throws this after it has shown the help or the version. Its refusals are UsageErrors.
    if (error instanceof CommanderError) {
      return error.exitCode;
    }
    // A stack does not help with a mistyped setting. Errors may repeat what was typed, so they are made printable.
    context.printError(printable(failureLine(error)));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** The named command if it is a module's; none for the core's commands; all for help, and for a word that is no command. */
async function commandsOfModules(
  [word = ""]: readonly string[],
  program: Command,
): Promise<readonly AddCommand[]> {
  if (program.commands.some((command) => command.name() === word)) return [];
  const commands = MODULES.flatMap(({ commands = {} }) => Object.entries(commands));
  const named = commands.filter(([name]) => name === word);
  return Promise.all((named.length > 0 ? named : commands).map(([, load]) => load()));
}

/** `show <account>`, `usage [account]`: without "[options]", which most commands have. */
function subcommandTerm(command: Command): string {
  const words = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...words].join(" ");
}
