import { describe, expect, it } from "vitest";
import { createCachedCallers, CALLERS_CACHED_MS } from "../../src/accounts/cached-callers.ts";
import { createTimedStore } from "../../src/accounts/timed-store.ts";
import { useSqliteStore } from "./sqlite/use-sqlite-store.ts";

const MONTH = "2026-11";

const underTest = useSqliteStore();

async function setUp() {
  const { clock, store: inner, createAccount } = underTest();
  let lookUps = 0;
  const store = createTimedStore({
    store: inner,
    onOperation: ({ operation }) => {
      if (operation === "findCaller") lookUps += 1;
    },
  });
  const { id: accountId } = await createAccount();
  const keyId = (await store.addKey({ accountId, prefix: "wsk_abcd", sha256: "a1" }))?.id ?? "";
  const cached = createCachedCallers({ store, clock });
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

describe("createCachedCallers", () => {
  it("looks a busy caller up once a second", async () => {
    const state = await setUp();
    for (let call = 0; call < 5; call += 1) await state.find();
    expect(state.lookUps).toBe(1);
    state.clock.advance(CALLERS_CACHED_MS - 1);
    await state.find();
    expect(state.lookUps).toBe(1);
    state.clock.advance(1);
    await state.find();
    expect(state.lookUps).toBe(2);
  });

  it("a revoked key, a suspension and a change of plan take effect within a second", async () => {
    const { clock, store, find, accountId, keyId } = await setUp();
    await find();
    await store.updateAccount(accountId, { isSuspended: true, plan: "growth" });
    clock.advance(CALLERS_CACHED_MS);
    expect(await find()).toMatchObject({ account: { isSuspended: true, plan: "growth" } });
    await store.revokeKey(keyId);
    clock.advance(CALLERS_CACHED_MS);
    expect(await find()).toBeUndefined();
  });

  it("a key is good from the moment it is issued, even if it was tried before", async () => {
    const { store, cached, accountId } = await setUp();
    const sha256 = "b2";
    expect(await cached.findCaller(sha256, MONTH)).toBeUndefined();
    await store.addKey({ accountId, prefix: "wsk_abcd", sha256 });
    expect(await cached.findCaller(sha256, MONTH)).toMatchObject({ account: { id: accountId } });
  });

  it("tells what is used by the last count, not by the last look-up", async () => {
    const { find, spend, clock } = await setUp();
    expect((await find())?.used).toBe(0);
    await spend();
    await spend();
    expect((await find())?.used).toBe(2);
    clock.advance(CALLERS_CACHED_MS);
    expect((await find())?.used).toBe(2);
  });

  it("a new month begins with nothing used", async () => {
    const { find, spend } = await setUp();
    await spend();
    expect((await find())?.used).toBe(1);
    expect((await find("2026-12"))?.used).toBe(0);
    // The second time the caller is cached.
    expect((await find("2026-12"))?.used).toBe(0);
  });

  it("includes what other processes counted", async () => {
    const { store, find, spend, clock, call } = await setUp();
    await spend();
    for (let elsewhere = 0; elsewhere < 3; elsewhere += 1) await store.spend(call);
    clock.advance(CALLERS_CACHED_MS);
    expect((await find())?.used).toBe(4);
    expect((await find())?.used).toBe(4);
  });

  it("tells who owned a key last, however long ago, until the key is known to be revoked", async () => {
    const { cached, store, clock, find, accountId, keyId } = await setUp();
    expect(cached.lastKnownCaller("a1")).toBeUndefined();
    await find();
    clock.advance(3_600_000);
    await store.revokeKey(keyId);
    expect(cached.lastKnownCaller("a1")).toMatchObject({ account: { id: accountId } });
    await find();
    expect(cached.lastKnownCaller("a1")).toBeUndefined();
  });

  it("a clock that is set back keeps nobody cached for longer", async () => {
    const state = await setUp();
    await state.find();
    state.clock.advance(-3_600_000);
    await state.find();
    expect(state.lookUps).toBe(2);
  });
});
