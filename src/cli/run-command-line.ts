import { CommanderError, type Command } from "commander";
import { addAccountsCommands } from "./accounts-command.ts";
import { addAuditCommand } from "./audit-command.ts";
import type { CommandContext } from "./command-context.ts";
import { ServiceCommand, UsageError } from "./command.ts";
import { addDemoCommand } from "./demo-command.ts";
import { addKeysCommands } from "./keys-command.ts";
import { addMigrateCommand } from "./migrate-command.ts";
import { addPlansCommands } from "./plans-command.ts";
import { addServeCommand } from "./serve-command.ts";
import { addSlaCommand } from "./sla-command.ts";
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
  addSlaCommand,
  addMigrateCommand,
] as const;

/** Runs the command that `args` name, and returns the exit code. What is thrown becomes one line. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const program = new ServiceCommand("suitability", context)
    .description("The Weather Suitability Service: serves it, and manages who may call it.")
    .addHelpText(
      "after",
      "\nEach command has its own --help.\nSettings come from the environment: docs/operations.md lists them.",
    )
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "Show the help of a command.")
    .configureHelp({ subcommandTerm })
    .configureOutput({ writeOut: (text) => context.print(text.trimEnd()) })
    .exitOverride();
  for (const add of ADD_COMMANDS) {
    add(program, context);
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // Help that was asked for; all else that commander refuses is a UsageError.
    if (error instanceof CommanderError) {
      return error.exitCode;
    }
    // A stack helps nobody who typed a setting wrong.
    context.printError(printable(error instanceof Error ? error.message : String(error)));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Errors repeat what was typed: what cannot be seen in it, or would turn the line around it, is spelt out. */
function printable(message: string): string {
  return message.replaceAll(
    /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu,
    (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`,
  );
}

/** `show <account>`, `usage [account]`: that most commands have options besides is no news. */
function subcommandTerm(command: Command): string {
  const words = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...words].join(" ");
}
