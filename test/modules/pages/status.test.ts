// What /status says, directly and through a sidecar, when all is well and when it is not.
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import manifest from "../../../package.json" with { type: "json" };
import { describe, expect, it, onTestFinished } from "vitest";
import { ServiceState, StatusService } from "#gen/suitability/v1/status_pb.ts";
import { createApiKey } from "../../../src/accounts/api-key.ts";
import { NOW_MS, startTestService, type TestService } from "../../support/service/test-service.ts";
import { useTestService } from "../../support/service/use-test-service.ts";
import { MINUTE_MS } from "../../../src/lib/time/clock.ts";
import { isoTime } from "../../../src/lib/time/iso-time.ts";
import { placeAt } from "../../../src/lib/place.ts";
import { metNorwayPayload } from "../../weather/providers/met-norway/payload.ts";
import { openMeteoAnywhere } from "../../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../../weather/providers/open-meteo/payload.ts";
import { serverThat } from "../../support/fakes/server-that.ts";
import { freePort } from "../../support/programs/free-port.ts";
import { startSidecar } from "../../support/service/start-sidecar.ts";
import { providerSettings } from "../../weather/providers/provider-settings.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const START = "2026-11-21T12:20:00Z";

async function started(...options: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...options);
  onTestFinished(() => service.stop());
  return service;
}

const statusOf = async ({ get, ports }: TestService, port = ports.http): Promise<unknown> =>
  (await get("/status", { port })).json();

const pageOf = async ({ get, ports }: TestService, port = ports.http) =>
  (await get("/status", { headers: BROWSER, port })).text();

const askForecast = ({ get }: TestService, { lat, key }: { readonly lat: number; readonly key: string }) =>
  get(`/v1/forecast?lat=${lat}&lng=-0.12`, { key });

/** Settings for a stand-in MET Norway with a forecast of every place, dated as the test says. */
async function startMetNorway(updatedAt: () => string | undefined = () => undefined) {
  const metNorway = await serverThat({
    kind: "reply",
    reply: ({ searchParams }) => {
      const place = placeAt(Number(searchParams.get("lat")), Number(searchParams.get("lon")));
      const body = metNorwayPayload({ nowMs: NOW_MS, place });
      body.properties.meta.updated_at = updatedAt() ?? body.properties.meta.updated_at;
      return { body };
    },
  });
  return { MET_NORWAY_URL: metNorway.url, MET_NORWAY_USER_AGENT: "acme-bookings ops@acme.example" };
}

/** Settings for a stand-in Open-Meteo that fails, and a function that mends it. */
async function startFailingOpenMeteo() {
  const openMeteo = await serverThat({ kind: "answer", status: 502, body: "secret words" });
  const mend = () => openMeteo.behave(openMeteoAnywhere(openMeteoPayload({ nowMs: NOW_MS })));
  return { settings: { OPEN_METEO_URL: openMeteo.url }, mend };
}

