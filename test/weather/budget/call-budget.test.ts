import { beforeEach, describe, expect, test } from "vitest";
import { createProviderInMemory } from "../../../bench/scale/shared-in-memory.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/lib/time/clock.ts";
import { createCallBudget, type CallBudgetOptions } from "../../../src/weather/budget/call-budget.ts";
import type { ProviderCallStore } from "../../../src/weather/budget/provider-calls.ts";
import { allSettled } from "../timers-by-hand.ts";
import { createManualClock, type ManualClock } from "../../support/fakes/manual-clock.ts";

const NOON = "2026-11-21T12:00:00Z";

let clock: ManualClock;
let shared: Pick<ProviderCallStore, "takeProviderCalls">;
let notices: string[];

beforeEach(() => {
  clock = createManualClock(NOON);
  shared = createProviderInMemory();
  notices = [];
});

/** A replica's budget. */
const open = (options: Partial<CallBudgetOptions> = {}) =>
  createCallBudget({
    provider: "open-meteo",
    callsMax: 100,
    freshMs: 15 * MINUTE_MS,
    shared,
    clock,
    onNotice: (notice) => notices.push(notice),
    ...options,
  });

describe("the calls of a day", () => {
  test("are shared by all replicas, up to the limit, and are there again after midnight UTC", async () => {
    const [one, two] = [open(), open()];
    await one.take(60);
    await two.take(40);
    const refusal = { kind: "used_up", retryAfterSeconds: 12 * 3600 };
    await expect(one.take(1)).rejects.toMatchObject(refusal);
    await expect(two.take(1)).rejects.toMatchObject(refusal);
    clock.advance(12 * HOUR_MS);
    await one.take(1);
    expect(one.state()).toMatchObject({ used: 1, callsMax: 100 });
  });

  test("are there again at once on a machine that was suspended over midnight UTC", async () => {
    const budget = open();
    await budget.take(100);
    await expect(budget.take(1)).rejects.toThrow("used up");
    clock.moveWall(12 * HOUR_MS);
    await budget.take(1);
    expect(budget.state()).toMatchObject({ used: 1 });
  });

  test.each([
    ["", 0],
    [", though the clock is set back by an hour", -HOUR_MS],
    [", though the machine is suspended for an hour", HOUR_MS],
  ])("are not requested from the store for a minute after they are used up%s", async (_what, byMs) => {
    let asked = 0;
    const counted = {
      takeProviderCalls: (...take: Parameters<typeof shared.takeProviderCalls>) => {
        asked += 1;
        return shared.takeProviderCalls(...take);
      },
    };
    const budget = open({ shared: counted });
    await budget.take(100);
    for (let i = 0; i < 50; i += 1) await expect(budget.take(1)).rejects.toThrow("used up");
    expect(asked).toBe(2);
    clock.moveWall(byMs);
    clock.moveElapsed(MINUTE_MS - 1);
    await expect(budget.take(1)).rejects.toThrow("used up");
    expect(asked).toBe(2);
    clock.moveElapsed(1);
    await expect(budget.take(1)).rejects.toThrow("used up");
    expect(asked).toBe(3);
  });

  test("that the store counted before midnight do not count for the new day", async () => {
    const slow = {
      takeProviderCalls: async (...take: Parameters<typeof shared.takeProviderCalls>) => {
        const reply = await shared.takeProviderCalls(...take);
        clock.advance(12 * HOUR_MS);
        return reply;
      },
    };
    const budget = open({ shared: slow });
    await budget.take(90);
    expect([budget.state().used, notices]).toEqual([0, []]);
  });

  test("are refused while the store is away, but the day does not count as used up", async () => {
    const away = {
      takeProviderCalls: () => Promise.reject(new Error("The account store cannot be used: gone.")),
    };
    const budget = open({ shared: away });
    await expect(budget.take(1)).rejects.toMatchObject({ kind: "uncounted", retryAfterSeconds: undefined });
    expect(budget.freshMs()).toBe(15 * MINUTE_MS);
    await allSettled();
    expect(notices).toEqual([]);
  });

  test("are counted even without a limit, and freshness then stays as configured", async () => {
    const budget = open({ callsMax: undefined });
    await budget.take(1_000_000);
    expect(budget.state()).toMatchObject({ used: 1_000_000, callsMax: undefined });
    expect(budget.freshMs()).toBe(15 * MINUTE_MS);
    expect(notices).toEqual([]);
  });
});

describe("how long forecasts are fresh", () => {
  /** One replica takes `anHour` calls an hour, spread over its minutes; the other only reads. */
  const spend = async (
    budget: ReturnType<typeof open>,
    { anHour, hours, other }: { anHour: number; hours: number; other?: ReturnType<typeof open> },
  ) => {
    for (let minute = 0; minute < hours * 60; minute += 1) {
      clock.advance(MINUTE_MS);
      await budget.take(Math.round(anHour / 60));
      other?.freshMs();
      await allSettled();
    }
  };

  test("stays as configured while each hour spends no more than its share of the day", async () => {
    const budget = open({ callsMax: 1_200 });
    await budget.take(1);
    await spend(budget, { anHour: 60, hours: 10 });
    expect(budget.freshMs()).toBe(15 * MINUTE_MS);
    expect(notices).toEqual([]);
  });

  test("grows to three hours at most for all replicas when one spends too fast, and shrinks again", async () => {
    const [budget, other] = [open({ callsMax: 1_200 }), open({ callsMax: 1_200, onNotice: undefined })];
    await budget.take(1);
    other.freshMs();
    await spend(budget, { anHour: 300, hours: 0.5, other });
    const stretchedMs = budget.freshMs();
    expect(stretchedMs).toBeGreaterThan(15 * MINUTE_MS);
    expect(notices).toEqual(["stretched"]);
    const begun = open({ callsMax: 1_200 });
    begun.freshMs();
    await allSettled();
    for (const each of [other, begun]) expect(Math.abs(each.freshMs() / stretchedMs - 1)).toBeLessThan(0.2);

    await spend(budget, { anHour: 300, hours: 1 });
    expect(budget.freshMs()).toBe(180 * MINUTE_MS);
    clock.advance(2 * HOUR_MS);
    budget.freshMs();
    await allSettled();
    expect(budget.freshMs()).toBe(15 * MINUTE_MS);
  });

  test("never falls below the setting, even if that is three hours", async () => {
    const budget = open({ callsMax: 1_200, freshMs: 180 * MINUTE_MS });
    await budget.take(1);
    await spend(budget, { anHour: 600, hours: 1 });
    expect(budget.freshMs()).toBe(180 * MINUTE_MS);
  });

  test("grows only when a burst exceeds the calls of a quarter of an hour", async () => {
    const budget = open({ callsMax: 1_200 });
    await budget.take(1);
    await budget.take(20);
    expect(budget.freshMs()).toBe(15 * MINUTE_MS);
    await budget.take(20);
    expect(budget.freshMs()).toBeGreaterThan(15 * MINUTE_MS);
  });
});

test("operators are told once a day when four fifths of the calls are used, and when all are", async () => {
  const budget = open({ freshMs: 180 * MINUTE_MS });
  for (const calls of [79, 1, 10, 10]) await budget.take(calls);
  await expect(budget.take(1)).rejects.toThrow("used up");
  expect(notices).toEqual(["nearly_used", "used_up"]);
  clock.advance(12 * HOUR_MS);
  await budget.take(90);
  expect(notices).toEqual(["nearly_used", "used_up", "nearly_used"]);
});
