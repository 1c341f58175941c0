import { afterEach, beforeEach } from "vitest";
import type { AccountStore } from "../../src/accounts/account-store.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import type { CommandContext } from "../../src/commands/command-context.ts";
import { createSqlitePlace, type SqlitePlace } from "../contracts/sqlite-place.ts";
import { createManualClock, type ManualClock } from "../support/manual-clock.ts";

export interface CommandsUnderTest {
  readonly store: AccountStore;
  readonly clock: ManualClock;
  /** Runs a command and returns what it printed. */
  run(command: Command, ...args: readonly string[]): Promise<string>;
  /** Runs a command that is to be refused, and returns the error it throws. */
  refusal(command: Command, ...args: readonly string[]): Promise<Error>;
  /** Runs it with `--json`, and returns the one document it printed. */
  runJson(command: Command, ...args: readonly string[]): Promise<unknown>;
}

type Command = (args: readonly string[], context: CommandContext) => Promise<void>;

/** Gives each test of the file an empty store of its own. */
export function useCommands(): () => CommandsUnderTest {
  let place: SqlitePlace;
  let current: CommandsUnderTest;

  beforeEach(async () => {
    place = await createSqlitePlace();
    const clock = createManualClock("2026-11-21T14:00:00.500Z");
    const store = openStore(place.url, { clock });
    const run = async (command: Command, ...args: readonly string[]) => {
      const lines: string[] = [];
      await command(args, { store, clock, print: (line) => lines.push(line) });
      return lines.join("\n");
    };
    const refusal = async (command: Command, ...args: readonly string[]) => {
      const thrown: unknown = await run(command, ...args).catch((error: unknown) => error);
      if (thrown instanceof Error) {
        return thrown;
      }
      throw new Error(`it was not refused, and printed: ${String(thrown)}`);
    };
    const runJson = async (command: Command, ...args: readonly string[]) =>
      JSON.parse(await run(command, ...args, "--json"));
    current = { store, clock, run, refusal, runJson };
  });
  afterEach(async () => {
    await current.store.close();
    await place.remove();
  });

  return () => current;
}
