// Replicas that share forecasts through a real Redis, one for each test.
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { PackedForecast } from "../../../../src/weather/cache/forecast-cache.ts";
import { packForecast } from "../../../../src/weather/cache/packed-forecast.ts";
import {
  createRedisForecasts,
  type SharedForecasts,
  type SharingOutcome,
} from "../../../../src/weather/cache/redis/forecasts.ts";
import { createSimulatedSource } from "../../../../src/weather/simulated/source.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { redisCommand } from "../../../support/redis-command.ts";
import { startRedisServer, type RedisServer } from "../../../support/redis-server.ts";
import { LONDON, NEVER, OSLO, setUp } from "../fetches-by-hand.ts";

/** London's forecast. */
export const KEY = "suitability:forecast:v2:{51.50,-0.13}";

export const ignore = () => undefined;

export function useReplicas() {
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
    const answer = await shared.ask(place, sinceMs, NEVER, ignore);
    if (answer.kind === "Wanted") await answer.settle(fetched);
  };

  /** One that reaches its Redis. */
  const connected = async ({ isApart = false } = {}): Promise<{
    shared: SharedForecasts;
    outcomes: SharingOutcome[];
  }> => {
    const outcomes: SharingOutcome[] = [];
    const onOutcome = (outcome: SharingOutcome) => outcomes.push(outcome);
    const shared = createRedisForecasts({ url: server.url, isApart, onOutcome });
    closing.push(() => shared.close());
    const reached = async () => {
      await askAndGive(shared, undefined, { place: OSLO, sinceMs: 0 });
      expect(outcomes.pop()).toBe("leased");
    };
    await vi.waitFor(reached, { timeout: 10_000 });
    outcomes.length = 0;
    return { shared, outcomes };
  };
  const redis = (...command: readonly string[]) => redisCommand(server.url, ...command);

  return {
    clock,
    closing,
    server: () => server,
    askAndGive,
    connected,
    redis,
    replica: async () => {
      const { shared, outcomes } = await connected();
      return { ...setUp({ shared }, clock), outcomes };
    },
    forecast: async (fetchedAtMs = clock.nowMs()): Promise<PackedForecast> => ({
      packed: packForecast(await createSimulatedSource({ clock }).forecast(LONDON, AbortSignal.any([]))),
      fetchedAtMs,
    }),
    /** Once a forecast for London is in Redis. */
    stored: () => vi.waitFor(async () => expect(await redis("EXISTS", KEY)).toBe(1)),
  };
}
