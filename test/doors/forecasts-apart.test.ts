// Replicas that share forecasts in a Redis of their own, and keep accounts and counts elsewhere.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMisbehavingUpstream, type MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { isRedisServerInstalled, startRedisServer, type RedisServer } from "../support/redis-server.ts";
import { NOW_MS, startTestService, type TestService } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { METHODS } from "./methods.ts";
import { createRestCaller } from "./rest-caller.ts";

describe.skipIf(!isRedisServerInstalled())("FORECASTS_URL", { timeout: 60_000 }, () => {
  let upstream: MisbehavingUpstream;
  let redis: RedisServer;
  let services: readonly TestService[];

  beforeEach(async () => {
    upstream = await createMisbehavingUpstream({ kind: "answer", body: openMeteoPayload({ nowMs: NOW_MS }) });
    redis = await startRedisServer();
    const settings = {
      weatherSources: ["open-meteo"] as const,
      openMeteoUrl: upstream.url,
      forecastsUrl: redis.url,
    };
    services = await Promise.all([startTestService(settings), startTestService(settings)]);
  }, 30_000);
  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await upstream.close();
    await redis.remove();
  });

  const ask = async (service: TestService | undefined, lat: number) => {
    if (service === undefined) throw new Error("there is no such service");
    const { key } = await service.createCaller();
    const request = { lat, lng: 10, days: 1 };
    return createRestCaller(service.ports.http).call({ method: METHODS.getForecast, request, key });
  };
  const sharingOf = async (service: TestService | undefined) =>
    (await fetch(`http://127.0.0.1:${service?.ports.ops}/metrics`)).text();

  it("has a place fetched by one replica and answered by another, whose accounts are in another store", async () => {
    const [one, two] = services;
    // Until both are connected each fetches for itself.
    let lat = 0;
    const shared = async () => {
      lat += 1;
      const before = upstream.requests.length;
      expect((await ask(one, lat)).kind).toBe("answer");
      await vi.waitFor(async () => expect(await sharingOf(one)).not.toContain('{outcome="leased"} 0'));
      expect((await ask(two, lat)).kind).toBe("answer");
      expect(upstream.requests.length - before).toBe(1);
    };
    await vi.waitFor(shared, { timeout: 15_000 });
    expect(await sharingOf(two)).toContain('suitability_forecast_sharing_total{outcome="found"} 1');
  });

  it("costs nobody an answer when that Redis hangs, dies, or comes back empty", async () => {
    const troubles = [() => redis.hang(), () => redis.kill(), () => redis.start()];
    for (const [index, begin] of troubles.entries()) {
      await begin();
      for (const service of services) {
        const startedAtMs = performance.now();
        expect((await ask(service, 40 + index)).kind).toBe("answer");
        expect(performance.now() - startedAtMs).toBeLessThan(5_000);
      }
      expect((await fetch(`http://127.0.0.1:${services[0]?.ports.ops}/readyz`)).ok).toBe(true);
    }
  });
});
