import { describe, expect, it } from "vitest";
import { BARE, recordsOf } from "../contracts/records-of.ts";
import { useCommands } from "./use-commands.ts";

const commands = useCommands();

const ID = BARE.account.id;
const NOVEMBER = [
  ["2026-11-09", "forecast", 1],
  ["2026-11-09", "safe-slots", 3],
  ["2026-11-21", "forecast", 1200],
] as const;

/** Makes the account ID with these calls: day, method, how many. */
async function accountWith(rows: readonly (readonly [string, string, number])[]): Promise<void> {
  const account = { ...BARE.account, plan: "free", monthlyQuota: 1500 } as const;
  const usage = rows.map(([day, method, calls]) => ({ day, method, calls }));
  await commands().store.importAccounts(recordsOf({ ...BARE, account, usage }));
}

describe("usage", () => {
  it("shows what is left, a bar for every day so far, the methods and the last months", async () => {
    await accountWith([["2026-10-03", "forecast", 1], ...NOVEMBER]);
    const lines = (await commands().run(`usage ${ID}`)).split("\n");
    const days = Array.from({ length: 21 }, (_, i) => {
      const line = { 8: "    4  ▏", 20: `1,200  ${"█".repeat(48)}` }[i] ?? "    0";
      return `2026-11-${String(i + 1).padStart(2, "0")}  ${line}`;
    });
    expect(lines).toEqual([
      "1,204 of 1,500 calls used in 2026-11, 296 left",
      "",
      "DAY         CALLS",
      ...days,
      "",
      "METHOD      CALLS",
      "forecast    1,201",
      "safe-slots      3",
      "",
      "MONTH    CALLS",
      "2026-11  1,204",
      "2026-10      1",
    ]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("prints all of it as one JSON document for scripts", async () => {
    await accountWith(NOVEMBER);
    expect(await commands().runJson(`usage ${ID}`)).toEqual({
      account_id: ID,
      month: "2026-11",
      total: 1204,
      monthly_quota: 1500,
      left: 296,
      days: Array.from({ length: 21 }, (_, index) => ({
        day: `2026-11-${String(index + 1).padStart(2, "0")}`,
        calls: { 8: 4, 20: 1200 }[index] ?? 0,
      })),
      methods: [
        { method: "forecast", calls: 1201 },
        { method: "safe-slots", calls: 3 },
      ],
      rows: NOVEMBER.map(([day, method, calls]) => ({ day, method, calls })),
      months: [{ month: "2026-11", calls: 1204 }],
    });
  });

  it("shows the month that is asked for, the whole of it when it is over", async () => {
    await accountWith(NOVEMBER);
    const { run, clock } = commands();
    expect(await run(`usage ${ID} --month 2026-10`)).toBe(
      "0 of 1,500 calls used in 2026-10, 1,500 left\n\nMONTH    CALLS\n2026-11  1,204",
    );
    clock.advance(Date.parse("2026-12-01T00:00:00Z") - clock.nowMs());
    expect(await run(`usage ${ID}`)).toContain("0 of 1,500 calls used in 2026-12");
    const november = await run(`usage ${ID} --month 2026-11`);
    expect(november).toContain("1,204 of 1,500");
    expect(november).toContain("\n2026-11-30      0\n\nMETHOD");
  });

  it("today has its line from its first millisecond, and a day yet to come only once it has calls", async () => {
    const { run, store, clock } = commands();
    await accountWith([]);
    clock.advance(Date.parse("2026-12-01T00:00:00Z") - clock.nowMs());
    for (const day of [1, 3]) {
      await store.spend({ accountId: ID, month: "2026-12", day, method: "forecast", quota: 1500 });
    }
    const bar = "█".repeat(48);
    expect(await run(`usage ${ID}`)).toContain(
      `DAY         CALLS\n2026-12-01      1  ${bar}\n2026-12-03      1  ${bar}\n\nMETHOD`,
    );
  });

  it("an account nobody has called with has nothing but its quota", async () => {
    await accountWith([]);
    expect(await commands().run(`usage ${ID}`)).toBe("0 of 1,500 calls used in 2026-11, 1,500 left");
  });

  it("nothing is left where the quota was lowered below what was used", async () => {
    await accountWith(NOVEMBER);
    await commands().store.updateAccount(ID, { monthlyQuota: 1000 });
    const used = { total: 1204, monthly_quota: 1000, left: 0 };
    expect(await commands().runJson(`usage ${ID}`)).toMatchObject(used);
  });

  it("a bar is as long as its day's share of the busiest day, to an eighth of a character", async () => {
    const bars = [
      [38_400, "█".repeat(48)],
      [19_200, "█".repeat(24)],
      [20_100, `${"█".repeat(25)}▏`],
      [38_300, `${"█".repeat(47)}▉`],
      [400, "▌"],
      [1, "▏"],
    ] as const;
    await accountWith(bars.map(([calls], i) => [`2026-11-0${i + 1}`, "forecast", calls] as const));
    const lines = (await commands().run(`usage ${ID}`)).split("\n").slice(3, 3 + bars.length);
    expect(lines.map((line) => line.split(/ +/)[2])).toEqual(bars.map(([, bar]) => bar));
  });
});
