// Forecasts take one half of a Redis' memory: the other is the accounts'.
import { describe, expect, it, vi } from "vitest";
import { createRedisStore } from "../../../../src/accounts/redis/store.ts";
import type { PackedForecast } from "../../../../src/weather/cache/forecast-cache.ts";
import { placeAt } from "../../../../src/weather/place.ts";
import { isRedisServerInstalled } from "../../../support/redis-server.ts";
import { LONDON, NEVER } from "../fetches-by-hand.ts";
import { ignore, KEY, useReplicas } from "./use-replicas.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.skipIf(!isRedisServerInstalled())("a Redis that fills up", () => {
  const { clock, closing, server, askAndGive, connected, replica, forecast, redis, stored } = useReplicas();
  const usedBytes = async () =>
    Number(/^used_memory:(\d+)/m.exec(String(await redis("INFO", "memory")))?.[1]);
  /** From now on what is used is this share of what may be. */
  const beUsed = async (share: number) =>
    redis("CONFIG", "SET", "maxmemory", String(Math.round((await usedBytes()) / share)));
  const leaseKey = (key: string) => `${key}:lease`;

  it("keeps forecasts in one half of its memory, and counts calls in the other", async () => {
    const { shared, outcomes } = await connected();
    const store = createRedisStore({ url: server().url, clock, operator: "tester" });
    closing.push(() => store.close());
    const { id: accountId } = await store.createAccount({ name: "A", plan: "free", monthlyQuota: 500 });
    await beUsed(0.25);
    const cached = await forecast();
    // Twice as many as there is memory for.
    const maxBytes = Number(/^maxmemory:(\d+)/m.exec(String(await redis("INFO", "memory")))?.[1]);
    const count = Math.ceil((2 * maxBytes) / cached.packed.byteLength);
    for (let index = 0; index < count; index += 1) {
      await askAndGive(shared, cached, { place: placeAt(0, index / 100) });
    }
    expect(outcomes.at(-1)).toBe("full");
    expect(outcomes.filter((outcome) => outcome === "leased").length).toBeGreaterThan(50);
    expect(await usedBytes()).toBeLessThan(0.6 * maxBytes);
    const month = { month: "2026-11", day: 21, quota: 500 };
    const spending = { accountId, keyId: "k", method: "GetForecast", ...month };
    for (let used = 1; used <= 500; used += 1) {
      expect(await store.spend(spending)).toEqual({ kind: "Spent", used });
    }
  });

  it("still hands out what it has, and gives nobody a lease for what it would not keep", async () => {
    const { shared, outcomes } = await connected();
    const old = await forecast(clock.nowMs() - HOUR_MS);
    await askAndGive(shared, old);
    outcomes.length = 0;
    await beUsed(0.8);
    expect(await shared.ask(LONDON, old.fetchedAtMs, NEVER, ignore)).toEqual({
      kind: "Found",
      forecast: old,
    });
    const startedMs = performance.now();
    const older: PackedForecast[] = [];
    const ask = () => shared.ask(LONDON, clock.nowMs(), NEVER, (forecast) => older.push(forecast));
    const answers = [await ask(), await ask()];
    expect(performance.now() - startedMs).toBeLessThan(1_400);
    expect(older).toEqual([old, old]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ kind: "Wanted" });
      if (answer.kind === "Wanted") await answer.settle(await forecast());
    }
    expect(outcomes).toEqual(["found", "full", "full"]);
    expect(await shared.ask(LONDON, old.fetchedAtMs, NEVER, ignore)).toEqual({
      kind: "Found",
      forecast: old,
    });
  });

  it("keeps nothing of what was leased before, but ends the lease", async () => {
    const { shared, outcomes } = await connected();
    const answer = await shared.ask(LONDON, clock.nowMs(), NEVER, ignore);
    await beUsed(0.8);
    if (answer.kind === "Wanted") await answer.settle(await forecast());
    expect(outcomes).toEqual(["leased", "full"]);
    expect(await redis("EXISTS", KEY, leaseKey(KEY))).toBe(0);
  });

  it("leaves every replica to fetch for itself, and keeps forecasts again when there is room", async () => {
    const [one, two] = [await replica(), await replica()];
    await beUsed(0.8);
    await one.warm();
    await two.warm();
    expect([one.outcomes, two.outcomes]).toEqual([["full"], ["full"]]);
    await beUsed(0.25);
    clock.advance(20 * MINUTE_MS);
    await one.ask();
    await vi.waitFor(() => expect(one.fetches).toHaveLength(1));
    await one.fetches[0]?.answer();
    await stored();
  });

  it("counts as full when it may not say how much is used", async () => {
    const { shared, outcomes } = await connected();
    await redis("ACL", "SETUSER", "default", "-info");
    await askAndGive(shared, await forecast());
    expect(outcomes).toEqual(["unmeasured"]);
    expect(await redis("EXISTS", KEY, leaseKey(KEY))).toBe(0);
  });
});
