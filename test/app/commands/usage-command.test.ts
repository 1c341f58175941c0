import { describe, expect, it } from "vitest";
import { issueKey } from "../../accounts/issue-key.ts";
import { spendingOf } from "../../accounts/spending-of.ts";
import { BARE, recordsOf } from "../../contracts/records-of.ts";
import { commandsOn, useCommands } from "./use-commands.ts";

const commands = useCommands();

const ID = BARE.account.id;
const NO_VERDICTS = { safe_to_book: 0, proceed_with_caution: 0, not_recommended: 0 };
const NOVEMBER = [
  ["2026-11-09", "forecast", 1],
  ["2026-11-09", "safe-slots", 3],
  ["2026-11-21", "forecast", 1200],
] as const;

/** Makes the account ID with these calls: day, method, how many. */
async function accountWith(rows: readonly (readonly [string, string, number])[]): Promise<void> {
  const account = { ...BARE.account, plan: "free", monthlyQuota: 1500 } as const;
  const usage = rows.map(([day, method, calls]) => ({ day, method, calls }));
  await commands().store.addAccountRecords(recordsOf({ ...BARE, account, usage }));
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
      "About 1,207 by the end of the month, based on 12 full days",
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
      projection: { calls: 1207, full_days: 12, is_rough: false, used_up_on: null },
      days: Array.from({ length: 21 }, (_, index) => ({
        day: `2026-11-${String(index + 1).padStart(2, "0")}`,
        calls: { 8: 4, 20: 1200 }[index] ?? 0,
      })),
      methods: [
        { method: "forecast", calls: 1201 },
        { method: "safe-slots", calls: 3 },
      ],
      keys: [{ key_id: null, label: null, calls: 1204 }],
      rows: NOVEMBER.map(([day, method, calls]) => ({ day, method, key_id: null, calls })),
      months: [{ month: "2026-11", calls: 1204, verdicts: NO_VERDICTS }],
    });
  });

  it("has the same calls in its total, its verdicts and its months, if a call is counted while it reads", async () => {
    await accountWith(NOVEMBER);
    const { store, clock } = commands();
    const call = { accountId: ID, month: "2026-11", day: 21, method: "forecast", quota: 1500 };
    const busy = {
      ...store,
      monthlyTotals: async (accountId: string) => {
        await store.spend({ ...call, verdict: "safe_to_book" });
        return store.monthlyTotals(accountId);
      },
    };
    expect(await commandsOn({ store: busy, clock }).runJson(`usage ${ID}`)).toMatchObject({
      total: 1204,
      months: [{ month: "2026-11", calls: 1204, verdicts: NO_VERDICTS }],
    });
  });

  /** Calls with a key for two verdicts, calls from before keys were counted, and a key without calls. */
  const spendWithKey = async () => {
    await accountWith(NOVEMBER);
    const { store } = commands();
    const { key: app } = await issueKey(store, ID, { label: "App;=1" });
    const { key: idle } = await issueKey(store, ID);
    for (const verdict of ["safe_to_book", "safe_to_book", "not_recommended"] as const) {
      await store.spend(spendingOf(ID, { method: "safe-slots", quota: 1500, keyId: app.id, verdict }));
    }
    return { appId: app.id, idleId: idle.id };
  };

  it("shows the calls by key, also the calls without a key", async () => {
    const { appId, idleId } = await spendWithKey();
    const { run, runJson } = commands();
    expect(await run(`usage ${ID}`)).toContain(
      [
        "KEY                       LABEL   CALLS",
        "before keys were counted  -       1,204",
        `${appId}          App;=1      3`,
        `${idleId}          -           0`,
        "",
      ].join("\n"),
    );
    expect(await runJson(`usage ${ID}`)).toMatchObject({
      keys: [
        { key_id: null, label: null, calls: 1204 },
        { key_id: appId, label: "App;=1", calls: 3 },
        { key_id: idleId, label: null, calls: 0 },
      ],
    });
  });

  it("shows the calls by verdict", async () => {
    await spendWithKey();
    const { run, runJson } = commands();
    expect(await run(`usage ${ID}`)).toContain(
      [
        "",
        "VERDICT               CALLS",
        "safe_to_book              2",
        "proceed_with_caution      0",
        "not_recommended           1",
        "none                  1,204",
      ].join("\n"),
    );
    const verdicts = { ...NO_VERDICTS, safe_to_book: 2, not_recommended: 1 };
    expect(await runJson(`usage ${ID}`)).toMatchObject({ months: [{ calls: 1207, verdicts }] });
  });

  it("prints CSV in which no spreadsheet takes a label for a formula", async () => {
    const { appId } = await spendWithKey();
    expect(await commands().run(`usage ${ID} --csv`)).toBe(
      [
        "day,method,key_id,label,calls",
        "2026-11-09,forecast,,,1",
        "2026-11-09,safe-slots,,,3",
        "2026-11-21,forecast,,,1200",
        `2026-11-21,safe-slots,${appId},App;'=1,3`,
      ].join("\n"),
    );
  });

  it("marks a rough guess", async () => {
    await accountWith([["2026-11-20", "forecast", 100]]);
    expect(await commands().run(`usage ${ID}`)).toContain(
      "\nAbout 1,100 by the end of the month, a rough guess from 1 full day\n",
    );
  });

  it("says when the quota will be used up", async () => {
    await accountWith([["2026-11-20", "forecast", 100]]);
    const { run, store } = commands();
    await store.updateAccount(ID, { monthlyQuota: 550 });
    expect(await run(`usage ${ID}`)).toContain("from 1 full day; the quota will be used up on 2026-11-25\n");
  });

  it("shows 0 calls left if the quota was lowered below the used calls", async () => {
    await accountWith([["2026-11-20", "forecast", 100]]);
    const { runJson, store } = commands();
    await store.updateAccount(ID, { monthlyQuota: 90 });
    expect(await runJson(`usage ${ID}`)).toMatchObject({ total: 100, monthly_quota: 90, left: 0 });
  });

  it("shows the month that is asked for", async () => {
    await accountWith(NOVEMBER);
    expect(await commands().run(`usage ${ID} --month 2026-10`)).toBe(
      "0 of 1,500 calls used in 2026-10, 1,500 left\n\nMONTH    CALLS\n2026-11  1,204",
    );
  });

  it("shows the whole month if it is over", async () => {
    await accountWith(NOVEMBER);
    const { run, clock } = commands();
    clock.goTo("2026-12-01T00:00:00Z");
    expect(await run(`usage ${ID}`)).toContain("0 of 1,500 calls used in 2026-12");
    const november = await run(`usage ${ID} --month 2026-11`);
    expect(november).toContain("1,204 of 1,500");
    expect(november).toContain("\n2026-11-30      0\n\nMETHOD");
  });

  it("shows only the quota if there are no calls", async () => {
    await accountWith([]);
    expect(await commands().run(`usage ${ID}`)).toBe("0 of 1,500 calls used in 2026-11, 1,500 left");
  });

  it("shows today from its first millisecond, and a future day only if it has calls", async () => {
    const { run, store, clock } = commands();
    await accountWith([]);
    clock.goTo("2026-12-01T00:00:00Z");
    for (const day of [1, 3]) {
      await store.spend({ accountId: ID, month: "2026-12", day, method: "forecast", quota: 1500 });
    }
    const bar = "█".repeat(48);
    expect(await run(`usage ${ID}`)).toContain(
      `DAY         CALLS\n2026-12-01      1  ${bar}\n2026-12-03      1  ${bar}\n\nMETHOD`,
    );
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
    const lines = (await commands().run(`usage ${ID}`)).split("\n").slice(4, 4 + bars.length);
    expect(lines.map((line) => line.split(/ +/)[2])).toEqual(bars.map(([, bar]) => bar));
  });
});
