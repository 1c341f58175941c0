// What all commands have in common: help, mistakes in one line, exit codes.
import { describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { painted } from "../../../src/app/commands/command.ts";
import { ALL_SETTINGS } from "../../../src/app/settings/all-settings.ts";
import { useCommands } from "./use-commands.ts";

const commands = useCommands();

describe("--help", () => {
  /** The help of each command, by its words; `listed` are the commands below it. */
  const helpOfAll = async () => {
    const ahead = [""];
    const found = new Map<string, { readonly help: string; readonly listed: string | undefined }>();
    for (const words of ahead) {
      const help = await commands().run(`${words} --help`);
      const [, listed] = help.split(/^Commands:\n/m);
      found.set(words, { help, listed });
      const names = [...(listed ?? "").matchAll(/^ {2}([\w-]+)/gm)].map(([, name = ""]) => name);
      ahead.push(...names.filter((name) => name !== "help").map((name) => `${words} ${name}`.trim()));
    }
    expect(ahead.length).toBeGreaterThan(30);
    return found;
  };

  it("of every command describes each argument, option and command", async () => {
    for (const [words, { help }] of await helpOfAll()) {
      expect(help).toMatch(new RegExp(`^Usage: suitability ${words}`));
      const [ofCommand = ""] = help.split("\nSettings (");
      for (const [line] of ofCommand.matchAll(/^ {2}\S.*$/gm)) expect(line).toMatch(/^ {2}\S.*? {2,}\S/);
    }
  });

  it("of every command but serve and migrate offers JSON", async () => {
    const withoutJson = [...(await helpOfAll())].filter(
      ([, { help, listed }]) => listed === undefined && !help.includes("\n  --json  "),
    );
    expect(withoutJson.map(([words]) => words)).toEqual(["serve", "migrate"]);
  });

  it("of serve lists every setting", async () => {
    const help = await commands().run("serve --help");
    for (const name of Object.keys(ALL_SETTINGS))
      expect(help).toMatch(new RegExp(`^  ${name} \\(.+\\)$`, "m"));
  });

  it("is also printed for the word help", async () => {
    const { run } = commands();
    expect(await run("help")).toBe(await run("--help"));
    expect(await run("help accounts")).toBe(await run("accounts --help"));
  });
});

it("--version prints the version of package.json", async () => {
  expect(await commands().run("--version")).toBe(manifest.version);
});

describe("a mistake", () => {
  it.each([
    ["", "A command is missing: serve, demo, accounts, keys, plans, sports, usage, audit, backup, migrate"],
    ["acounts list", "Unknown command 'acounts' (Did you mean accounts?). See --help."],
    [
      "accounts",
      "A command is missing: create, list, show, history, suspend, resume, close, reopen, delete, rename,",
    ],
    [
      "accounts create --nmae x",
      "Unknown option '--nmae' (Did you mean --name?). See accounts create --help.",
    ],
    ["accounts show", "Missing required argument 'account'. See accounts show --help."],
    ["accounts resume a b", "Too many arguments for 'resume'. Expected 1 argument but got 2: a, b. See"],
    ["sports set acc_x", "--file is missing. See sports set --help."],
    ["usage acc_x --month 2026-13", "'2026-13' is invalid. It must be a year and a month, such as 2026-11."],
    ["usage acc_x --csv --json", "Option '--csv' cannot be used with option '--json'."],
    ["serve --role both", "argument 'both' is invalid. Allowed choices are all, core, rest"],
  ])("`%s` is refused in one line that leads to help", async (words, line) => {
    expect(await commands().refusal(words)).toEqual({ line: expect.stringContaining(line), exitCode: 2 });
  });
});

describe("a command that cannot be carried out", () => {
  it.each([
    ["accounts show acc_nobody", "There is no account acc_nobody. `accounts list` shows all accounts."],
    ["accounts suspend acc_nobody", "There is no account acc_nobody. `accounts list` shows all accounts."],
    ["keys revoke key_nobody", "There is no key key_nobody. `keys list ACCOUNT` shows an account's keys"],
    ["serve", "LOG_LEVELS is not a setting"],
    ["demo", "LOG_LEVELS is not a setting"],
  ])("`%s` is refused in one line", async (words, line) => {
    expect(await commands().refusal(words)).toEqual({ line: expect.stringContaining(line), exitCode: 1 });
  });
});

it("the command line paints the headings of tables, the bars, and nothing else", () => {
  const paint = (style: string, text: string) => `<${style}>${text}</${style}>`;
  const text = [
    "ACCOUNT  CALLS A MONTH",
    "acc_abc          1,204  ██▍",
    "",
    "SHARE  95%  KM/H  °C",
    "Name  ACME",
  ].join("\n");
  expect(painted(text, paint)).toBe(
    [
      "<bold>ACCOUNT  CALLS A MONTH</bold>",
      "acc_abc          1,204  <cyan>██▍</cyan>",
      "",
      "<bold>SHARE  95%  KM/H  °C</bold>",
      "Name  ACME",
    ].join("\n"),
  );
});
