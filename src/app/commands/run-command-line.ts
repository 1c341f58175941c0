import { CommanderError, type Command } from "commander";
import manifest from "../../../package.json" with { type: "json" };
import { MODULES } from "../all-modules.ts";
import type { AddCommand } from "../module.ts";
import type { CommandContext } from "./command-context.ts";
import { ServiceCommand, UsageError } from "./command.ts";
import { failureLine } from "./named-account.ts";
import { printable } from "./printable.ts";

/** Imports what adds a command, by the command's name: each is loaded only if it runs, or is shown in the help. */
const OWN_COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import("./serve-command.ts")).addServeCommand,
  demo: async () => (await import("./demo-command.ts")).addDemoCommand,
  accounts: async () => (await import("./accounts-command.ts")).addAccountsCommands,
  keys: async () => (await import("./keys-command.ts")).addKeysCommands,
  plans: async () => (await import("./plans-command.ts")).addPlansCommands,
  sports: async () => (await import("./sports-command.ts")).addSportsCommands,
  usage: async () => (await import("./usage-command.ts")).addUsageCommand,
  audit: async () => (await import("./audit-command.ts")).addAuditCommand,
  backup: async () => (await import("./backup-command.ts")).addBackupCommand,
  migrate: async () => (await import("./migrate-command.ts")).addMigrateCommand,
};

const VERSION_FLAGS = ["-v", "--version"];

/** Runs the command in `args`, and returns the exit code. Errors become one line. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const program = new ServiceCommand("suitability", context)
    .description("Serve the Weather Suitability Service, and manage who may call it.")
    .addHelpText(
      "after",
      "\nEach command has its own --help.\nSettings come from the environment: docs/operations.md lists them.",
    )
    .version(manifest.version, VERSION_FLAGS.join(", "), "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "Show the help of a command.")
    .configureHelp({ subcommandTerm })
    .configureOutput({ writeOut: (text) => context.print(text.trimEnd()) })
    .exitOverride();
  for (const load of commandsFor(args)) {
    const add = await load();
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

/** The named command; none for the version; all for the help, and for a word that is no command. */
function commandsFor([word = ""]: readonly string[]): readonly (() => Promise<AddCommand>)[] {
  if (VERSION_FLAGS.includes(word)) return [];
  const commands = [OWN_COMMANDS, ...MODULES.map((module) => module.commands ?? {})].flatMap(Object.entries);
  const named = commands.filter(([name]) => name === word);
  return (named.length > 0 ? named : commands).map(([, load]) => load);
}

/** `show <account>`, `usage [account]`: without "[options]", which most commands have. */
function subcommandTerm(command: Command): string {
  const words = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...words].join(" ");
}
