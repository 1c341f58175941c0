import { describe, expect, it } from "vitest";
import { StoreUnavailable, type AccountStore } from "../../src/accounts/store.ts";
import { BARE, FULL, recordsOf } from "../contracts/records-of.ts";
import { openNewStore } from "./open-new-store.ts";
import { commandsOn, fileOf, useCommands } from "./use-commands.ts";

const commands = useCommands();

/** The export of a store with two accounts, one of them with everything an account can have. */
async function exported(): Promise<string> {
  const { store, run } = commands();
  await store.importAccounts(recordsOf(FULL, BARE));
  return run("accounts export");
}

describe("accounts export", () => {
  it("prints a first line with the format, a line for each account, and a last line that marks the end", async () => {
    const [head, bare, full, end, ...more] = (await exported()).split("\n");
    expect([head, end, more]).toEqual(['{"format":"suitability-accounts","version":3}', '{"end":true}', []]);
    expect(bare).toContain('"id":"acc_zzzzzzzzzzzz","name":"Ärger & Söhne","external_ref":null,');
    expect(full).toContain('"id":"acc_abcdefghijkl","name":"Ärger & Söhne","external_ref":"order 4711/ä",');
  });

  it("of an empty store is a file that can be imported", async () => {
    const { run } = commands();
    const path = fileOf(await run("accounts export"));
    expect(await run(`accounts import ${path}`)).toBe("Accounts imported: 0");
  });
});

describe("accounts import", () => {
  it("accepts a deleted account whose plan is not in force any more", async () => {
    const { store, run } = commands();
    const account = { ...BARE.account, plan: "retired", closedAtMs: 1, deletedAtMs: 2 };
    await store.importAccounts(recordsOf({ ...BARE, account }));
    const file = fileOf(await run("accounts export"));
    const { clock } = commands();
    expect(await commandsOn({ store: await openNewStore(), clock }).run(`accounts import ${file}`)).toBe(
      "Accounts imported: 1",
    );
  });

  it("restores everything that was exported", async () => {
    const text = await exported();
    const { clock } = commands();
    const there = commandsOn({ store: await openNewStore(), clock });
    expect(await there.runJson(`accounts import ${fileOf(text)}`)).toEqual({ imported: 2 });
    const imported = /,\{[^{]*"action":"accounts import","about":null\}(?=\]\}$)/gm;
    expect((await there.run("accounts export")).replaceAll(imported, "")).toBe(text);
  });

  it.each([
    { what: "an account", old: /(?<=acc_)z{4}/, says: "an account acc_abcdefghijkl already, and none is" },
    { what: "a reference", old: /(?<=acc_|key_)[a-z]{4}/g, says: "order 4711/ä already, and nothing is" },
  ])("overwrites nothing: a file with $what that exists already is refused", async ({ old, says }) => {
    const before = await exported();
    const { run, refusal } = commands();
    expect(await refusal(`accounts import ${fileOf(before.replace(old, "yyyy"))}`)).toEqual({
      line: `Line 3: there is ${says} overwritten. Nothing was imported.`,
      exitCode: 1,
    });
    expect(await run("accounts export")).toBe(before);
  });

  it.each([
    { mayHaveChanged: false, says: "Nothing was imported." },
    { mayHaveChanged: true, says: "All of it was imported, or nothing: `accounts list` says which." },
  ])("that breaks off says so, and what was imported: $says", async ({ mayHaveChanged, says }) => {
    const path = fileOf((await exported()).replaceAll(/(acc|key)_[a-z]{4}/g, "$1_yyyy"));
    const { clock, store } = commands();
    const importAccounts = async () => {
      throw new StoreUnavailable("The account store cannot be used: it is gone.", { mayHaveChanged });
    };
    const failing: AccountStore = { ...store, importAccounts };
    expect(await commandsOn({ store: failing, clock }).refusal(`accounts import ${path}`)).toEqual({
      line: `The import broke off: The account store cannot be used: it is gone. ${says}`,
      exitCode: 1,
    });
  });

  it.each(["/nowhere/accounts.jsonl", "/dev/null"])("of %s, which is no file, is refused", async (path) => {
    const refused = { line: expect.stringContaining(path), exitCode: 1 };
    expect(await commands().refusal(`accounts import ${path}`)).toEqual(refused);
  });
});
