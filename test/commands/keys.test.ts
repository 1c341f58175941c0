import { describe, expect, it } from "vitest";
import { apiKeySha256 } from "../../src/accounts/api-key.ts";
import { CommandError } from "../../src/commands/command-error.ts";
import { keysCommand } from "../../src/commands/keys.ts";
import { UsageError } from "../../src/commands/usage-error.ts";
import { useCommands } from "./run-command.ts";

const commands = useCommands();

function createAccount() {
  return commands().store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
}

describe("keys issue", () => {
  it("prints a new key that works, once", async () => {
    const { run, store } = commands();
    const account = await createAccount();
    const printed = await run(keysCommand, "issue", account.id);
    const apiKey = /wsk_\w{38}/.exec(printed)?.[0] ?? "";
    const [key] = await store.listKeys(account.id);

    expect(printed).toBe(
      `Key      ${key?.id}\nAPI key  ${apiKey}\n\nKeep the API key now: it is not stored and cannot be shown again.`,
    );
    expect(await store.findCaller(apiKeySha256(apiKey), "2026-11")).toMatchObject({ account });
  });

  it("prints one JSON document for scripts", async () => {
    const account = await createAccount();
    expect(await commands().runJson(keysCommand, "issue", account.id)).toEqual({
      key: {
        id: expect.stringMatching(/^key_/),
        account_id: account.id,
        prefix: expect.stringMatching(/^wsk_\w{4}$/),
        created_at: "2026-11-21T14:00:00Z",
        revoked_at: null,
        api_key: expect.stringMatching(/^wsk_\w{38}$/),
      },
    });
  });
});

describe("keys list and keys revoke", () => {
  it("show which keys there are and when they were revoked, and never a key or its hash", async () => {
    const { run, runJson, store, clock } = commands();
    const { id: accountId } = await createAccount();
    const sha256 = ["a".repeat(64), "b".repeat(64)];
    const old = await store.addKey({ accountId, prefix: "wsk_Old1", sha256: sha256[0] ?? "" });
    const current = await store.addKey({ accountId, prefix: "wsk_New2", sha256: sha256[1] ?? "" });
    clock.advance(3_600_000);
    const head = "KEY               STARTS WITH  ISSUED                REVOKED";
    const oldLine = `${old?.id}  wsk_Old1     2026-11-21T14:00:00Z  2026-11-21T15:00:00Z`;

    expect(await run(keysCommand, "revoke", old?.id ?? "")).toBe(`${head}\n${oldLine}`);
    expect(await store.findCaller(sha256[0] ?? "", "2026-11")).toBeUndefined();
    const listed = await run(keysCommand, "list", accountId);
    expect(listed).toBe(`${head}\n${oldLine}\n${current?.id}  wsk_New2     2026-11-21T14:00:00Z  -`);

    expect(await runJson(keysCommand, "list", accountId)).toEqual({
      keys: [
        {
          id: old?.id,
          account_id: accountId,
          prefix: "wsk_Old1",
          created_at: "2026-11-21T14:00:00Z",
          revoked_at: "2026-11-21T15:00:00Z",
        },
        {
          id: current?.id,
          account_id: accountId,
          prefix: "wsk_New2",
          created_at: "2026-11-21T14:00:00Z",
          revoked_at: null,
        },
      ],
    });
    expect(await runJson(keysCommand, "revoke", current?.id ?? "")).toMatchObject({
      key: { id: current?.id, revoked_at: "2026-11-21T15:00:00Z" },
    });
  });

  it("an account without keys is told how to get one", async () => {
    const { id } = await createAccount();
    expect(await commands().run(keysCommand, "list", id)).toContain(`keys issue ${id}`);
  });
});

describe("keys", () => {
  it.each([
    { args: ["issue", "acc_nobody"], says: "There is no account acc_nobody." },
    { args: ["list", "acc_nobody"], says: "There is no account acc_nobody." },
    { args: ["revoke", "key_nobody"], says: "There is no key key_nobody." },
  ])("$args says that there is no such thing", async ({ args, says }) => {
    const error = await commands().refusal(keysCommand, ...args);
    expect(error).toBeInstanceOf(CommandError);
    expect(error.message).toContain(says);
  });

  it.each([
    { args: [], says: "Nothing to do. Usage: keys issue|revoke|list" },
    { args: ["rotate"], says: '"rotate" is not known. Usage: keys issue|revoke|list' },
    { args: ["issue"], says: "ACCOUNT is missing. Usage: keys issue ACCOUNT" },
    { args: ["revoke"], says: "KEY_ID is missing. Usage: keys revoke KEY_ID" },
    { args: ["list", "--all"], says: "Unknown option '--all'. Usage: keys list ACCOUNT" },
  ])("$args is refused with how it is used", async ({ args, says }) => {
    const error = await commands().refusal(keysCommand, ...args);
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(says);
  });
});
