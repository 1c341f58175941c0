// What the counting thread does, without the thread.
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../src/clock.ts";
import {
  createSqliteCounting,
  type CountingRequest,
  type CountRows,
} from "../../../src/accounts/sqlite/counting.ts";
import type { ProviderCalls, ProviderDay } from "../../../src/weather/budget/provider-calls.ts";
import { openSqliteFile } from "../../../src/accounts/sqlite/database.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00Z");
const ROW = {
  accountId: "acc_a",
  month: "2026-11",
  day: 21,
  method: "GetForecast",
  quota: 10,
  calls: 1,
  verdicts: "",
};

let folder: TemporaryFolder;
let database: DatabaseSync;
let take: (calls: ProviderCalls) => ProviderDay | undefined;
let count: (rows: CountingRequest["rows"], nowMs: number) => ReturnType<CountRows>["rows"];

beforeEach(async () => {
  folder = createTemporaryFolder();
  database = await openSqliteFile(join(folder.path, "accounts.db"));
  database.exec(`INSERT INTO account (id, name, plan, monthly_quota, is_suspended, created_at_ms)
    VALUES ('acc_a', 'Courts', 'free', 10, 0, 0), ('acc_b', 'Pitches', 'free', 10, 0, 0)`);
  const countRows = createSqliteCounting(database);
  count = (rows, nowMs) => countRows({ rows, takes: [], nowMs, isProbe: false }).rows;
  take = (calls) => countRows({ rows: [], takes: [calls], nowMs: NOW_MS, isProbe: false }).taken[0];
});
afterEach(() => {
  database.close();
  folder.remove();
});

/** A day of hours, one after the other, up to an instant; `exceptHours` leaves some of the last out. */
function seeDay(endMs: number, { exceptHours = 0 } = {}): void {
  for (let hour = 23; hour >= exceptHours; hour -= 1) count([], endMs - hour * HOUR_MS);
}

const months = () => database.prepare("SELECT month, calls FROM month_total ORDER BY month").all();

