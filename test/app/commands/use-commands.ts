import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect } from "vitest";
import type { Account } from "../../../src/accounts/account.ts";
import { BUILT_IN_PLANS } from "../../../src/accounts/plans/built-in-plans.ts";
import type { Plan } from "../../../src/accounts/plans/plan.ts";
import { createPlans } from "../../../src/accounts/plans/plans.ts";
import type { CommandContext } from "../../../src/app/commands/command-context.ts";
import { runCommandLine } from "../../../src/app/commands/run-command-line.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import type { Store } from "../../../src/app/store.ts";
import { createManualClock, type ManualClock } from "../../support/fakes/manual-clock.ts";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
import { storeOfTest } from "../../support/service/store-of-test.ts";

interface Commands {
  /** The notes on stderr of all commands so far. */
  readonly notes: readonly string[];
  /** Runs a command line of `words`, split at spaces, and `more`, and returns what it printed. */
  run(words: string, ...more: readonly string[]): Promise<string>;
  /** Runs a command line with `--json`, and returns the one document that it printed. */
  runJson(words: string, ...more: readonly string[]): Promise<unknown>;
  /** Runs a command that has to be refused; returns its one line and the exit code. */
  refusal(words: string, ...more: readonly string[]): Promise<{ line: string; exitCode: number }>;
}

interface CommandsUnderTest extends Commands {
  readonly store: Store;
  readonly clock: ManualClock;
  /** Creates an account with the quota of its plan, by default Free, and with the reference if one is given. */
  createAccount(name?: string, plan?: string, externalRef?: string): Promise<Account>;
}

/** The command line. A command that opens a store or reads settings gets them from these options. */
export function commandsOn({
  store,
  moveTo,
  clock,
  plans = BUILT_IN_PLANS,
  settings,
  typed,
}: Pick<CommandContext, "clock"> & {
  store?: Store;
  plans?: readonly Plan[];
  settings?: Readonly<Record<string, string>>;
  /** Where `accounts move` moves to. */
  moveTo?: Store;
  /** What somebody types at the terminal when a command asks. */
  typed?: string | undefined;
}): Commands {
  const notes: string[] = [];
  const outcomeOf = async (words: string, more: readonly string[]) => {
    const printed: string[] = [];
    const errors: string[] = [];
    const exitCode = await runCommandLine([...words.split(" ").filter((word) => word !== ""), ...more], {
      config: () => {
        if (settings === undefined) throw new Error("LOG_LEVELS is not a setting");
        return configFromEnvironment(settings);
      },
      plans: () => createPlans(plans),
      useStore: (use) => use(given(store)),
      useStoresOfMove: (use) => use({ from: given(store), to: moveTo }),
      clock,
      confirm: async () => typed,
      print: (text) => printed.push(text),
      printError: (line) => errors.push(line),
      printNote: (line) => notes.push(line),
      paint: (_style, text) => text,
    });
    return { printed: printed.join("\n"), errors, exitCode };
  };
  const run = async (words: string, ...more: readonly string[]) => {
    const { printed, errors, exitCode } = await outcomeOf(words, more);
    expect({ errors, exitCode }).toEqual({ errors: [], exitCode: 0 });
    return printed;
  };
  return {
    notes,
    run,
    runJson: async (words, ...more) => JSON.parse(await run(words, ...more, "--json")),
    refusal: async (words, ...more) => {
      const { printed, errors, exitCode } = await outcomeOf(words, more);
      expect({ printed, errors }).toEqual({
        printed: "",
        errors: [expect.stringMatching(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)],
      });
      return { line: errors.join(), exitCode };
    },
  };
}

function given(store: Store | undefined): Store {
  if (store === undefined) throw new Error("There is no store");
  return store;
}

/** The path of a new file with this content; without content, no file is made. It is removed after the test. */
export function fileOf(content?: string): string {
  const folder = folderOfTest();
  const path = join(folder, "file");
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

/** Gives each test of the file an empty store of its own. */
export function useCommands(): () => CommandsUnderTest {
  let current: CommandsUnderTest;

  beforeEach(async () => {
    const clock = createManualClock("2026-11-21T14:00:00.500Z");
    const store = await storeOfTest({ clock });
    const createAccount = async (name = "Courts", plan = "free", externalRef?: string) => {
      const { monthlyQuota = 100_000 } = BUILT_IN_PLANS.find((each) => each.name === plan) ?? {};
      const init = { name, plan, monthlyQuota };
      if (externalRef === undefined) return store.createAccount(init);
      return (await store.createAccountOnce({ ...init, externalRef })).account;
    };
    current = { store, clock, createAccount, ...commandsOn({ store, clock }) };
  });
  return () => current;
}
