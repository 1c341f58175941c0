import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  CALLERS_CACHED_MS,
  createServingStore,
  type StoreOperation,
} from "../../src/accounts/serving-store.ts";
import { StoreUnavailable, type AccountStore } from "../../src/accounts/store.ts";
import { TimeoutError } from "../../src/lib/timeout.ts";
import type { ManualClock } from "../support/fakes/manual-clock.ts";
import { useSqliteStore } from "./sqlite/use-sqlite-store.ts";

const MONTH = "2026-11";

const underTest = useSqliteStore();

async function setUp() {
  const { clock, store, createAccount } = underTest();
  let lookUps = 0;
  const { id: accountId } = await createAccount();
  const keyId = (await store.addKey({ accountId, prefix: "wsk_abcd", sha256: "a1" }))?.id ?? "";
  const cached = createServingStore({
    store,
    clock,
    onOperation: ({ operation }) => {
      if (operation === "findCaller") lookUps += 1;
    },
  });
  const call = { accountId, month: MONTH, day: 21, method: "GetForecast", quota: 10 };
  return {
    clock,
    store,
    cached,
    accountId,
    keyId,
    call,
    find: (month = MONTH) => cached.findCaller("a1", month),
    spend: () => cached.spend(call),
    get lookUps() {
      return lookUps;
    },
  };
}

describe("the cache of callers of a serving store", () => {
  it("looks a busy caller up once a second", async () => {
    const state = await setUp();
    for (let call = 0; call < 5; call += 1) await state.find();
    expect(state.lookUps).toBe(1);
    state.clock.advance(999);
    await state.find();
    expect(state.lookUps).toBe(1);
    state.clock.advance(1);
    await state.find();
    expect(state.lookUps).toBe(2);
  });

  it("finds a key as soon as it is issued, even if it was looked up before", async () => {
    const { store, cached, accountId } = await setUp();
    const sha256 = "b2";
    expect(await cached.findCaller(sha256, MONTH)).toBeUndefined();
    await store.addKey({ accountId, prefix: "wsk_abcd", sha256 });
    expect(await cached.findCaller(sha256, MONTH)).toMatchObject({ account: { id: accountId } });
  });

  it("has the usage of the last count", async () => {
    const { find, spend } = await setUp();
    expect((await find())?.used).toBe(0);
    await spend();
    await spend();
    expect((await find())?.used).toBe(2);
  });

  it("has what other processes counted as soon as it is looked up again", async () => {
    const { store, find, spend, clock, call } = await setUp();
    await spend();
    expect((await find())?.used).toBe(1);
    for (let elsewhere = 0; elsewhere < 3; elsewhere += 1) await store.spend(call);
    clock.advance(CALLERS_CACHED_MS);
    expect((await find())?.used).toBe(4);
    expect((await find())?.used).toBe(4);
  });

  it("begins a new month with no usage", async () => {
    const { find, spend } = await setUp();
    await spend();
    expect((await find())?.used).toBe(1);
    expect((await find("2026-12"))?.used).toBe(0);
    // This time the caller is cached.
    expect((await find("2026-12"))?.used).toBe(0);
  });

  it("adds a call to the next month if the store's own clock counted it there", async () => {
    const { clock, store, accountId, call } = await setUp();
    const atMs = Date.parse("2026-12-01T00:00:00Z");
    const spend: typeof store.spend = async () => ({ kind: "Spent", used: 5, atMs });
    const cached = createServingStore({ store: { ...store, spend }, clock });
    await cached.findCaller("a1", MONTH);
    await cached.findCaller("a1", "2026-12");
    await cached.spend(call);
    expect(cached.cachedCaller("a1", "2026-12")).toMatchObject({ account: { id: accountId }, used: 5 });
  });

  it("keeps the last known caller of a key, however old, until a look-up finds the key revoked", async () => {
    const { cached, store, clock, find, accountId, keyId } = await setUp();
    expect(cached.lastCachedCaller("a1")).toBeUndefined();
    await find();
    clock.advance(3_600_000);
    await store.revokeKey(keyId);
    expect(cached.lastCachedCaller("a1")).toMatchObject({ account: { id: accountId } });
    await find();
    expect(cached.lastCachedCaller("a1")).toBeUndefined();
  });
});

