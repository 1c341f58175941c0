// The account store's promises about calls to weather providers.
import { describe, expect, it, vi } from "vitest";
import type { StoreUnderTest } from "./account-store-suite.ts";

const DAY = { provider: "open-meteo", day: "2026-11-21" };
const PERMIT = { provider: "open-meteo", atOnceMax: 1, heldMs: 60_000, waitedMs: 60_000 };

export function describeProviderCalls(
  underTest: () => StoreUnderTest,
  { arePermitsShared }: { readonly arePermitsShared: boolean },
): void {
  describe("calls to a provider", () => {
    it("are taken all or none, up to the limit of the day and no further", async () => {
      const { store } = underTest();
      const take = (calls: number) => store.takeProviderCalls({ ...DAY, calls, callsMax: 10 });
      expect(await take(0)).toEqual({ isTaken: true, used: 0, pressure: undefined });
      expect(await take(8)).toMatchObject({ isTaken: true, used: 8 });
      expect(await take(3)).toMatchObject({ isTaken: false, used: 8 });
      expect(await take(2)).toMatchObject({ isTaken: true, used: 10 });
      expect(await take(1)).toMatchObject({ isTaken: false, used: 10 });
      expect(await take(0)).toMatchObject({ isTaken: true, used: 10 });
    });

    it("are counted for each provider and day, also without a limit", async () => {
      const { store } = underTest();
      const take = (of: Partial<typeof DAY>) =>
        store.takeProviderCalls({ ...DAY, ...of, calls: 5, callsMax: undefined });
      await take({});
      expect(await take({ day: "2026-11-22" })).toMatchObject({ isTaken: true, used: 5 });
      expect(await take({ provider: "met-norway" })).toMatchObject({ isTaken: true, used: 5 });
      expect(await take({})).toMatchObject({ isTaken: true, used: 10 });
    });

    it("return the pressure that was stored last", async () => {
      const { store } = underTest();
      const take = { ...DAY, calls: 1, callsMax: 10 };
      await store.takeProviderCalls({ ...take, pressure: 0.25 });
      expect(await store.takeProviderCalls(take)).toEqual({ isTaken: true, used: 2, pressure: 0.25 });
    });

    it("keep the pressure that was stored if 0 calls are taken", async () => {
      const { store, openAnother } = underTest();
      const take = { ...DAY, calls: 1, callsMax: 10 };
      await store.takeProviderCalls({ ...take, pressure: 0.25 });
      await store.takeProviderCalls({ ...take, calls: 0, pressure: 0.5 });
      const other = await openAnother();
      expect(await other.takeProviderCalls({ ...take, calls: 0 })).toMatchObject({ used: 1, pressure: 0.25 });
    });

    it("that three processes race for are taken up to the limit, and never beyond", async () => {
      const { store, openAnother } = underTest();
      const stores = [store, await openAnother(), await openAnother()];
      const takes = Array.from({ length: 90 }, (_, n) =>
        stores[n % 3]?.takeProviderCalls({ ...DAY, calls: 1 + (n % 2), callsMax: 100 }),
      );
      const taken = (await Promise.all(takes)).map((day, n) => (day?.isTaken === true ? 1 + (n % 2) : 0));
      const sum = taken.reduce<number>((total, calls) => total + calls, 0);
      expect(sum).toBeGreaterThanOrEqual(99);
      expect(sum).toBeLessThanOrEqual(100);
      expect(await store.takeProviderCalls({ ...DAY, calls: 0, callsMax: 100 })).toMatchObject({ used: sum });
    });

    it("are neither taken nor refused by a store that cannot be used", async () => {
      const { backing, openAnother } = underTest();
      const store = await openAnother({ commandTimeoutMs: 300 });
      const makeAvailable = await backing.makeUnavailable();
      await expect(store.takeProviderCalls({ ...DAY, calls: 1, callsMax: 10 })).rejects.toThrow(
        "The account store cannot be used",
      );
      await makeAvailable();
    });
  });

  describe.skipIf(!arePermitsShared)("permits to ask a provider", () => {
    it("go to at most `atOnceMax` holders at a time, in the order of asking, over all processes", async () => {
      const { store, openAnother } = underTest();
      const other = await openAnother();
      const has = (of: typeof store, token: string) =>
        of.acquireProviderPermit({ ...PERMIT, token, atOnceMax: 2 });
      expect([
        await has(store, "a"),
        await has(other, "b"),
        await has(store, "c"),
        await has(other, "d"),
      ]).toEqual([true, true, false, false]);
      await other.releaseProviderPermit({ provider: "open-meteo", token: "a" });
      expect([await has(other, "d"), await has(store, "c"), await has(other, "b")]).toEqual([
        false,
        true,
        true,
      ]);
      expect(await store.acquireProviderPermit({ ...PERMIT, provider: "met-norway", token: "e" })).toBe(true);
    });

    it("go to exactly one of many concurrent requests if one at a time is allowed", async () => {
      const { store, openAnother } = underTest();
      const stores = [store, await openAnother(), await openAnother()];
      const asked = Array.from({ length: 30 }, (_, n) =>
        stores[n % 3]?.acquireProviderPermit({ ...PERMIT, token: `${n}` }),
      );
      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
    });

    it("expire if their replica has died, and so do waits that are not renewed", async () => {
      const { store, openAnother } = underTest();
      const other = await openAnother();
      await store.acquireProviderPermit({ ...PERMIT, token: "died", heldMs: 50 });
      // On a busy machine the first permit may have expired by now, so that this request gets one.
      await store.acquireProviderPermit({ ...PERMIT, token: "left", heldMs: 50, waitedMs: 50 });
      await vi.waitFor(
        async () => expect(await other.acquireProviderPermit({ ...PERMIT, token: "alive" })).toBe(true),
        { timeout: 15_000 },
      );
    });

    it("that are given up leave the queue", async () => {
      const { store } = underTest();
      const has = (token: string) => store.acquireProviderPermit({ ...PERMIT, token });
      expect([await has("a"), await has("b"), await has("c")]).toEqual([true, false, false]);
      await store.releaseProviderPermit({ provider: "open-meteo", token: "b" });
      await store.releaseProviderPermit({ provider: "open-meteo", token: "a" });
      expect(await has("c")).toBe(true);
    });
  });
}
