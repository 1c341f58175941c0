import { describe, expect, it } from "vitest";
import { commandsOn, useCommands } from "./use-commands.ts";
import { storeOfTest } from "../../support/service/store-of-test.ts";

const commands = useCommands();

describe("audit", () => {
  it("shows what was done to an account, by whom, when, and to which of its keys", async () => {
    const { run, runJson, store } = commands();
    await run("accounts create --name Courts --plan growth");
    const [{ id } = { id: "" }] = await store.listAccounts();
    const [key] = await store.listKeys(id);
    await run("accounts create --name Pitches --plan free");
    await run(`keys revoke ${key?.id}`);

    expect((await run("audit Courts")).split("\n")).toEqual([
      "AT                    OPERATOR  ACTION           ACCOUNT           ABOUT",
      `2026-11-21T14:00:00Z  unknown   accounts create  ${id}  growth 100000`,
      `2026-11-21T14:00:00Z  unknown   keys issue       ${id}  ${key?.id}`,
      `2026-11-21T14:00:00Z  unknown   keys revoke      ${id}  ${key?.id}`,
    ]);
    const all = (await runJson("audit")) as { entries: unknown[] };
    expect(all.entries).toHaveLength(5);
    expect(all.entries[0]).toEqual({
      at: "2026-11-21T14:00:00Z",
      operator: "unknown",
      action: "accounts create",
      account_id: id,
      about: "growth 100000",
    });
    expect(JSON.stringify(all)).not.toMatch(/wsk_|Courts|Pitches/);
  });

  it("takes --since with a day or a time", async () => {
    const { run, runJson, clock, refusal } = commands();
    await run("accounts create --name Courts --plan free --external-ref 4711");
    clock.advance(86_400_000);
    await run("accounts suspend 4711");
    for (const since of ["2026-11-22", "2026-11-21T14:00:01Z"]) {
      const { entries } = (await runJson(`audit --since ${since}`)) as { entries: object[] };
      expect(entries).toMatchObject([{ action: "accounts suspend", about: null }]);
    }
    expect(await run("audit --since 2026-11-23")).toBe("The audit log has no such entries.");
    expect(await refusal("audit --since yesterday")).toMatchObject({
      line: expect.stringContaining("It must be a day such as 2026-11-01"),
      exitCode: 2,
    });
  });

  it("prints names in CSV so that no spreadsheet takes them for formulas", async () => {
    const { clock } = commands();
    const store = await storeOfTest({ clock, operator: "=cmd, “Anna”" });
    const { run } = commandsOn({ store, clock });
    await run("accounts create --name Courts --plan free");
    const [{ id } = { id: "" }] = await store.listAccounts();
    const [header, first] = (await run("audit --csv")).split("\n");
    expect(header).toBe("at,operator,action,account_id,about");
    expect(first).toBe(`2026-11-21T14:00:00Z,"'=cmd, “Anna”",accounts create,${id},free 500`);
  });
});
