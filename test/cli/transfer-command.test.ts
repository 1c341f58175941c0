import { describe, expect, it } from "vitest";
import { StoreUnavailable, type AccountStore } from "../../src/accounts/store.ts";
import { BARE, FULL, recordsOf } from "../contracts/records-of.ts";
import { openNewStore } from "./open-new-store.ts";
import { commandsOn, fileOf, useCommands } from "./use-commands.ts";

const commands = useCommands();

/** What is exported of a store with two accounts, one of them with everything an account can have. */
async function exported(): Promise<string> {
  const { store, run } = commands();
  await store.importAccounts(recordsOf(FULL, BARE));
  return run("accounts export");
}

describe("accounts export", () => {
  it("prints a line that says what it is, one an account, and one that says it is whole", async () => {
    const { clock } = commands();
    const lines = (await exported()).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('{"format":"suitability-accounts","version":3}');
    expect(lines[3]).toBe('{"end":true}');
    expect(JSON.parse(lines[2] ?? "")).toEqual({
      account: {
        id: "acc_abcdefghijkl",
        name: "Ärger & Söhne",
        external_ref: "order 4711/ä",
        plan: "growth",
        monthly_quota: 7,
        is_suspended: true,
        closed_at_ms: null,
        deleted_at_ms: null,
        created_at_ms: 1_767_323_045_678,
        sports_revision: 3,
      },
      keys: [
        {
          id: "key_abcdefghijkl",
          prefix: "wsk_Ab12",
          label: "Bäder, Süd",
          sha256: "b2".repeat(32),
          created_at_ms: 1_767_323_045_678,
          revoked_at_ms: 1_767_409_445_678,
          restrictions: null,
        },
        expect.objectContaining({ id: "key_mnopqrstuvwx", revoked_at_ms: null }),
        expect.objectContaining({
          prefix: "wpk_Ef56",
          restrictions: {
            origins: ["https://club.example", "http://localhost:3000"],
            places: ["55.95,-3.19", "0.00,-0.01"],
            operations: ["forecast", "safe-slots"],
            calls_a_day: 4,
          },
        }),
      ],
      sports: FULL.sports,
      usage: FULL.usage.map(({ day, method, keyId = null, calls }) => ({
        day,
        method,
        key_id: keyId,
        calls,
      })),
      verdicts: [{ month: "2026-11", safe_to_book: 1, proceed_with_caution: 0, not_recommended: 1 }],
      history: [
        {
          since_ms: 1_767_323_045_678,
          plan: "old plan",
          monthly_quota: 500,
          state: "active",
          is_presumed: true,
        },
        {
          since_ms: 1_767_323_045_683,
          plan: "growth",
          monthly_quota: 7,
          state: "suspended",
          is_presumed: false,
        },
      ],
      audit: [
        { at_ms: 1_767_323_045_683, operator: "anna@höhe", action: "accounts set-plan", about: "growth 7" },
        { at_ms: 1_767_323_045_683, operator: "anna@höhe", action: "accounts suspend", about: null },
        { at_ms: clock.nowMs(), operator: "unknown", action: "accounts import", about: null },
      ],
    });
  });

  it("of an empty store is a file that can be imported", async () => {
    const { run } = commands();
    const path = fileOf(await run("accounts export"));
    expect(await run(`accounts import ${path}`)).toBe("Accounts imported: 0");
  });
});

describe("accounts import", () => {
  it("takes what is left of a deleted account, whose plan need not be in force any more", async () => {
    const { store, run } = commands();
    const account = { ...BARE.account, plan: "retired", closedAtMs: 1, deletedAtMs: 2 };
    await store.importAccounts(recordsOf({ ...BARE, account }));
    const file = fileOf(await run("accounts export"));
    const { clock } = commands();
    expect(await commandsOn({ store: await openNewStore(), clock }).run(`accounts import ${file}`)).toBe(
      "Accounts imported: 1",
    );
  });

  it("brings everything along", async () => {
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
    {
      what: "a key",
      old: /(?<=acc_)[a-z]{4}|(?<=order )4711/g,
      says: "key_abcdefghijkl already, and nothing is",
    },
  ])("overwrites nothing: $what that is there refuses the file", async ({ old, says }) => {
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
  ])("that breaks off says so, and what is there: $says", async ({ mayHaveChanged, says }) => {
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
