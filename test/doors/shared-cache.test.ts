// What a shared cache in front of a door makes of its answers: nobody ever gets what is another's.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { startCachingProxy } from "../support/caching-proxy.ts";
import { createMisbehavingUpstream, type MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { NOW_MS, startTestService, type TestService } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { createConnectCallers } from "./connect-caller.ts";
import { METHODS } from "./methods.ts";
import { createRestCaller } from "./rest-caller.ts";

const ORIGINS = ["https://a.example", "https://b.example"];

const forecast = (lat: number) => ({ method: METHODS.getForecast, request: { lat, lng: 10, days: 1 } });
const usage = { method: METHODS.getUsage, request: {} };

describe.each(["http", "sidecar"] as const)("behind a shared cache, %s", (name) => {
  let upstream: MisbehavingUpstream;
  let service: TestService;

  beforeAll(async () => {
    upstream = await createMisbehavingUpstream({
      kind: "answer",
      body: openMeteoPayload({ nowMs: NOW_MS }),
    });
    service = await startTestService({
      weatherSources: ["open-meteo"],
      openMeteoUrl: upstream.url,
      corsOrigins: ORIGINS,
    });
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
  });

  /** Every door through a cache, and two accounts that can be told apart by their quotas. */
  const start = async () => {
    const proxy = await startCachingProxy(service.ports[name]);
    const doors = [createRestCaller(proxy.port), ...createConnectCallers(proxy.port)];
    const one = await service.createCaller({ monthlyQuota: 1_001 });
    const other = await service.createCaller({ monthlyQuota: 1_002 });
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${proxy.port}${path}`, { headers });
    return { proxy, doors, one, other, get };
  };

  it("an account is told its own usage", async () => {
    const { doors, one, other } = await start();
    const cacheControls = new Set<string | null>();
    for (const door of doors.filter(({ name: doorName }) => doorName !== "rest")) {
      for (const [{ key }, monthlyQuota] of [
        [one, 1_001],
        [other, 1_002],
      ] as const) {
        const { kind, headers, ...outcome } = await door.call({ ...usage, key });
        expect({ kind, ...outcome }, door.name).toMatchObject({
          kind: "answer",
          body: { quota: { monthly_quota: monthlyQuota } },
        });
        cacheControls.add(headers.get("cache-control"));
        const refusal = await door.call({ ...usage, key: createApiKey() });
        expect(refusal, door.name).toMatchObject({ kind: "fault", code: "unauthenticated" });
      }
    }
    expect([...cacheControls]).toEqual(["no-store"]);
  });

  it("a forecast is answered and counted for each account, whoever asked before", async () => {
    const { doors, one, other } = await start();
    for (const [i, door] of doors.entries()) {
      const call = forecast(i);
      const refusal = await door.call({ ...call, key: createApiKey() });
      expect(refusal, door.name).toMatchObject({ kind: "fault", code: "unauthenticated" });
      for (const [{ key }, quota] of [
        [one, 1_001],
        [other, 1_002],
        [one, 1_001],
      ] as const) {
        const { kind, headers } = await door.call({ ...call, key });
        expect(kind, door.name).toBe("answer");
        expect(headers.get("ratelimit-policy"), door.name).toContain(`;q=${quota};`);
        expect(headers.get("cache-control"), door.name).toMatch(/^private, max-age=\d+$/);
        expect(headers.get("vary")?.toLowerCase().split(", "), door.name).toEqual(
          expect.arrayContaining(["x-api-key", "origin"]),
        );
      }
      const stranger = await door.call({ ...call, key: undefined });
      expect(stranger, door.name).toMatchObject({ kind: "fault", code: "unauthenticated" });
    }
    const counted = async ({ accountId }: { accountId: string }) =>
      (await service.store.usage(accountId, "2026-11")).reduce((sum, { calls }) => sum + calls, 0);
    expect([await counted(one), await counted(other)]).toEqual([2 * doors.length, doors.length]);
  });

  it("an answer that is compressed for who can read it says so", async () => {
    const { get, one } = await start();
    const message = encodeURIComponent(JSON.stringify(forecast(60).request));
    const path = `/suitability.v1.ForecastService/GetForecast?connect=v1&encoding=json&message=${message}`;
    const { headers } = await get(path, { "accept-encoding": "gzip", "x-api-key": one.key });
    expect(headers.get("content-encoding")).toBe("gzip");
    expect(headers.get("vary")?.split(", ")).toContain("Accept-Encoding");
  });

  it("the API's description is fetched once for all who ask from the same origin", async () => {
    const { proxy, get, one } = await start();
    for (const [origin, passed] of [
      [ORIGINS[0], 1],
      [ORIGINS[1], 2],
      [ORIGINS[0], 3],
      [ORIGINS[0], 3],
    ] as const) {
      const response = await get("/openapi.json", { origin: String(origin), "x-api-key": one.key });
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
      expect(proxy.passed()).toBeLessThanOrEqual(passed);
    }
    // What it says is the same with a key and without.
    expect((await get("/openapi.json")).headers.get("vary")).toBe("Origin");
  });

  it("the dashboard's files are asked about at each visit, and refusals always anew", async () => {
    const { proxy, get } = await start();
    for (const passed of [1, 2]) {
      const response = await get("/dashboard");
      expect([response.status, proxy.passed()]).toEqual([200, passed]);
      expect(response.headers.get("cache-control")).toBe("public, no-cache");
    }
    for (const path of ["/nowhere", "/v1/forecast?lat=1", "/%zz"]) {
      const first = await get(path);
      expect(first.status).toBeGreaterThanOrEqual(400);
      expect(first.headers.get("cache-control"), path).toBe("no-store");
      const passed = proxy.passed();
      await get(path);
      expect(proxy.passed(), path).toBe(passed + 1);
    }
  });
});

it("what the operations port says holds for the moment alone", async () => {
  const service = await startTestService();
  try {
    for (const path of ["/livez", "/readyz", "/metrics", "/nowhere"]) {
      const response = await fetch(`http://127.0.0.1:${service.ports.ops}${path}`);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
    }
  } finally {
    await service.stop();
  }
});