describe("the status", () => {
  it("is well, has the age of the forecasts in answers, and is the same through a sidecar", async () => {
    const service = await started();
    const fresh = {
      as_of: START,
      state: "ok",
      sources: [{ name: "simulated", state: "asked_first", since: START }],
      recent_calls: "none",
      version: manifest.version,
    };
    expect(await statusOf(service)).toEqual(fresh);
    expect(await statusOf(service, service.ports.sidecar)).toEqual(fresh);
    const { key } = await service.createCaller();
    await askForecast(service, { lat: 1, key });
    // If all forecasts are equally old, one clause is enough.
    service.clock.advance(5_000);
    expect(await pageOf(service)).toMatch(/answers: 99 of 100 at most \d+ minutes?\.</);
    service.clock.advance(5 * MINUTE_MS);
    await askForecast(service, { lat: 1, key });
    const later = await statusOf(service);
    expect(later).toMatchObject({ as_of: "2026-11-21T12:25:05Z" });
    expect(await pageOf(service)).toContain(`Version ${manifest.version}.`);
    const { p50_seconds: p50, p99_seconds: p99 } = (later as { forecast_age: Record<string, number> })
      .forecast_age;
    expect(p99).toBe(Number(p50) + 305);
    expect(await statusOf(service, service.ports.sidecar)).toEqual(later);
    expect(await pageOf(service)).toMatch(/answers: half at most .*, 99 of 100 at most .*\.</);
  });

  it("says which source failed over to which, since when and why, without the sources' own words or a place", async () => {
    const { settings, mend } = await startFailingOpenMeteo();
    const service = await started({
      weatherSources: ["open-meteo", "met-norway"],
      providerSettings: providerSettings({ ...settings, ...(await startMetNorway()) }),
    });
    const { key } = await service.createCaller({ plan: "enterprise" });
    service.clock.advance(30_000);
    for (let lat = 1; lat <= 5; lat++) expect((await askForecast(service, { lat, key })).status).toBe(200);
    for (const port of [service.ports.http, service.ports.sidecar]) {
      const text = await (await service.get("/status", { port })).text();
      expect(JSON.parse(text)).toMatchObject({
        state: "degraded",
        sources: [
          {
            name: "open-meteo",
            state: "left_alone",
            since: "2026-11-21T12:20:30Z",
            last_failure: { kind: "failed", at: "2026-11-21T12:20:30Z" },
          },
          { name: "met-norway", state: "asked_first", since: "2026-11-21T12:20:30Z" },
        ],
      });
      expect(text).not.toMatch(/secret|502|127\.0\.0\.1|-0\.12/);
      const html = await pageOf(service, port);
      expect(html).toMatch(
        /Open-Meteo<[^]*not asked for the moment[^]*reported a failure of its own[^]*MET Norway<[^]*in use/,
      );
      expect(html).not.toMatch(/secret|502|127\.0\.0\.1|-0\.12|\{\{/);
    }
    mend();
    service.clock.advance(11_000);
    await askForecast(service, { lat: 6, key });
    service.clock.advance(5_000);
    expect(await statusOf(service)).toMatchObject({
      state: "ok",
      sources: [
        { state: "asked_first", since: "2026-11-21T12:20:41Z", last_failure: { kind: "failed" } },
        {},
      ],
    });
  });

  it("is degraded while the source in use has only an old forecast, and says how old", async () => {
    let updatedAt = "2026-11-20T06:20:00Z";
    const settings = await startMetNorway(() => updatedAt);
    const service = await started({
      weatherSources: ["met-norway"],
      providerSettings: providerSettings(settings),
    });
    const { key } = await service.createCaller({ plan: "enterprise" });
    expect((await askForecast(service, { lat: 1, key })).status).toBe(200);
    for (const port of [service.ports.http, service.ports.sidecar]) {
      expect(await statusOf(service, port)).toMatchObject({
        state: "degraded",
        sources: [{ name: "met-norway", state: "asked_first", outdated_forecast_at: updatedAt }],
      });
      expect(await pageOf(service, port)).toMatch(
        /in use[^]*nothing newer than a forecast of [^]*2026-11-20 06:20 UTC[^]*30 hours ago/,
      );
    }
    expect(await service.figureOf('weather_outdated_total{source="met-norway"}')).toBe(1);

    updatedAt = "2026-11-20T12:20:00Z";
    expect((await askForecast(service, { lat: 3, key })).status).toBe(200);
    service.clock.advance(5_000);
    const { state, sources } = (await statusOf(service)) as { state: string; sources: readonly object[] };
    expect(state).toBe("ok");
    expect(sources[0]).not.toHaveProperty("outdated_forecast_at");
  });

  it("is degraded while calls are refused because there are too many", async () => {
    let isSaturated = true;
    const nothing = () => undefined;
    const service = await started(
      {},
      { saturation: { isSaturated: () => isSaturated, start: nothing, stop: nothing } },
    );
    expect(await statusOf(service)).toMatchObject({ state: "degraded", sources: [{ state: "asked_first" }] });
    // The core refuses its sidecar's call for the status, but reports that it is serving.
    expect(await statusOf(service, service.ports.sidecar)).toEqual({
      as_of: START,
      state: "degraded",
      sources: [],
    });
    const page = await pageOf(service, service.ports.sidecar);
    expect(page).toContain("Not known at the moment.");
    expect(page).not.toContain("No call was answered");
    isSaturated = false;
    service.clock.advance(5_000);
    expect(await statusOf(service, service.ports.sidecar)).toMatchObject({ state: "ok" });
  });

  it("is down while the store does not answer, and still has its page", async () => {
    const service = await started();
    await service.store.close();
    expect(await statusOf(service)).toMatchObject({ state: "down" });
    const page = await service.get("/status", { headers: BROWSER });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Out of order");
  });
});

describe("the status while no call is answered", () => {
  const SAYS_ANSWERED = /Calls are answered/;

  it("is down behind a sidecar whose core is down", async () => {
    const { ports } = await startSidecar({ corePort: await freePort() });
    const response = await fetch(`http://127.0.0.1:${ports.http}/status.json`);
    expect(await response.json()).toEqual({ as_of: START, state: "down", sources: [] });
  });

  it("is down if no source answers, until one does", async () => {
    const { settings, mend } = await startFailingOpenMeteo();
    const service = await started({
      weatherSources: ["open-meteo"],
      providerSettings: providerSettings(settings),
    });
    const { key } = await service.createCaller();
    expect((await askForecast(service, { lat: 1, key })).status).toBe(503);
    for (const port of [service.ports.http, service.ports.sidecar]) {
      expect(await statusOf(service, port)).toMatchObject({ state: "down", recent_calls: "failed" });
    }
    expect(await pageOf(service)).not.toMatch(SAYS_ANSWERED);
    mend();
    service.clock.advance(11_000);
    expect((await askForecast(service, { lat: 1, key })).status).toBe(200);
    expect(await statusOf(service)).toMatchObject({ state: "ok", recent_calls: "answered" });
    expect(await pageOf(service)).toMatch(SAYS_ANSWERED);
  });

  it("is degraded when every call with a known key was refused", async () => {
    const service = await started();
    const { key } = await service.createCaller({ plan: "free", monthlyQuota: 0 });
    await askForecast(service, { lat: 1, key: createApiKey() });
    expect(await statusOf(service)).toMatchObject({ state: "ok", recent_calls: "none" });
    expect(await pageOf(service)).not.toMatch(SAYS_ANSWERED);
    service.clock.advance(5_000);
    expect((await askForecast(service, { lat: 1, key })).status).toBe(429);
    expect(await statusOf(service)).toMatchObject({ state: "degraded", recent_calls: "refused" });
    expect(await pageOf(service)).toMatch(/Every call of the last five minutes was refused/);
    expect(await pageOf(service)).not.toMatch(SAYS_ANSWERED);
  });
});

describe("the status of a service that is well", () => {
  const used = useTestService();

  it("is checked at most once in five seconds, however many callers ask, and may be cached for thirty seconds", async () => {
    const { service } = used();
    service.clock.advance(5_000);
    const first = (await statusOf(service)) as { as_of: string };
    service.clock.advance(4_999);
    expect(await statusOf(service)).toEqual(first);
    const pings = async () =>
      Number(
        /^suitability_store_seconds_count\{operation="ping".*\} (\d+)$/m.exec(await service.metrics())?.[1],
      );
    const before = await pings();
    await Promise.all(Array.from({ length: 200 }, () => service.get("/status")));
    // The second reading of the metrics pings once itself.
    expect(await pings()).toBe(before + 1);
    service.clock.advance(1);
    const response = await service.get("/status");
    expect(response.headers.get("cache-control")).toBe("public, max-age=30");
    expect(response.headers.get("vary")).toBe("Accept");
    expect(await response.json()).toMatchObject({ as_of: isoTime(Date.parse(first.as_of) + 5_000) });
  });

  it("is a page for browsers, JSON for programs, and JSON for everybody as /status.json", async () => {
    const { service } = used();
    const page = await service.get("/status", { headers: BROWSER });
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(await page.text()).toContain("All is well");
    for (const [path, accept] of [
      ["/status", "application/json"],
      ["/status.json", BROWSER.accept],
    ] as const) {
      const { headers } = await service.get(path, { headers: { accept } });
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    }
  });

  it("is sent over gRPC without a key, and with a wrong key too", async () => {
    const { service } = used();
    const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${service.ports.grpc}` });
    const client = createClient(StatusService, transport);
    expect((await client.getStatus({})).state).toBe(ServiceState.OK);
    expect((await client.getStatus({}, { headers: { "x-api-key": "wsk_x" } })).state).toBe(ServiceState.OK);
  });
});
