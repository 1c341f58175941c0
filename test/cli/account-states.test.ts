import { describe, expect, it } from "vitest";
import { commandsOn, useCommands } from "./use-commands.ts";

const commands = useCommands();

function createAccount(name = "Courts") {
  return commands().store.createAccountOnce({ name, plan: "free", monthlyQuota: 500, externalRef: "4711" });
}

/** The same, closed. */
async function createClosed() {
  const { account } = await createAccount();
  await commands().store.updateAccount(account.id, { isClosed: true });
  return account;
}

describe("accounts close and reopen", () => {
  it("close says since when, and reopen brings the account back as it was", async () => {
    const { run, runJson, store, clock } = commands();
    const { account } = await createAccount();
    expect(await run("accounts close 4711")).toContain("\nState      closed since 2026-11-21T14:00:00Z\n");
    expect(await store.findAccount(account.id)).toEqual({ ...account, closedAtMs: clock.nowMs() });
    expect(await run("accounts list")).toMatch(/500 +closed +2026/);
    const closed = { state: "closed", closed_at: "2026-11-21T14:00:00Z", deleted_at: null };
    expect(await runJson("accounts show 4711")).toMatchObject({ account: closed });
    expect(await runJson("accounts reopen 4711")).toMatchObject({
      account: { state: "active", closed_at: null },
    });
    expect(await store.findAccount(account.id)).toEqual(account);
  });

  it("a repeated order finds the closed account, and does not reopen it", async () => {
    await createClosed();
    const order = "accounts create --name Courts --plan free --external-ref 4711";
    const printed = await commands().runJson(order);
    expect(printed).toMatchObject({ created: false, account: { state: "closed" } });
  });
});

describe("accounts delete", () => {
  it("takes an account's name and reference, and shows what is left", async () => {
    const { run, runJson, refusal, store } = commands();
    const { id } = await createClosed();
    const printed = await run(`accounts delete ${id} --yes`);
    expect(printed).toContain("Name     (deleted)\n");
    expect(printed).toContain("State    deleted since 2026-11-21T14:00:00Z\n");
    expect(printed).toContain("\n\nDeleted: its name, reference, keys and sports. Kept under its id: ");
    expect(await runJson(`accounts show ${id}`)).toMatchObject({
      account: { name: "(deleted)", external_ref: null, state: "deleted" },
    });
    for (const gone of ["4711", "Courts", "(deleted)"]) {
      expect(await refusal("accounts show", gone)).toMatchObject({
        line: `There is no account ${gone}. \`accounts list\` shows those there are.`,
      });
    }
    expect(await store.findAccount(id)).toMatchObject({ name: "(deleted)" });
  });

  it.each(["accounts delete ID --yes", "accounts reopen ID", "accounts set-plan ID growth", "keys issue ID"])(
    "of a deleted account nothing can be changed: %s",
    async (words) => {
      const { run, refusal } = commands();
      const { id } = await createClosed();
      await run(`accounts delete ${id} --yes`);
      expect(await refusal(words.replace("ID", id))).toEqual({
        line: `The account ${id} is deleted: nothing of it can be changed.`,
        exitCode: 1,
      });
    },
  );

  it("asks for the account's id where somebody can be asked, and does nothing without it", async () => {
    const { store, clock } = commands();
    const { id } = await createClosed();
    for (const { typed, line, exitCode } of [
      { typed: "y", line: "That is not its id. Nothing was deleted.", exitCode: 1 },
      {
        typed: undefined,
        line: "Deleting cannot be undone: add --yes to do so without being asked",
        exitCode: 2,
      },
    ]) {
      const asked = commandsOn({ store, clock, typed });
      expect(await asked.refusal("accounts delete 4711")).toEqual({ line, exitCode });
      expect(await store.findAccount(id)).toMatchObject({ name: "Courts" });
    }
    await commandsOn({ store, clock, typed: ` ${id}\n` }).run("accounts delete 4711");
    expect(await store.findAccount(id)).toMatchObject({ name: "(deleted)" });
  });

  it("refuses an account that is in use", async () => {
    const { refusal, store } = commands();
    const { account } = await createAccount();
    expect(await refusal("accounts delete 4711 --yes")).toEqual({
      line: `The account ${account.id} is in use: accounts close ${account.id}, and delete it after the last bill.`,
      exitCode: 1,
    });
    expect(await store.findAccount(account.id)).toEqual(account);
  });

  it("leaves the month's calls to the bill, under the account's id, and nobody to be told of a quota", async () => {
    const { run, runJson, store } = commands();
    const { id } = await createClosed();
    await store.spend({ accountId: id, month: "2026-11", day: 21, method: "GetForecast", quota: 500 });
    await run(`accounts delete ${id} --yes`);
    expect(await run("usage --all --month 2026-11 --csv")).toContain(
      `2026-11,${id},,(deleted),free,0,GBP,500,1,0,deleted`,
    );
    expect(await runJson("usage --all --above 0")).toMatchObject({ accounts: [] });
    expect(await runJson(`usage ${id} --month 2026-11`)).toMatchObject({ total: 1 });
  });
});
