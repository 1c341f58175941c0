import { beforeEach, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { startTestService, type TestService } from "../support/test-service.ts";

const ageBucket = (le: string) => `suitability_forecast_age_seconds_bucket{le="${le}",source="simulated"}`;

const storeCount = (operation: string, outcome: string) =>
  `suitability_store_seconds_count{operation="${operation}",outcome="${outcome}"}`;

const seriesNames = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("suitability_"))
    .map((line) => line.slice(0, line.lastIndexOf(" ")));

describe("/metrics", () => {
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService();
    return service.stop;
  });

  const scrape = async () => (await fetch(`http://127.0.0.1:${service.ports.ops}/metrics`)).text();
  const valueOf = async (series: string) => {
    const line = (await scrape()).split("\n").find((candidate) => candidate.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  const getForecast = (key: string, { lat = 1, headers = {} } = {}) =>
    fetch(`http://127.0.0.1:${service.ports.http}/v1/forecast?lat=${lat}&lng=2`, {
      headers: { "x-api-key": key, ...headers },
    });

  it("says which version runs on which Node", async () => {
    const labels = `version="${manifest.version}",node="${process.versions.node}"`;
    expect(await valueOf(`suitability_build_info{${labels}}`)).toBe(1);
  });

  it("says what time it is for the process when it is asked", async () => {
    expect(await valueOf("suitability_clock_seconds")).toBe(service.clock.nowMs() / 1000);
    service.clock.advance(60_000);
    expect(await valueOf("suitability_clock_seconds")).toBe(service.clock.nowMs() / 1000);
  });

  it("tells how old the forecast behind each answer was, not when it was fetched", async () => {
    const { key } = await service.createCaller();
    await getForecast(key);
    service.clock.advance(10 * 60_000);
    await getForecast(key);
    expect(await valueOf(ageBucket("300"))).toBe(1);
    expect(await valueOf(ageBucket("900"))).toBe(2);
    expect(await valueOf('suitability_forecast_age_seconds_sum{source="simulated"}')).toBe(600);
  });

  it("times what a call waits for in the store, by operation", async () => {
    const { key } = await service.createCaller();
    await getForecast(key);
    await getForecast(key);
    expect(await valueOf(storeCount("findCaller", "ok"))).toBe(1);
    expect(await valueOf(storeCount("spend", "ok"))).toBe(2);
  });

  it("tells a store that fails from one that answers", async () => {
    await service.store.close();
    await fetch(`http://127.0.0.1:${service.ports.ops}/readyz`);
    expect(await valueOf(storeCount("ping", "unavailable"))).toBeGreaterThan(0);
  });

  it("counts from 0, as Prometheus sees no increase in a series that begins at 1", async () => {
    const counted = [
      'throttled_total{reason="overload"}',
      'unanswered_spends_total{fate="unknown"}',
      'forecast_cache_total{result="stale_error"}',
      'forecast_sharing_total{outcome="unavailable"}',
      'forecasts_old_total{source="simulated"}',
      'provider_calls_total{source="simulated",outcome="refused"}',
      'weather_unusable_total{source="simulated",defect="shape"}',
      'calls_total{method="GetForecast",code="internal"}',
      'calls_total{method="GetUsage",code="unavailable"}',
    ];
    const lines = (await scrape()).split("\n");
    expect(lines).toEqual(expect.arrayContaining(counted.map((series) => `suitability_${series} 0`)));
  });

  it("has no more series for more callers, places, request ids, wrong keys and unknown paths", async () => {
    // Callers with an SLA are the one exception, which account-calls.ts bounds.
    const plan = "starter";
    const { key } = await service.createCaller({ plan });
    await getForecast(key);
    await getForecast("nonsense");
    const before = seriesNames(await scrape());

    for (let lat = 10; lat < 30; lat += 1) {
      const { key } = await service.createCaller({ plan });
      await getForecast(key, { lat, headers: { "x-request-id": `request-${lat}` } });
      await getForecast(`nonsense-${lat}`);
    }
    for (const path of ["wp-login.php", ".env", "suitability.v1.ForecastService/Nothing"]) {
      await fetch(`http://127.0.0.1:${service.ports.http}/${path}`);
    }
    expect(seriesNames(await scrape())).toEqual(before);
  });
});
