// Replicas that share forecasts through a real Redis.
import { describe, expect, it, vi } from "vitest";
import { WeatherError } from "../../../../src/weather/weather-error.ts";
import { isRedisServerInstalled } from "../../../support/redis-server.ts";
import { LONDON, NEVER } from "../fetches-by-hand.ts";
import { ignore, KEY, useReplicas } from "./use-replicas.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.skipIf(!isRedisServerInstalled())("replicas with a Redis", () => {
  const { clock, server, askAndGive, connected, replica, forecast, redis, stored } = useReplicas();

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

  it("what another fetched within the hour is answered from at once, while it is fetched anew, by whomever", async () => {
    const [one, two, three] = [await replica(), await replica(), await replica()];
    const weather = await one.warm();
    await stored();
    clock.advance(40 * MINUTE_MS);
    expect(await two.ask()).toEqual(weather);
    await vi.waitFor(() => expect(two.fetches).toHaveLength(1));
    expect(await three.ask()).toEqual(weather);
    expect([two.results, three.results]).toEqual([["stale"], ["stale"]]);
    const younger = await two.fetches[0]?.answer();
    const { generatedAtMs } = younger ?? {};
    await vi.waitFor(async () => expect(await three.ask()).toMatchObject({ generatedAtMs }));
    expect(generatedAtMs).not.toBe(weather.generatedAtMs);
    expect([two.fetches.length, three.fetches.length]).toEqual([1, 0]);
  });

  it("what another fetched more than an hour ago is not answered from while a fetch may still succeed", async () => {
    const [one, two] = [await replica(), await replica()];
    await one.warm();
    await stored();
    clock.advance(61 * MINUTE_MS);
    const wait = two.ask();
    await vi.waitFor(() => expect(two.fetches).toHaveLength(1));
    const younger = await two.fetches[0]?.answer();
    expect(await wait).toMatchObject({ generatedAtMs: younger?.generatedAtMs });
    expect(two.results).toEqual(["miss"]);
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
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER, ignore)).toMatchObject({ kind: "Wanted" });
    expect(performance.now() - startedMs).toBeLessThan(1_400);
  });

  it("one whose fetch takes too long does not hold up the others until its lease ends", async () => {
    const { shared, outcomes } = await connected();
    await shared.ask(LONDON, clock.nowMs(), NEVER, ignore);
    const startedMs = performance.now();
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER, ignore)).toMatchObject({ kind: "Wanted" });
    expect(performance.now() - startedMs).toBeLessThan(9_000);
    expect(outcomes).toEqual(["leased", "waited"]);
  });

  it("an older forecast never replaces a newer one", async () => {
    const { shared } = await connected();
    const young = await forecast();
    for (const fetched of [young, await forecast(clock.nowMs() - 1)]) {
      await askAndGive(shared, fetched, { sinceMs: clock.nowMs() + HOUR_MS });
    }
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER, ignore)).toEqual({
      kind: "Found",
      forecast: young,
    });
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
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER, ignore)).toEqual({
      kind: "Found",
      forecast: ahead,
    });
  });

  it("a forecast leaves Redis when it is too old to answer from", async () => {
    const { warm } = await replica();
    await warm();
    await stored();
    const leftMs = Number(await redis("PTTL", KEY));
    expect(leftMs).toBeGreaterThan(6 * HOUR_MS - 10_000);
    expect(leftMs).toBeLessThanOrEqual(6 * HOUR_MS);
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
    await shared.ask(LONDON, clock.nowMs(), NEVER, ignore);
    await shared.ask(LONDON, clock.nowMs(), NEVER, ignore);
    expect(outcomes).toEqual(["unreadable", "leased", "unreadable", "waited"]);
  });

  it.each([
    ["is gone", () => server().kill()],
    ["hangs", async () => server().hang()],
  ])("a Redis that %s costs a cold place less than waiting for another's fetch", async (_name, fail) => {
    const { shared, outcomes } = await connected();
    await fail();
    const startedMs = performance.now();
    expect(await shared.ask(LONDON, 0, NEVER, ignore)).toMatchObject({ kind: "Wanted" });
    expect(performance.now() - startedMs).toBeLessThan(1_400);
    expect(outcomes).toEqual(["unavailable"]);
    server().goOn();
  });

  it("a replica without its Redis works on its own cache, and shares again when it is back", async () => {
    const { ask, fetches, results, outcomes } = await replica();
    await server().kill();
    const wait = ask();
    await vi.waitFor(() => expect(fetches).toHaveLength(1));
    await fetches[0]?.answer();
    await wait;
    await ask();
    expect(results).toEqual(["miss", "fresh"]);
    await vi.waitFor(() => expect(outcomes).toEqual(["unavailable", "unavailable"]));
    await server().start();
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
