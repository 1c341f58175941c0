// How each door treats a secret key that a web page sends. Whoever opens the page can read the key.
import { describe, expect, it } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { faultOf } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startWithDoors, useDoors } from "./start-with-doors.ts";

const LISTED = "https://back-office.example";
const CLUB = "https://club.example";
const FORECAST = { method: METHODS.getForecast, request: { ...LONDON, days: 1 } };
const PATH = "/v1/forecast?lat=51.5074&lng=-0.1278&days=1";

const service = await useDoors({ corsOrigins: [LISTED, "capacitor://localhost"] });
const { doors, ports } = service;

describe("a secret key", () => {
  it.each([CLUB, "null", `${LISTED}:8443`, "ionic://localhost"])(
    "is refused to a page of %s at every door, in words that name the ways out, and the refusal is not counted",
    async (origin) => {
      const { accountId, key } = await service.createCaller();
      const fault = await faultOf(doors, { ...FORECAST, key, headers: { origin } });
      expect(fault).toMatchObject({
        code: "permission_denied",
        status: 403,
        reason: "SECRET_KEY_IN_BROWSER",
      });
      expect(fault.sentence).toMatch(/publishable key.*wpk_.*own server/);
      expect(fault.headers.get("ratelimit")).toBeNull();
      expect(await service.callsOf(accountId)).toBe(0);
    },
  );

  it.each([LISTED, "capacitor://localhost"])(
    "is accepted from a page of %s at every door, because CORS_ORIGINS has it",
    async (origin) => {
      const { accountId, key } = await service.createCaller();
      for (const door of doors) {
        const { kind } = await door.call({ ...FORECAST, key, headers: { origin } });
        expect(kind, door.name).toBe("answer");
      }
      expect(await service.callsOf(accountId)).toBe(doors.length);
    },
  );

  it("is accepted from every page if CORS_ORIGINS is *", async () => {
    const open = await startWithDoors({ corsOrigins: ["*"] });
    const { key } = await open.createCaller();
    for (const door of open.doors) {
      const { kind } = await door.call({ ...FORECAST, key, headers: { origin: CLUB } });
      expect(kind, door.name).toBe("answer");
    }
  });

  it.each<[what: string, headers: (host: string) => Record<string, string>]>([
    ["GETs", () => ({ "sec-fetch-site": "same-origin" })],
    ["POSTs", (host) => ({ "sec-fetch-site": "same-origin", origin: `https://${host}` })],
    // Browsers send Sec-Fetch-Site only over TLS and to localhost.
    ["POSTs without TLS", (host) => ({ origin: `http://${host}` })],
    // A proxy may name another host than the page's address.
    ["POSTs through a proxy", () => ({ "sec-fetch-site": "same-origin", origin: "https://weather.example" })],
  ])("is accepted from the service's own pages, for their %s", async (_what, headers) => {
    const { key } = await service.createCaller();
    for (const port of [ports.http, ports.sidecar]) {
      const response = await service.get(PATH, { key, headers: headers(`127.0.0.1:${port}`), port });
      expect(response.status).toBe(200);
    }
  });

  it("is not taken for a key of the service's own pages because of a host that only begins or ends like the service's", async () => {
    const { key } = await service.createCaller();
    for (const origin of [`http://127.0.0.1:${ports.http}0`, `http://a.127.0.0.1:${ports.http}`]) {
      const response = await service.get(PATH, { key, headers: { origin } });
      expect(response.status).toBe(403);
    }
  });

  it("may be used by a page for methods that need no key", async () => {
    const { key } = await service.createCaller();
    const response = await service.get("/status.json", { key, headers: { origin: CLUB } });
    expect(response.status).toBe(200);
  });
});

it.each([
  ["good", 403, "SECRET_KEY_IN_BROWSER"],
  ["unknown", 401, "KEY_UNKNOWN"],
  ["mistyped", 401, "KEY_MALFORMED"],
])("a page may read why its secret key is refused: the key is %s", async (kind, status, reason) => {
  const { key: good } = await service.createCaller();
  const key = { good, unknown: createApiKey(), mistyped: "wsk_mistyped" }[kind] ?? "";
  for (const port of [ports.http, ports.sidecar]) {
    const origin = `http://127.0.0.1:${port}`;
    const headers = { "x-api-key": key, origin: CLUB, "content-type": "application/json" };
    const body = JSON.stringify({ ...LONDON, days: 1 });
    const responses = [
      await fetch(origin + PATH, { headers }),
      await fetch(`${origin}/suitability.v1.ForecastService/GetForecast`, { method: "POST", headers, body }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(status);
      expect(response.headers.get("access-control-allow-origin")).toBe(CLUB);
      expect(response.headers.get("vary")).toContain("Origin");
    }
    expect(await responses[0]?.json()).toMatchObject({ reason });
  }
});
