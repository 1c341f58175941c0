import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { StoreUnavailable, type AccountStore } from "../../../src/accounts/account-store.ts";
import { apiKeySha256 } from "../../../src/accounts/api-key.ts";
import { issueApiKey } from "../../../src/accounts/issue-api-key.ts";
import { openStore } from "../../../src/accounts/open-store.ts";
import { createSqliteBacking } from "../../contracts/sqlite-backing.ts";
import { createRedisBacking } from "../../contracts/redis-backing.ts";
import { isRedisServerInstalled } from "../../support/redis-server.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";
import { commandsOn, useCommands } from "../use-commands.ts";

const commands = useCommands();
let folder: TemporaryFolder;

beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => {
  folder.remove();
});

function fileOf(text: string): string {
  const path = join(folder.path, "accounts.jsonl");
  writeFileSync(path, text);
  return path;
}

/** Two accounts with everything an account can have; returns a key of the second. */
async function fillStore(): Promise<string> {
  const { store, clock } = commands();
  let apiKey = "";
  for (const name of ["Courts", "Ärger & Söhne"]) {
    const { id } = await store.createAccount({ name, plan: "growth", monthlyQuota: 7 });
    const old = await issueApiKey({ store, accountId: id });
    await store.revokeKey(old?.key.id ?? "");
    clock.advance(1);
    apiKey = (await issueApiKey({ store, accountId: id }))?.apiKey ?? "";
    await store.setSport(id, { id: "beach", definition: '{"label":"Bäach"}' });
    await store.spend({ accountId: id, month: "2026-11", day: 9, method: "forecast", quota: 7 });
    clock.advance(1);
  }
  return apiKey;
}

describe("accounts export", () => {
  it("prints a line that says what it is, one an account, and one that says it is whole, without any key", async () => {
    const apiKey = await fillStore();
    const lines = (await commands().run("accounts export")).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('{"format":"suitability-accounts","version":1}');
    expect(lines[3]).toBe('{"end":true}');
    expect(JSON.parse(lines[2] ?? "")).toEqual({
      account: {
        id: expect.stringMatching(/^acc_/),
        name: "Ärger & Söhne",
        plan: "growth",
        monthly_quota: 7,
        is_suspended: false,
        created_at_ms: Date.parse("2026-11-21T14:00:00.502Z"),
        sports_revision: 1,
      },
      keys: [
        expect.objectContaining({ revoked_at_ms: Date.parse("2026-11-21T14:00:00.502Z") }),
        {
          id: expect.stringMatching(/^key_/),
          prefix: apiKey.slice(0, 8),
          sha256: apiKeySha256(apiKey),
          created_at_ms: Date.parse("2026-11-21T14:00:00.503Z"),
          revoked_at_ms: null,
        },
      ],
      sports: [{ id: "beach", definition: '{"label":"Bäach"}' }],
      usage: [{ day: "2026-11-09", method: "forecast", calls: 1 }],
    });
    expect(lines.join("\n")).not.toContain(apiKey);
  });

  it("of an empty store is a file that can be imported", async () => {
    const { run } = commands();
    const path = fileOf(await run("accounts export"));
    expect(await run(`accounts import ${path}`)).toBe("Accounts imported: 0");
  });
});

describe("accounts import", () => {
  describe.each([
    { kind: "SQLite", createBacking: createSqliteBacking, isMissing: false },
    { kind: "Redis", createBacking: createRedisBacking, isMissing: !isRedisServerInstalled() },
  ])("into $kind", ({ createBacking, isMissing }) => {
    it.skipIf(isMissing)("brings everything along, and the keys go on working", async () => {
      const apiKey = await fillStore();
      const { run, store, clock } = commands();
      const path = fileOf(await run("accounts export"));
      const backing = await createBacking();
      onTestFinished(() => backing.remove());
      const target = openStore(backing.url, { clock });
      onTestFinished(() => target.close());
      const there = commandsOn({ store: target, clock });

      expect(await there.runJson(`accounts import ${path}`)).toEqual({ imported: 2 });
      expect(await there.run("accounts export")).toBe(await run("accounts export"));
      const sha256 = apiKeySha256(apiKey);
      expect(await target.findCaller(sha256, "2026-11")).toEqual(await store.findCaller(sha256, "2026-11"));
    });
  });

  it("overwrites nothing: an account that is there refuses the file before anything is written", async () => {
    await fillStore();
    const { run, refusal } = commands();
    const before = await run("accounts export");
    const [head, first, second, end] = before.split("\n");
    const stranger = first?.replaceAll(/(acc|key)_[a-z]{4}/g, "$1_zzzz");
    expect(await refusal(`accounts import ${fileOf([head, stranger, second, end].join("\n"))}`)).toEqual({
      line: expect.stringMatching(
        /^Line 3: there is an account acc_[a-z]{12} already, and none is overwritten\. Nothing was imported\.$/,
      ),
      exitCode: 1,
    });
    expect(await run("accounts export")).toBe(before);
  });

  it("overwrites nothing: a key that is there refuses the file too", async () => {
    await fillStore();
    const { run, refusal } = commands();
    const before = await run("accounts export");
    expect(
      await refusal(`accounts import ${fileOf(before.replaceAll(/acc_[a-z]{4}/g, "acc_zzzz"))}`),
    ).toEqual({
      line: expect.stringMatching(
        /^Line 2: there is key_[a-z]{12} already, and nothing is overwritten\. Nothing was imported\.$/,
      ),
      exitCode: 1,
    });
    expect(await run("accounts export")).toBe(before);
  });

  it("that breaks off says at which line, and what may be there", async () => {
    await fillStore();
    const { run, clock, store } = commands();
    const path = fileOf((await run("accounts export")).replaceAll(/(acc|key)_[a-z]{4}/g, "$1_zzzz"));
    const failing: AccountStore = {
      ...store,
      importAccounts: async (records) => {
        for await (const { account } of records) {
          if (account.name !== "Courts") {
            throw new StoreUnavailable("The account store cannot be used: Socket closed unexpectedly.");
          }
        }
        throw new Error("the second account was not read");
      },
    };
    expect(await commandsOn({ store: failing, clock }).refusal(`accounts import ${path}`)).toEqual({
      line: expect.stringMatching(
        /^The import broke off at line 3: The account store cannot be used: Socket closed unexpectedly\. In SQLite nothing/,
      ),
      exitCode: 1,
    });
  });

  it.each(["/nowhere/accounts.jsonl", "/dev/null"])("of %s, which is no file, is refused", async (path) => {
    expect(await commands().refusal(`accounts import ${path}`)).toEqual({
      line: expect.stringContaining(path),
      exitCode: 1,
    });
  });
});
