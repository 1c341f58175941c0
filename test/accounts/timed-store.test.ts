import { beforeEach, describe, expect, it, vi } from "vitest";
import { StoreUnavailable, type AccountStore } from "../../src/accounts/store.ts";
import { createTimedStore, type StoreOperation } from "../../src/accounts/timed-store.ts";
import { TimeoutError } from "../../src/deadline.ts";
import { useSqliteStore } from "./sqlite/use-sqlite-store.ts";

const underTest = useSqliteStore();
let store: AccountStore;
let reports: StoreOperation[];

beforeEach(() => {
  ({ store } = underTest());
  reports = [];
});

const timed = (inner: AccountStore) =>
  createTimedStore({ store: inner, onOperation: (operation) => reports.push(operation) });

describe("createTimedStore", () => {
  it("answers as the store does, and reports each operation that calls wait for under its name", async () => {
    const { id } = await underTest().createAccount();
    await store.addKey({ accountId: id, prefix: "wsk_Ab12", sha256: "22" });
    await store.setSport(id, { id: "padel-indoor", definition: "{}" });
    const call = { accountId: id, month: "2026-11", day: 21, method: "forecast", quota: 500 };

    const { spend, findCaller, sports, usage, monthlyTotals, ping } = timed(store);
    expect(await spend(call)).toEqual({ kind: "Spent", used: 1 });
    expect(await findCaller("22", "2026-11")).toMatchObject({ account: { id }, used: 1 });
    expect(await sports(id)).toEqual([{ id: "padel-indoor", definition: "{}" }]);
    expect(await usage(id, "2026-11")).toEqual([{ day: "2026-11-21", method: "forecast", calls: 1 }]);
    expect(await monthlyTotals(id)).toMatchObject([{ month: "2026-11", calls: 1 }]);
    await ping();
    const operations = ["spend", "findCaller", "sports", "usage", "monthlyTotals", "ping"];
    expect(reports).toMatchObject(operations.map((operation) => ({ operation, outcome: "ok" })));
  });

  it("reports how long it took, in seconds", async () => {
    const startedMs = performance.now();
    await timed({ ...store, ping: () => new Promise((resolve) => setImmediate(resolve)) }).ping();
    const [{ seconds = Number.NaN } = {}] = reports;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual((performance.now() - startedMs) / 1000);
  });

  it.each([
    ["unavailable", new StoreUnavailable("gone")],
    ["overloaded", new StoreUnavailable("late", { cause: new TimeoutError(400, { isOverload: true }) })],
    ["failed", new TypeError("a bug")],
  ])("reports %s and throws the same error", async (outcome, error) => {
    const failing = timed({ ...store, ping: () => Promise.reject(error) });
    await expect(failing.ping()).rejects.toBe(error);
    expect(reports).toEqual([{ operation: "ping", outcome, seconds: expect.any(Number) }]);
  });

  it("tells a stalled store from an event loop that is busy", async () => {
    const answer = Promise.withResolvers<never>();
    const { spend, isSpendStalled } = timed({ ...store, spend: () => answer.promise });
    expect(isSpendStalled()).toBe(false);
    const held = spend({ accountId: "a", month: "2026-11", day: 21, method: "forecast", quota: 500 });
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
