import { connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { useTestService } from "../support/service/use-test-service.ts";

const ageBucket = (le: string) => `forecast_age_seconds_bucket{le="${le}",source="simulated"}`;

const storeCount = (operation: string, outcome: string) =>
  `store_seconds_count{operation="${operation}",outcome="${outcome}"}`;

describe("/metrics", () => {
  const used = useTestService();
  let places = 0;

  const scrape = async () => {
    const lines = (await used().service.metrics())
      .split("\n")
      .filter((line) => line.startsWith("suitability_"));
    return new Map(
      lines.map((line) => {
        const end = line.lastIndexOf(" ");
        return [line.slice("suitability_".length, end), Number(line.slice(end))] as const;
      }),
    );
  };
  /** How much each of these series grows while `meanwhile` runs. */
  const growth = async (series: readonly string[], meanwhile: () => Promise<unknown>) => {
    const before = await scrape();
    await meanwhile();
    const after = await scrape();
    return series.map((each) => (after.get(each) ?? Number.NaN) - (before.get(each) ?? 0));
  };
  const getForecast = (key: string, { lat = 1, headers = {} } = {}) =>
    used().service.get(`/v1/forecast?lat=${lat}&lng=2`, { key, headers });

  it("count from 0, because Prometheus sees no increase in a series that begins at 1", async () => {
    const counted = [
      'throttled_total{reason="overload"}',
      'unanswered_spends_total{fate="unknown"}',
      'forecast_cache_total{result="stale_error"}',
      'forecast_sharing_total{outcome="unavailable"}',
      'forecasts_old_total{source="simulated"}',
      'provider_calls_total{source="simulated",outcome="refused"}',
      'weather_outdated_total{source="simulated"}',
      'weather_unusable_total{source="simulated",defect="shape"}',
      'calls_total{method="GetForecast",code="internal"}',
      'calls_total{method="GetUsage",code="unavailable"}',
    ];
    const series = await scrape();
    expect(counted.map((each) => series.get(each))).toEqual(counted.map(() => 0));
  });

  it("say which version runs on which Node", async () => {
    const series = await scrape();
    expect(series.get(`build_info{version="${manifest.version}",node="${process.versions.node}"}`)).toBe(1);
  });

  it("have the time of the process at the scrape", async () => {
    const { clock } = used().service;
    expect((await scrape()).get("clock_seconds")).toBe(clock.nowMs() / 1000);
    clock.advance(60_000);
    expect((await scrape()).get("clock_seconds")).toBe(clock.nowMs() / 1000);
  });

  it("have the age of each answer's forecast at the time of the answer", async () => {
    const { key, service } = used();
    const lat = (places += 1);
    const twice = async () => {
      await getForecast(key, { lat });
      service.clock.advance(10 * 60_000);
      await getForecast(key, { lat });
    };
    const sum = 'forecast_age_seconds_sum{source="simulated"}';
    expect(await growth([ageBucket("300"), ageBucket("900"), sum], twice)).toEqual([1, 2, 600]);
  });

  it.each([
    {
      what: "calls by method and code",
      expected: {
        'calls_total{method="GetForecast",code="ok"}': 2,
        'calls_total{method="GetForecast",code="unauthenticated"}': 1,
        'call_seconds_count{method="GetForecast"}': 3,
      },
    },
    { what: "forecasts that are not cached", expected: { 'forecast_cache_total{result="miss"}': 1 } },
    {
      what: "operations of the store",
      expected: { [storeCount("findCaller", "ok")]: 1, [storeCount("spend", "ok")]: 2 },
    },
  ])("count $what", async ({ expected }) => {
    const { key } = await used().service.createCaller();
    const lat = (places += 1);
    const calls = async () => {
      for (const by of [key, key, "nonsense"]) await getForecast(by, { lat });
    };
    expect(await growth(Object.keys(expected), calls)).toEqual(Object.values(expected));
  });

  it("have no further series for further callers, places, request ids, wrong keys and unknown paths", async () => {
    // Callers with an SLA are the one exception, which account-calls.ts bounds.
    const plan = "starter";
    const callOnce = async (lat: number) => {
      const { key } = await used().service.createCaller({ plan });
      await getForecast(key, { lat, headers: { "x-request-id": `request-${lat}` } });
      await getForecast(`nonsense-${lat}`);
    };
    await callOnce(9);
    const before = [...(await scrape()).keys()];
    for (let lat = 10; lat < 15; lat += 1) await callOnce(lat);
    for (const path of ["wp-login.php", ".env", "suitability.v1.ForecastService/Nothing"]) {
      await used().service.get(`/${path}`);
    }
    expect([...(await scrape()).keys()]).toEqual(before);
  });

  const ports = ["grpc", "http"] as const;

  it("have the limit of connections of each port", async () => {
    const figures = await scrape();
    expect(ports.map((port) => figures.get(`connections_max{port="${port}"}`))).toEqual([1_000, 10_000]);
  });

  it("count the connections that are open at each port", async () => {
    const numbers = used().service.ports;
    const open = async () => {
      const figures = await scrape();
      return ports.map((port) => figures.get(`connections{port="${port}"}`) ?? 0);
    };
    const [grpc = 0] = await open();
    const sockets = ports.flatMap((port) => [1, 2].map(() => connect(numbers[port], "127.0.0.1")));
    // Connections of earlier tests to the HTTP port may still be open.
    const atLeastTwo = expect.toSatisfy((count: number) => count >= 2);
    await vi.waitFor(async () => expect(await open()).toEqual([grpc + 2, atLeastTwo]), { timeout: 10_000 });
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await open())[0]).toBe(grpc), { timeout: 10_000 });
  });

  // This test comes last, because it closes the store.
  it("count failed operations of the store apart from good ones", async () => {
    const { store, get, ports } = used().service;
    await store.close();
    const probe = () => get("/readyz", { port: ports.ops });
    const [failed] = await growth([storeCount("ping", "unavailable")], probe);
    expect(failed).toBeGreaterThan(0);
  });
});
