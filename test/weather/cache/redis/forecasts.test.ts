// Replicas that share forecasts through a real Redis.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRedisStore } from "../../../../src/accounts/redis/store.ts";
import { packForecast } from "../../../../src/weather/cache/packed-forecast.ts";
import type { PackedForecast } from "../../../../src/weather/cache/forecast-cache.ts";
import { placeAt } from "../../../../src/weather/place.ts";
import {
  createRedisForecasts,
  type SharedForecasts,
  type SharingOutcome,
} from "../../../../src/weather/cache/redis/forecasts.ts";
import { createSimulatedSource } from "../../../../src/weather/simulated/source.ts";
import { WeatherError } from "../../../../src/weather/weather-error.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { redisCommand } from "../../../support/redis-command.ts";
import { isRedisServerInstalled, startRedisServer, type RedisServer } from "../../../support/redis-server.ts";
import { LONDON, NEVER, OSLO, setUp } from "../fetches-by-hand.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const KEY = "suitability:forecast:v2:{51.50,-0.13}";

describe.skipIf(!isRedisServerInstalled())("replicas with a Redis", () => {
  const clock = createManualClock("2026-11-21T14:25:00Z");
  const closing: (() => Promise<void>)[] = [];
  let server: RedisServer;

  beforeEach(async () => {
    server = await startRedisServer();
  });
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
    await server.remove();
  });

  /** Asks, and gives what was fetched where that is wanted. */
  const askAndGive = async (
    shared: SharedForecasts,
    fetched: PackedForecast | undefined,
    { place = LONDON, sinceMs = clock.nowMs() } = {},
  ) => {
    const answer = await shared.ask(place, sinceMs, NEVER);
    if (answer.kind === "Wanted") await answer.settle(fetched);
  };

  /** One that reaches its Redis. */
  const connected = async (): Promise<{ shared: SharedForecasts; outcomes: SharingOutcome[] }> => {
    const outcomes: SharingOutcome[] = [];
    const shared = createRedisForecasts({ url: server.url, onOutcome: (outcome) => outcomes.push(outcome) });
    closing.push(() => shared.close());
    await vi.waitFor(async () => {
      await askAndGive(shared, undefined, { place: OSLO, sinceMs: 0 });
      expect(outcomes.pop()).toBe("leased");
    });
    outcomes.length = 0;
    return { shared, outcomes };
  };
  const replica = async () => {
    const { shared, outcomes } = await connected();
    return { ...setUp({ shared }, clock), outcomes };
  };
  const forecast = async (fetchedAtMs = clock.nowMs()): Promise<PackedForecast> => ({
    packed: packForecast(await createSimulatedSource({ clock }).forecast(LONDON, AbortSignal.any([]))),
    fetchedAtMs,
  });
  const redis = (...command: readonly string[]) => redisCommand(server.url, ...command);
  /** Once a forecast for London is in Redis. */
  const stored = () => vi.waitFor(async () => expect(await redis("EXISTS", KEY)).toBe(1));

  it("a cold place asked of two at once is fetched once, and both answer the same", async () => {
    const [one, two] = [await replica(), await replica()];
    const waits = Array.from({ length: 500 }, () => [one.ask(), two.ask()]).flat();
    await vi.waitFor(() => expect(one.fetches.length + two.fetches.length).toBe(1));
    // Meanwhile the other has found that it is being fetched, and is waiting.
    await [...one.fetches, ...two.fetches][0]?.answer();
    const [first, ...others] = await Promise.all(waits);
    for (const other of new Set(others)) expect(other).toEqual(first);
    expect(one.fetches.length + two.fetches.length).toBe(1);
    expect([...one.outcomes, ...two.outcomes].sort()).toEqual(["found", "leased"]);
    const counts = Object.groupBy([...one.results, ...two.results], (result) => result);
    expect([counts.miss?.length, counts.shared?.length, counts.deduped?.length]).toEqual([1, 1, 998]);
  });

  it("what one has fetched another reads, with the age it has", async () => {
    const [one, two] = [await replica(), await replica()];
    const weather = await one.warm();
    await stored();
    clock.advance(5 * MINUTE_MS);
    expect(await two.ask()).toEqual(weather);
    expect(two.results).toEqual(["shared"]);
    expect(two.fetches).toEqual([]);
  });

  it("a place that only another replica had is answered while the source fails", async () => {
    const [one, two] = [await replica(), await replica()];
    const { generatedAtMs } = await one.warm();
    await stored();
    clock.advance(3 * HOUR_MS);
    const wait = two.ask();
    await vi.waitFor(() => expect(two.fetches).toHaveLength(1));
    two.fetches[0]?.fail(new WeatherError("failed", "down"));
    expect(await wait).toMatchObject({ generatedAtMs });
    expect(two.results).toEqual(["stale_error"]);
  });

  it("after one has failed the next may try at once", async () => {
    const { shared } = await connected();
    await askAndGive(shared, undefined);
    const startedMs = performance.now();
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER)).toMatchObject({ kind: "Wanted" });
    expect(performance.now() - startedMs).toBeLessThan(1_400);
  });

  it("one whose fetch takes too long does not hold up the others until its lease ends", async () => {
    const { shared, outcomes } = await connected();
    await shared.ask(LONDON, clock.nowMs(), NEVER);
    const startedMs = performance.now();
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER)).toMatchObject({ kind: "Wanted" });
    expect(performance.now() - startedMs).toBeLessThan(9_000);
    expect(outcomes).toEqual(["leased", "waited"]);
  });

  it("an older forecast never replaces a newer one", async () => {
    const { shared } = await connected();
    const young = await forecast();
    for (const fetched of [young, await forecast(clock.nowMs() - 1)]) {
      await askAndGive(shared, fetched, { sinceMs: clock.nowMs() + HOUR_MS });
    }
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER)).toEqual({ kind: "Found", forecast: young });
  });

  it("what was fetched before the clocks were set back is neither found nor in the way", async () => {
    const [one, two] = [await replica(), await replica()];
    await one.warm();
    await stored();
    clock.advance(-2 * HOUR_MS);
    await two.warm();
    expect(two.outcomes).toEqual(["leased"]);
    await vi.waitFor(async () =>
      expect(Number(await redis("HGET", KEY, "fetched_at_ms"))).toBe(clock.nowMs()),
    );
    await one.ask();
    expect(one.results).toEqual(["shared"]);
    expect(one.fetches).toEqual([]);
    clock.advance(2 * HOUR_MS);
  });

  it("what a replica with a clock a minute ahead has fetched is found", async () => {
    const { shared } = await connected();
    const ahead = await forecast(clock.nowMs() + MINUTE_MS);
    await askAndGive(shared, ahead);
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER)).toEqual({ kind: "Found", forecast: ahead });
  });

  it("a forecast leaves Redis when it is too old to answer from", async () => {
    const { warm } = await replica();
    await warm();
    await stored();
    const leftMs = Number(await redis("PTTL", KEY));
    expect(leftMs).toBeGreaterThan(6 * HOUR_MS - 10_000);
    expect(leftMs).toBeLessThanOrEqual(6 * HOUR_MS);
  });

  describe("a Redis that fills up", () => {
    const usedBytes = async () =>
      Number(/^used_memory:(\d+)/m.exec(String(await redis("INFO", "memory")))?.[1]);
    /** From now on what is used is this share of what may be. */
    const beUsed = async (share: number) =>
      redis("CONFIG", "SET", "maxmemory", String(Math.round((await usedBytes()) / share)));
    const leaseKey = (key: string) => `${key}:lease`;

    it("keeps forecasts in one half of its memory, and counts calls in the other", async () => {
      const { shared, outcomes } = await connected();
      const store = createRedisStore({ url: server.url, clock });
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
      expect(await shared.ask(LONDON, old.fetchedAtMs, NEVER)).toEqual({ kind: "Found", forecast: old });
      const startedMs = performance.now();
      const answers = [
        await shared.ask(LONDON, clock.nowMs(), NEVER),
        await shared.ask(LONDON, clock.nowMs(), NEVER),
      ];
      expect(performance.now() - startedMs).toBeLessThan(1_400);
      for (const answer of answers) {
        expect(answer).toMatchObject({ kind: "Wanted", older: old });
        if (answer.kind === "Wanted") await answer.settle(await forecast());
      }
      expect(outcomes).toEqual(["found", "full", "full"]);
      expect(await shared.ask(LONDON, old.fetchedAtMs, NEVER)).toEqual({ kind: "Found", forecast: old });
    });

    it("keeps nothing of what was leased before, but ends the lease", async () => {
      const { shared, outcomes } = await connected();
      const answer = await shared.ask(LONDON, clock.nowMs(), NEVER);
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

  it("bytes that this version cannot read count as none, and are replaced", async () => {
    const [one, two] = [await replica(), await replica()];
    await redis("HSET", KEY, "fetched_at_ms", String(clock.nowMs() - 1), "forecast", "from the future");
    const weather = await one.warm();
    expect(one.outcomes).toEqual(["unreadable"]);
    await vi.waitFor(async () => expect(await redis("HSTRLEN", KEY, "forecast")).not.toBe(15));
    expect(await two.ask()).toEqual(weather);
  });

  it("bytes that cannot be read are told of once by whoever waits for another's fetch", async () => {
    const { shared, outcomes } = await connected();
    await redis("HSET", KEY, "fetched_at_ms", "1", "forecast", "from the future");
    await shared.ask(LONDON, clock.nowMs(), NEVER);
    await shared.ask(LONDON, clock.nowMs(), NEVER);
    expect(outcomes).toEqual(["unreadable", "leased", "unreadable", "waited"]);
  });

  it.each([
    ["is gone", () => server.kill()],
    ["hangs", async () => server.hang()],
  ])("a Redis that %s costs a cold place less than waiting for another's fetch", async (_name, fail) => {
    const { shared, outcomes } = await connected();
    await fail();
    const startedMs = performance.now();
    expect(await shared.ask(LONDON, 0, NEVER)).toMatchObject({ kind: "Wanted", older: undefined });
    expect(performance.now() - startedMs).toBeLessThan(1_400);
    expect(outcomes).toEqual(["unavailable"]);
    server.goOn();
  });

  it("a replica without its Redis works on its own cache, and shares again when it is back", async () => {
    const { ask, fetches, results, outcomes } = await replica();
    await server.kill();
    const wait = ask();
    await vi.waitFor(() => expect(fetches).toHaveLength(1));
    await fetches[0]?.answer();
    await wait;
    await ask();
    expect(results).toEqual(["miss", "fresh"]);
    await vi.waitFor(() => expect(outcomes).toEqual(["unavailable", "unavailable"]));
    await server.start();
    await connected();
    await vi.waitFor(
      async () => {
        clock.advance(20 * MINUTE_MS);
        await ask();
        await fetches.at(-1)?.answer();
        expect(await redis("EXISTS", KEY)).toBe(1);
      },
      { timeout: 5_000 },
    );
  });
});