/** A store whose operations take this long. */
function slowed(store: AccountStore, clock: ManualClock, ms: number): AccountStore {
  const slow = Object.entries(store).map(([name, run]) => [
    name,
    (...args: unknown[]) => {
      clock.advance(ms);
      return (run as (...args: unknown[]) => unknown)(...args);
    },
  ]);
  return Object.fromEntries(slow) as AccountStore;
}

describe("a serving store", () => {
  const CALL = { accountId: "a", month: MONTH, day: 21, method: "forecast", quota: 500 };

  const timed = (store: AccountStore) => {
    const reports: StoreOperation[] = [];
    const onOperation = (operation: StoreOperation) => void reports.push(operation);
    return { reports, ...createServingStore({ store, clock: underTest().clock, onOperation }) };
  };

  it("answers as its store does, and reports each operation that calls wait for, with its seconds", async () => {
    const { store, clock, createAccount } = underTest();
    const { id } = await createAccount();
    await store.addKey({ accountId: id, prefix: "wsk_Ab12", sha256: "22" });
    await store.setSport(id, { id: "padel-indoor", definition: "{}" });
    const { reports, spend, findCaller, sports, usage, usageOfMonth, monthlyTotals, ping } = timed(
      slowed(store, clock, 20),
    );
    expect(await spend({ ...CALL, accountId: id })).toEqual({ kind: "Spent", used: 1 });
    expect(await findCaller("22", "2026-11")).toMatchObject({ account: { id }, used: 1 });
    expect(await sports(id)).toEqual([{ id: "padel-indoor", definition: "{}" }]);
    expect(await usage(id, "2026-11")).toEqual([{ day: "2026-11-21", method: "forecast", calls: 1 }]);
    expect(await usageOfMonth(id, "2026-11")).toMatchObject({ rows: [{ calls: 1 }] });
    expect(await monthlyTotals(id)).toMatchObject([{ month: "2026-11", calls: 1 }]);
    await ping();
    const operations = ["spend", "findCaller", "sports", "usage", "usage", "monthlyTotals", "ping"];
    expect(reports).toMatchObject(
      operations.map((operation) => ({ operation, outcome: "ok", seconds: 0.02 })),
    );
  });

  it.each([
    ["unavailable", new StoreUnavailable("gone")],
    ["overloaded", new StoreUnavailable("late", { cause: new TimeoutError(400, { isOverload: true }) })],
    ["failed", new TypeError("a bug")],
  ])("reports %s and throws the same error", async (outcome, error) => {
    const fails = () => Promise.reject(error);
    const { reports, ping, spend } = timed({ ...underTest().store, ping: fails, spend: fails });
    await expect(ping()).rejects.toBe(error);
    await expect(spend(CALL)).rejects.toBe(error);
    const seconds = expect.any(Number);
    expect(reports).toEqual(["ping", "spend"].map((operation) => ({ operation, outcome, seconds })));
  });

  it("reports no stalled store while no count is in flight, however long ago the last count ended or failed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const succeeds = async () => ({ kind: "Spent", used: 1 }) as const;
    const fails = () => Promise.reject(new Error("a bug"));
    for (const counts of [succeeds, fails]) {
      const { spend, isSpendStalled } = timed({ ...underTest().store, spend: counts });
      await Promise.allSettled([spend(CALL)]);
      vi.advanceTimersByTime(1_000);
      expect(isSpendStalled()).toBe(false);
    }
  });

  it("reports a stalled store, but not while the event loop is busy", async () => {
    const answer = Promise.withResolvers<never>();
    const { spend, isSpendStalled } = timed({ ...underTest().store, spend: () => answer.promise });
    expect(isSpendStalled()).toBe(false);
    const held = spend(CALL);
    for (let turn = 0; turn < 3; turn += 1) {
      const endMs = performance.now() + 150;
      while (performance.now() < endMs);
      await new Promise(setImmediate);
      expect(isSpendStalled()).toBe(false);
    }
    await vi.waitFor(() => expect(isSpendStalled()).toBe(true), { timeout: 10_000, interval: 5 });
    answer.reject(new StoreUnavailable("gone"));
    await expect(held).rejects.toThrow(StoreUnavailable);
    expect(isSpendStalled()).toBe(false);
  });
});