describe("counting rows of calls", () => {
  it("counts of each row what is left of its quota, of which the rows of an account and month have one", () => {
    const rows = [
      { ...ROW, calls: 6 },
      { ...ROW, method: "RankSafeSlots", calls: 6 },
      { ...ROW, accountId: "acc_b", calls: 6 },
    ];
    expect(count(rows, NOW_MS)).toEqual([
      { usedBefore: 0, counted: 6 },
      { usedBefore: 6, counted: 4 },
      { usedBefore: 0, counted: 6 },
    ]);
    for (const quota of [10, 5]) {
      expect(count([{ ...ROW, quota }], NOW_MS)).toEqual([{ usedBefore: 10, counted: 0 }]);
    }
    expect(months()).toEqual([
      { month: "2026-11", calls: 10 },
      { month: "2026-11", calls: 6 },
    ]);
  });

  it("counts of a key's day what is left of it and of the month", () => {
    const row = { ...ROW, keyId: "key_a", dailyQuota: 4 };
    expect(count([{ ...row, calls: 3 }], NOW_MS)).toEqual([
      { usedBefore: 0, counted: 3, usedOfDayBefore: 0 },
    ]);
    expect(count([{ ...row, calls: 3 }], NOW_MS)).toEqual([
      { usedBefore: 3, counted: 1, usedOfDayBefore: 3 },
    ]);
    const month = { ...row, keyId: "key_b", quota: 5, calls: 3 };
    expect(count([month], NOW_MS)).toEqual([{ usedBefore: 4, counted: 1, usedOfDayBefore: 0 }]);
  });

  it("counts the verdicts of the calls that are counted, and of no other", () => {
    count([{ ...ROW, calls: 9, verdicts: "s-nns-ppp" }], NOW_MS);
    count([{ ...ROW, calls: 3, verdicts: "nss" }], NOW_MS);
    const told = database.prepare(
      "SELECT safe_to_book AS s, proceed_with_caution AS p, not_recommended AS n FROM month_total",
    );
    expect(told.all()).toEqual([{ s: 2, p: 3, n: 3 }]);
  });

  it("counts none of them when one cannot be counted", () => {
    expect(() => count([ROW, { ...ROW, accountId: "acc_gone" }], NOW_MS)).toThrow(/FOREIGN KEY/);
    expect(months()).toEqual([]);
  });

  it("forgets the months that are no longer retained, and those alone", () => {
    for (const month of ["2025-10", "2025-11"]) count([{ ...ROW, month }], NOW_MS - 40 * DAY_MS);
    seeDay(NOW_MS);
    count([ROW], NOW_MS);
    expect(months()).toEqual([
      { month: "2025-11", calls: 1 },
      { month: "2026-11", calls: 1 },
    ]);
  });

  it("forgets nothing because of a clock that leaps ahead, and is put right within a day", () => {
    count([{ ...ROW, calls: 7 }], NOW_MS);
    const leaptMs = NOW_MS + 400 * DAY_MS;
    seeDay(leaptMs, { exceptHours: 1 });
    // Neither by leaping to and fro, nor by what other processes have seen before it.
    for (let leap = 0; leap < 50; leap += 1) {
      count([], NOW_MS);
      count([], leaptMs - HOUR_MS);
    }
    expect(months()).toEqual([{ month: "2026-11", calls: 7 }]);
    expect(count([ROW], NOW_MS)).toEqual([{ usedBefore: 7, counted: 1 }]);
    // It was no leap: a year has passed.
    count([], leaptMs);
    expect(months()).toEqual([]);
  });

  it("forgets nothing that is retained by a clock that was set back", () => {
    count([{ ...ROW, month: "2024-11" }], NOW_MS - 2 * 365 * DAY_MS);
    seeDay(NOW_MS, { exceptHours: 1 });
    count([], NOW_MS - 2 * 365 * DAY_MS);
    expect(months()).toEqual([{ month: "2024-11", calls: 1 }]);
  });

  it("forgets what is too much for one commit with those after it", () => {
    const ids = Array.from({ length: 20 }, (_, i) => `acc_${String(i).padStart(2, "0")}`);
    const insert = database.prepare(`INSERT INTO account
      (id, name, plan, monthly_quota, is_suspended, created_at_ms) VALUES (?, 'Courts', 'free', 10, 0, 0)`);
    for (const id of ids) insert.run(id);
    const longAgoMs = NOW_MS - 400 * DAY_MS;
    count(
      ids.map((accountId) => Object.assign({}, ROW, { accountId, month: "2025-10" })),
      longAgoMs,
    );
    seeDay(NOW_MS, { exceptHours: 1 });
    const left = () => months().filter(({ month }) => month === "2025-10").length;
    const leftAfterEach = [1, 2, 3].map(() => {
      count([ROW], NOW_MS);
      return left();
    });
    expect(leftAfterEach).toEqual([12, 4, 0]);
  });
});

describe("taking calls of a provider", () => {
  it("takes all or none, up to the limit where there is one, and keeps the pressure reckoned last", () => {
    const ask = (calls: number, more: Partial<ProviderCalls> = {}) =>
      take({ provider: "open-meteo", day: "2026-11-21", calls, callsMax: 10, ...more });
    expect(ask(0)).toEqual({ isTaken: true, used: 0, pressure: undefined });
    expect(ask(10, { pressure: 0.25 })).toEqual({ isTaken: true, used: 10, pressure: 0.25 });
    expect(ask(1, { pressure: 0.5 })).toEqual({ isTaken: false, used: 10, pressure: 0.25 });
    expect(ask(5, { callsMax: undefined })).toEqual({ isTaken: true, used: 15, pressure: 0.25 });
    expect(ask(0)).toEqual({ isTaken: true, used: 15, pressure: 0.25 });
  });
});
