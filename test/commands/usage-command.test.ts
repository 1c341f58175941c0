import { describe, expect, it } from "vitest";
import { CommandError } from "../../src/commands/command-error.ts";
import { usageCommand } from "../../src/commands/usage-command.ts";
import { UsageError } from "../../src/commands/usage-error.ts";
import { useCommands } from "./run-command.ts";

const commands = useCommands();

async function createUsedAccount() {
  const { store } = commands();
  const { id } = await store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 1500 });
  const spend = (day: number, method: string, calls: number) =>
    Array.from({ length: calls }, () =>
      store.spend({ accountId: id, month: "2026-11", day, method, quota: 1500 }),
    );
  await Promise.all([
    ...spend(9, "safe-slots", 3),
    ...spend(9, "forecast", 1),
    ...spend(21, "forecast", 1200),
  ]);
  return id;
}

describe("usage", () => {
  it("shows this month's calls by day and method, their sum, and what is left", async () => {
    const id = await createUsedAccount();
    expect((await commands().run(usageCommand, id)).split("\n")).toEqual([
      "DAY         METHOD      CALLS",
      "2026-11-09  forecast        1",
      "2026-11-09  safe-slots      3",
      "2026-11-21  forecast    1,200",
      "total                   1,204",
      "",
      "1,204 of 1,500 calls used in 2026-11, 296 left",
    ]);
  });

  it("prints one JSON document for scripts", async () => {
    const id = await createUsedAccount();
    expect(await commands().runJson(usageCommand, id)).toEqual({
      account_id: id,
      month: "2026-11",
      rows: [
        { day: "2026-11-09", method: "forecast", calls: 1 },
        { day: "2026-11-09", method: "safe-slots", calls: 3 },
        { day: "2026-11-21", method: "forecast", calls: 1200 },
      ],
      total: 1204,
      monthly_quota: 1500,
      left: 296,
    });
  });

  it("shows the month that is asked for", async () => {
    const id = await createUsedAccount();
    const { run, clock } = commands();
    expect(await run(usageCommand, id, "--month", "2026-10")).toBe(
      "0 of 1,500 calls used in 2026-10, 1,500 left",
    );
    clock.advance(Date.parse("2026-12-01T00:00:00Z") - clock.nowMs());
    expect(await run(usageCommand, id)).toContain("0 of 1,500 calls used in 2026-12");
    expect(await run(usageCommand, id, "--month", "2026-11")).toContain("1,204 of 1,500");
  });

  it("nothing is left where the quota was lowered below what was used", async () => {
    const id = await createUsedAccount();
    const { runJson, store } = commands();
    await store.updateAccount(id, { monthlyQuota: 1000 });
    expect(await runJson(usageCommand, id)).toMatchObject({ total: 1204, monthly_quota: 1000, left: 0 });
  });

  it("an account that does not exist is said not to", async () => {
    const error = await commands().refusal(usageCommand, "acc_nobody");
    expect(error).toBeInstanceOf(CommandError);
    expect(error.message).toContain("There is no account acc_nobody.");
  });

  it.each([
    { args: [], says: "ACCOUNT is missing. Usage: usage ACCOUNT [--month YYYY-MM] [--json]" },
    { args: ["acc_x", "--month", "2026-13"], says: 'not "2026-13"' },
    { args: ["acc_x", "--month", "November"], says: 'not "November"' },
    { args: ["acc_x", "--moth", "2026-11"], says: "Unknown option '--moth'" },
  ])("$args is refused with how it is used", async ({ args, says }) => {
    const error = await commands().refusal(usageCommand, ...args);
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(says);
  });
});
