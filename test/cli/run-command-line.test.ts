// What all commands have in common: help, mistakes in one line, exit codes.
import { describe, expect, it } from "vitest";
import { painted } from "../../src/cli/command.ts";
import { useCommands } from "./use-commands.ts";

const commands = useCommands();

describe("--help", () => {
  it.each([
    ["", "-h", "--help"],
    ["serve", "--role"],
    ["demo", "--json"],
    ["accounts", "show <account>", "suspend <account>", "resume <account>", "set-plan <account> <plan>"],
    ["accounts create", "--name", "--plan", "--monthly-quota", "--json"],
    ["accounts list", "--json"],
    ["accounts show", "account", "--json"],
    ["accounts suspend", "account", "--json"],
    ["accounts resume", "account", "--json"],
    ["accounts set-plan", "account", "plan", "--monthly-quota", "--json"],
    ["accounts export", "--json"],
    ["accounts import", "file", "--json"],
    ["keys", "issue <account>", "list <account>", "revoke <key-id>"],
    ["keys issue", "account", "--label", "--json"],
    ["keys list", "account", "--json"],
    ["keys revoke", "key-id", "--json"],
    ["sports", "set <account>", "list <account>", "show <account> <sport>", "unset <account> <sport>"],
    ["sports set", "account", "--file", "--json"],
    ["sports list", "account", "--json"],
    ["sports show", "account", "sport", "--json"],
    ["sports unset", "account", "sport", "--json"],
    ["usage", "account", "--month", "--csv", "--json"],
    ["sla", "account", "--month", "--prometheus", "--namespace", "--json"],
  ])("of `%s` says what each argument and option is for", async (command, ...terms) => {
    const help = await commands().run(`${command} --help`);
    expect(help).toMatch(new RegExp(`^Usage: suitability ${command}`));
    for (const term of terms) {
      expect(help).toMatch(new RegExp(`^ {2}(?:-h, )?${term}(?:,| <[a-z]+>)?.* {2,}\\w`, "m"));
    }
  });

  it("is printed for the word help too", async () => {
    const { run } = commands();
    expect(await run("help")).toBe(await run("--help"));
    expect(await run("help accounts")).toBe(await run("accounts --help"));
  });
});

describe("a mistake", () => {
  it.each([
    [
      "",
      "A command is missing: serve, demo, accounts, keys, plans, sports, usage, audit, sla, migrate. See --help.",
    ],
    ["acounts list", "Unknown command 'acounts' (Did you mean accounts?). See --help."],
    [
      "accounts",
      "A command is missing: create, list, show, history, suspend, resume, close, reopen, delete, set-plan,",
    ],
    ["accounts liquidate acc_x", "Unknown command 'liquidate'. See accounts --help."],
    ["accounts constructor", "Unknown command 'constructor'."],
    ["accounts create --plan free", "--name is missing. See accounts create --help."],
    ["accounts create --name x", "--plan is missing: free (500 calls a month), starter (25,000 calls"],
    [
      "accounts create --nmae x",
      "Unknown option '--nmae' (Did you mean --name?). See accounts create --help.",
    ],
    ["accounts create --plan free --name", "'--name <name>' argument missing"],
    ["accounts create Courts", "Too many arguments for 'create'."],
    ["accounts show", "Missing required argument 'account'. See accounts show --help."],
    ["accounts resume a b", "Too many arguments for 'resume'. Expected 1 argument but got 2: a, b. See"],
    ["accounts list --json=yes", "Unknown option '--json=yes'. See accounts list --help."],
    ["keys", "A command is missing: issue, list, revoke. See keys --help."],
    ["keys rotate", "Unknown command 'rotate'. See keys --help."],
    ["keys list acc_x --all", "Unknown option '--all'. See keys list --help."],
    ["sports", "A command is missing: set, list, show, unset. See sports --help."],
    ["sports set acc_x", "--file is missing. See sports set --help."],
    ["sports add", "Unknown command 'add'. See sports --help."],
    ["usage", "Either an account or --all has to be given. See usage --help."],
    ["usage acc_x --month 2026-13", "'2026-13' is invalid. It has to be a year and a month like 2026-11."],
    ["usage acc_x --month November", "'November' is invalid."],
    ["usage acc_x --csv --json", "Option '--csv' cannot be used with option '--json'."],
    ["usage acc_x --moth 2026-11", "Unknown option '--moth' (Did you mean --month?)."],
    [
      "serve --role both",
      "argument 'both' is invalid. Allowed choices are all, core, rest. See serve --help.",
    ],
    ["serve --rol core", "Unknown option '--rol' (Did you mean --role?). See serve --help."],
    ["serve now", "Too many arguments for 'serve'."],
    ["demo now", "Too many arguments for 'demo'."],
  ])("`%s` is refused in one line that leads to help", async (words, line) => {
    expect(await commands().refusal(words)).toEqual({ line: expect.stringContaining(line), exitCode: 2 });
  });
});

describe("what cannot be done", () => {
  it.each([
    "accounts show acc_nobody",
    "accounts suspend acc_nobody",
    "accounts resume acc_nobody",
    "accounts set-plan acc_nobody free",
    "keys issue acc_nobody",
    "keys list acc_nobody",
    "sports set acc_nobody --file /x",
    "sports list acc_nobody",
    "sports show acc_nobody golf",
    "sports unset acc_nobody golf",
    "usage acc_nobody",
  ])("`%s`: there is no such account", async (words) => {
    expect(await commands().refusal(words)).toEqual({
      line: "There is no account acc_nobody. `accounts list` shows those there are.",
      exitCode: 1,
    });
  });

  it.each([
    ["keys revoke key_nobody", "There is no key key_nobody. `keys list ACCOUNT` shows an account's keys"],
    ["serve", "LOG_LEVELS is not a setting"],
    ["demo", "LOG_LEVELS is not a setting"],
  ])("`%s` is said in one line", async (words, line) => {
    expect(await commands().refusal(words)).toEqual({ line: expect.stringContaining(line), exitCode: 1 });
  });
});

it("headings of tables and bars are told from the rest", () => {
  const paint = (style: string, text: string) => `<${style}>${text}</${style}>`;
  const text = ["ACCOUNT  CALLS A MONTH", "acc_abc          1,204  ██▍", "", "Name  ACME"].join("\n");
  expect(painted(text, paint)).toBe(
    [
      "<bold>ACCOUNT  CALLS A MONTH</bold>",
      "acc_abc          1,204  <cyan>██▍</cyan>",
      "",
      "Name  ACME",
    ].join("\n"),
  );
});
