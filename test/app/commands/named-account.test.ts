import { describe, expect, it } from "vitest";
import { useCommands } from "./use-commands.ts";

const commands = useCommands();

describe("an account's name or reference", () => {
  it.each(["Courts", "courts", "4711"])(
    "%s stands for its id in commands that show something",
    async (name) => {
      const { run, runJson, createAccount } = commands();
      const { id } = await createAccount("Courts", "free", "4711");
      await createAccount("Courts & Pitches");
      expect(await run("accounts show", name)).toBe(await run(`accounts show ${id}`));
      await run(`keys issue ${id}`);
      expect(await runJson("keys list", name)).toMatchObject({ keys: [{ account_id: id }] });
      expect(await runJson("sports list", name)).toMatchObject({ account_id: id });
      expect(await runJson("usage", name)).toMatchObject({ account_id: id });
    },
  );

  it("is refused for a change if it is a name: a buyer may choose another order's number as a name", async () => {
    const { refusal, store, createAccount } = commands();
    const { id } = await createAccount("1001");
    await store.updateAccount(id, { isClosed: true });
    const before = await store.findAccount(id);
    for (const words of ["close 1001", "delete 1001 --yes", "reopen 1001", "set-plan 1001 growth"]) {
      expect(await refusal(`accounts ${words}`)).toEqual({
        line: `No account has the id or reference 1001. It is the name of ${id}: a change needs the id.`,
        exitCode: 1,
      });
    }
    expect(await refusal("keys issue 1001")).toMatchObject({ exitCode: 1 });
    expect(await refusal("sports unset 1001 golf")).toMatchObject({ exitCode: 1 });
    expect(await store.findAccount(id)).toEqual(before);
    expect(await store.listKeys(id)).toEqual([]);
  });

  it("that several accounts have is refused, and the refusal lists their ids", async () => {
    const { refusal, createAccount } = commands();
    const twins = [await createAccount(), await createAccount()];
    expect(await refusal("accounts show", "courts")).toEqual({
      line: `2 accounts are called Courts: ${twins.map(({ id }) => id).join(", ")}. Give the id of one of them.`,
      exitCode: 1,
    });
  });

  it("spelt exactly is preferred to one in another case, and an id or a reference is preferred to a name", async () => {
    const { runJson, createAccount } = commands();
    const upper = await createAccount("COURTS");
    const lower = await createAccount("courts");
    const impostor = await createAccount(lower.id);
    expect(await runJson("accounts show COURTS")).toMatchObject({ account: { id: upper.id } });
    expect(await runJson("accounts show courts")).toMatchObject({ account: { id: lower.id } });
    expect(await runJson(`accounts show ${lower.id}`)).toMatchObject({ account: { id: lower.id } });
    expect(impostor.name).toBe(lower.id);
    const account = await createAccount("Hall", "free", "COURTS");
    expect(await runJson("accounts show COURTS")).toMatchObject({ account: { id: account.id } });
    expect(await runJson("keys issue COURTS")).toMatchObject({ key: { account_id: account.id } });
  });
});
