// What answers say of how long they hold and of where they are from, and what a shared cache in front of a door makes of them: nobody
// ever gets what is another's.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, interceptors } from "undici";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { createConnectCallers } from "./connect-caller.ts";
import { LONDON, METHODS } from "./methods.ts";
import { createRestCaller } from "./rest-caller.ts";
import { FORECAST_ANSWER, startProvider, useDoors } from "./start-with-doors.ts";

const ORIGINS = ["https://a.example", "https://b.example"];

const CALLS = [
  { method: METHODS.getForecast, request: LONDON },
  {
    method: METHODS.getBookingConfidence,
    request: { ...LONDON, start_time: "2026-11-22T14:00:00Z", duration_minutes: 60 },
  },
  { method: METHODS.rankSafeSlots, request: { ...LONDON, slots: ["2026-11-22T14:00:00Z"] } },
];

const forecast = (lat: number) => ({ method: METHODS.getForecast, request: { lat, lng: 10, days: 1 } });
const usage = { method: METHODS.getUsage, request: {} };

const { settings } = await startProvider(FORECAST_ANSWER, afterAll);
const service = await useDoors({ ...settings, corsOrigins: ORIGINS });
const caller = await service.createCaller();

describe("the caching headers of answers", () => {
  const get = (path: string, headers: Record<string, string> = {}, port = service.ports.http) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-api-key": caller.key, ...headers } });

  it("every door says where the weather is from, and for how long the answer holds", async () => {
    for (const door of service.doors) {
      for (const call of CALLS) {
        const { kind, headers } = await door.call({ ...call, key: caller.key });
        expect(kind, door.name).toBe("answer");
        expect(headers.get("weather-source"), door.name).toBe("open-meteo");
        const maxAge = /^private, max-age=(\d+)$/.exec(headers.get("cache-control") ?? "")?.[1];
        expect(Number(maxAge), door.name).toBeGreaterThanOrEqual(12 * 60);
        expect(Number(maxAge), door.name).toBeLessThanOrEqual(15 * 60);
      }
    }
  });

  it("the source and its licence are in the OpenAPI document", async () => {
    const { info } = (await (await get("/openapi.json")).json()) as { info: { description: string } };
    expect(info.description).toContain("[Weather data by Open-Meteo.com](https://open-meteo.com/)");
    expect(info.description).toContain("[Based on data from MET Norway](https://api.met.no/)");
  });
});

describe.each(["http", "sidecar"] as const)("behind a shared cache, %s", (name) => {
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
    const counted = await Promise.all([service.callsOf(one.accountId), service.callsOf(other.accountId)]);
    expect(counted).toEqual([2 * doors.length, doors.length]);
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
  for (const path of ["/livez", "/readyz", "/metrics", "/nowhere"]) {
    const response = await fetch(`http://127.0.0.1:${service.ports.ops}${path}`);
    expect(response.headers.get("cache-control"), path).toBe("no-store");
  }
});

/** Of each connection alone (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = new Set("connection keep-alive te trailer transfer-encoding upgrade expect".split(" "));

/** What RFC 9111 lets a cache do with an answer that says nothing, section 4.2.2. */
const CACHED_BY_DEFAULT_MS = 60_000;

/** As a CDN or a company's proxy is one: it caches whatever it is not told not to. Closed when the test is over. */
async function startCachingProxy(targetPort: number) {
  let passed = 0;
  const agent = new Agent();
  const counted = agent.compose((dispatch) => (options, handler) => {
    passed += 1;
    return dispatch(options, handler);
  });
  const cached = counted.compose(
    interceptors.cache({ type: "shared", cacheByDefault: CACHED_BY_DEFAULT_MS }),
  );
  const server = createServer(async (request, response) => {
    const answer = await cached.request({
      origin: `http://127.0.0.1:${targetPort}`,
      path: request.url ?? "/",
      method: request.method as "GET",
      headers: endToEnd(request.headers),
      body: request.method === "POST" ? request : null,
    });
    response.writeHead(answer.statusCode, endToEnd(answer.headers));
    // An answer may be shorter than its headers say: to a HEAD.
    response.end(Buffer.from(await answer.body.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await agent.destroy();
  });
  return { port: (server.address() as AddressInfo).port, passed: () => passed };
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}
