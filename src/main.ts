// The command line: picks a command, and turns what it throws into one line and an exit code.
import { openStore } from "./accounts/open-store.ts";
import { systemClock } from "./clock.ts";
import { accountsCommand } from "./commands/accounts.ts";
import type { CommandContext } from "./commands/command-context.ts";
import { demoCommand } from "./commands/demo.ts";
import { keysCommand } from "./commands/keys.ts";
import { serveCommand } from "./commands/serve.ts";
import { sportsCommand } from "./commands/sports.ts";
import { usageCommand } from "./commands/usage.ts";
import { UsageError } from "./commands/usage-error.ts";
import { configFromEnvironment, type Config } from "./config/config.ts";

const HELP = `Usage: node src/main.ts COMMAND

  serve [--role ROLE]      until SIGTERM: all (gRPC, /v1 and the operations port), core (all but /v1),
                           rest (only /v1, in front of the core at CORE_ADDRESS)
  demo                     everything with simulated weather, a throw-away store and a key to try it with
  accounts create --name NAME --plan free|starter|growth|enterprise|internal [--monthly-quota N]
  accounts export | import FILE
  accounts list | show ACCOUNT | suspend ACCOUNT | resume ACCOUNT | set-plan ACCOUNT PLAN [--monthly-quota N]
  keys issue ACCOUNT | list ACCOUNT | revoke KEY_ID
  sports set ACCOUNT --file FILE | list ACCOUNT | show ACCOUNT SPORT | unset ACCOUNT SPORT
  usage ACCOUNT [--month YYYY-MM]

accounts, keys, sports and usage take --json. Settings come from the environment: see README.md.`;

type AccountCommand = (args: readonly string[], context: CommandContext) => Promise<void>;

const ACCOUNT_COMMANDS: ReadonlyMap<string, AccountCommand> = new Map([
  ["accounts", accountsCommand],
  ["keys", keysCommand],
  ["sports", sportsCommand],
  ["usage", usageCommand],
]);

async function main([command = "", ...args]: readonly string[]): Promise<void> {
  if (["help", "--help", "-h"].includes(command)) {
    return print(HELP);
  }
  const accountCommand = ACCOUNT_COMMANDS.get(command);
  if (accountCommand === undefined && !["serve", "demo"].includes(command)) {
    throw new UsageError(
      `${command === "" ? "a command is missing" : `${command} is not a command`}; see --help`,
    );
  }
  const config = configFromEnvironment(process.env);
  if (accountCommand !== undefined) {
    return runOnStore(accountCommand, args, config);
  }
  if (command === "demo" && args.length > 0) {
    throw new UsageError("demo takes no arguments; it is configured by the environment, see README.md");
  }
  return command === "demo" ? demoCommand(config, print) : serveCommand(args, config);
}

async function runOnStore(command: AccountCommand, args: readonly string[], config: Config): Promise<void> {
  const store = openStore(config.storeUrl, { clock: systemClock });
  try {
    await command(args, { store, clock: systemClock, print });
  } finally {
    await store.close();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  // One line: what was wrong is in the message; a stack helps nobody who typed a setting wrong.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
