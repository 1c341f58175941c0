import { describe, expect, it } from "vitest";
import { useCommands } from "./use-commands.ts";

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
  it("shows what is left, a bar for every day so far, the methods and the last months", async () => {
    const id = await createUsedAccount();
    const { run, store } = commands();
    await store.spend({ accountId: id, month: "2026-10", day: 3, method: "forecast", quota: 1500 });
    const lines = (await run(`usage ${id}`)).split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "1,204 of 1,500 calls used in 2026-11, 296 left",
      "",
      "DAY         CALLS",
    ]);
    const days = lines.slice(3, 24);
    expect(days.map((line) => line.slice(0, 17))).toEqual(
      Array.from({ length: 21 }, (_, index) => {
        const day = index + 1;
        const calls = { 9: "4", 21: "1,200" }[day] ?? "0";
        return `2026-11-${String(day).padStart(2, "0")}  ${calls.padStart(5)}`;
      }),
    );
    expect(days.map((line) => line.slice(17)).filter((bar) => bar !== "")).toEqual([
      "  ▏",
      `  ${"█".repeat(48)}`,
    ]);
    expect(lines.slice(24)).toEqual([
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
    const id = await createUsedAccount();
    const printed = await commands().runJson(`usage ${id}`);
    expect(printed).toEqual({
      account_id: id,
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
      rows: [
        { day: "2026-11-09", method: "forecast", calls: 1 },
        { day: "2026-11-09", method: "safe-slots", calls: 3 },
        { day: "2026-11-21", method: "forecast", calls: 1200 },
      ],
      months: [{ month: "2026-11", calls: 1204 }],
    });
  });

  it("shows the month that is asked for, the whole of it when it is over", async () => {
    const id = await createUsedAccount();
    const { run, clock } = commands();
    expect(await run(`usage ${id} --month 2026-10`)).toBe(
      "0 of 1,500 calls used in 2026-10, 1,500 left\n\nMONTH    CALLS\n2026-11  1,204",
    );
    clock.advance(Date.parse("2026-12-01T00:00:00Z") - clock.nowMs());
    expect(await run(`usage ${id}`)).toContain("0 of 1,500 calls used in 2026-12");
    const november = await run(`usage ${id} --month 2026-11`);
    expect(november).toContain("1,204 of 1,500");
    expect(november).toContain("\n2026-11-30      0\n\nMETHOD");
  });

  it("today has its line from its first millisecond, and a day yet to come only once it has calls", async () => {
    const { run, store, clock } = commands();
    const { id } = await store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
    clock.advance(Date.parse("2026-12-01T00:00:00Z") - clock.nowMs());
    for (const day of [1, 3]) {
      await store.spend({ accountId: id, month: "2026-12", day, method: "forecast", quota: 500 });
    }
    const bar = "█".repeat(48);
    expect(await run(`usage ${id}`)).toContain(
      `DAY         CALLS\n2026-12-01      1  ${bar}\n2026-12-03      1  ${bar}\n\nMETHOD`,
    );
  });

  it("an account nobody has called with has nothing but its quota", async () => {
    const { run, store } = commands();
    const { id } = await store.createAccount({ name: "New", plan: "free", monthlyQuota: 500 });
    expect(await run(`usage ${id}`)).toBe("0 of 500 calls used in 2026-11, 500 left");
  });

  it("nothing is left where the quota was lowered below what was used", async () => {
    const id = await createUsedAccount();
    const { runJson, store } = commands();
    await store.updateAccount(id, { monthlyQuota: 1000 });
    expect(await runJson(`usage ${id}`)).toMatchObject({ total: 1204, monthly_quota: 1000, left: 0 });
  });

  it("a bar is as long as its day's share of the busiest day, to an eighth of a character", async () => {
    const { run, store } = commands();
    const bars = [
      [38_400, "█".repeat(48)],
      [19_200, "█".repeat(24)],
      [20_100, `${"█".repeat(25)}▏`],
      [38_300, `${"█".repeat(47)}▉`],
      [400, "▌"],
      [1, "▏"],
      [0, ""],
    ] as const;
    const account = {
      id: "acc_abcdefghijkl",
      name: "Courts",
      plan: "growth",
      monthlyQuota: 100_000,
      isSuspended: false,
      createdAtMs: 0,
      sportsRevision: 0,
    } as const;
    const usage = bars
      .map(([calls], i) => ({ day: `2026-11-0${i + 1}`, method: "forecast", calls }))
      .filter(({ calls }) => calls > 0);
    const records = async function* () {
      yield { account, keys: [], sports: [], usage };
    };
    await store.importAccounts(records());
    const lines = (await run(`usage ${account.id}`)).split("\n").slice(3, 3 + bars.length);
    expect(lines.map((line) => line.split(/ +/)[2] ?? "")).toEqual(bars.map(([, bar]) => bar));
  });
});
