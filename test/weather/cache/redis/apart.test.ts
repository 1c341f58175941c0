// Forecasts in a Redis of their own (FORECASTS_URL), which may use up its memory and forget what it likes.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createRedisForecasts, type SharingOutcome } from "../../../../src/weather/cache/redis/forecasts.ts";
import { placeAt } from "../../../../src/weather/place.ts";
import { startRedisCluster } from "../../../support/redis-cluster.ts";
import { isRedisServerInstalled } from "../../../support/redis-server.ts";
import { LONDON, NEVER } from "../fetches-by-hand.ts";
import { ignore, useReplicas } from "./use-replicas.ts";

describe.skipIf(!isRedisServerInstalled())("a Redis that has nothing but forecasts", () => {
  const { clock, server, askAndGive, connected, forecast, redis } = useReplicas();
  const usedBytes = async () =>
    Number(/^used_memory:(\d+)/m.exec(String(await redis("INFO", "memory")))?.[1]);

  it("uses all of its memory, and forgets old places for new ones", async () => {
    const { shared, outcomes } = await connected({ isApart: true });
    await redis("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    const maxBytes = (await usedBytes()) + 1_000_000;
    await redis("CONFIG", "SET", "maxmemory", String(maxBytes));
    const cached = await forecast();
    const count = Math.ceil(2_000_000 / cached.packed.byteLength);
    for (let index = 0; index < count; index += 1) {
      await askAndGive(shared, cached, { place: placeAt(0, index / 100) });
    }
    expect(new Set(outcomes)).toEqual(new Set(["leased"]));
    expect(await usedBytes()).toBeGreaterThan(0.8 * maxBytes);
    await askAndGive(shared, cached, { place: LONDON });
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER, ignore)).toEqual({
      kind: "Found",
      forecast: cached,
    });
  });

  it("that evicts nothing is called full when it is, and still hands out what it has", async () => {
    const { shared, outcomes } = await connected({ isApart: true });
    const cached = await forecast();
    await askAndGive(shared, cached);
    await redis("CONFIG", "SET", "maxmemory", String(Math.round((await usedBytes()) / 2)));
    const answer = await shared.ask(placeAt(1, 1), clock.nowMs(), NEVER, ignore);
    expect(answer).toMatchObject({ kind: "Wanted" });
    expect(outcomes).toEqual(["leased", "full"]);
    expect(await shared.ask(LONDON, clock.nowMs(), NEVER, ignore)).toEqual({
      kind: "Found",
      forecast: cached,
    });
  });

  it("is told of when it refuses, by its own reason and once, while places are fetched all the same", async () => {
    await redis("CONFIG", "SET", "requirepass", "open-sesame");
    const url = server().url.replace("redis://", "redis://:wrong@");
    const reasons: string[] = [];
    const shared = createRedisForecasts({
      url,
      isApart: true,
      onOutcome: ignore,
      onAway: (reason) => reasons.push(reason),
    });
    onTestFinished(() => shared.close());
    const ask = async () =>
      expect(await shared.ask(LONDON, clock.nowMs(), NEVER, ignore)).toMatchObject({ kind: "Wanted" });
    await vi.waitFor(async () => {
      await ask();
      expect(reasons).toContainEqual(expect.stringMatching(/^WRONGPASS /));
    }, 10_000);
    const told = reasons.length;
    await ask();
    expect(reasons.slice(told)).toEqual([]);
  });

  it("may be a cluster", async () => {
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.remove());
    const outcomes: SharingOutcome[] = [];
    const onOutcome = (outcome: SharingOutcome) => outcomes.push(outcome);
    const shared = createRedisForecasts({ url: cluster.url, isApart: true, onOutcome });
    onTestFinished(() => shared.close());
    const cached = await forecast();
    for (const lat of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const place = placeAt(lat, lat);
      const found = async () => {
        await askAndGive(shared, cached, { place });
        const answer = await shared.ask(place, clock.nowMs(), NEVER, ignore);
        expect(answer).toEqual({ kind: "Found", forecast: cached });
      };
      // A node that is connected to for the first time may be late.
      await vi.waitFor(found, { timeout: 15_000, interval: 20 });
    }
  });

  it("need not say how full it is", async () => {
    const { shared, outcomes } = await connected({ isApart: true });
    await redis("ACL", "SETUSER", "default", "-info");
    await askAndGive(shared, await forecast());
    expect(outcomes).toEqual(["leased"]);
  });
});
