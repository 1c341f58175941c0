// What answers say of how long they hold, for whom, and of where they are from: no shared cache in front of a door gives anybody
// what is another's.
import { afterAll, describe, expect, it } from "vitest";
import { LONDON, METHODS } from "./methods.ts";
import { FORECAST_ANSWER, startProvider, useDoors } from "./start-with-doors.ts";

const SLOT = "2026-11-22T14:00:00Z";
const CALLS = [
  { method: METHODS.getForecast, request: LONDON },
  { method: METHODS.getBookingConfidence, request: { ...LONDON, start_time: SLOT, duration_minutes: 60 } },
  { method: METHODS.rankSafeSlots, request: { ...LONDON, slots: [SLOT] } },
];

const { settings } = await startProvider(FORECAST_ANSWER, afterAll);
const service = await useDoors({ ...settings, corsOrigins: ["https://a.example", "https://b.example"] });
const { key } = await service.createCaller();
const namesIn = (header: string | null) => header?.toLowerCase().split(", ");

describe("the caching headers of answers", () => {
  const get = (path: string, headers: Record<string, string> = {}, port = service.ports.http) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-api-key": key, ...headers } });

  it("say at every door where the weather is from, for how long the answer holds, and that it is one key's", async () => {
    for (const door of service.doors) {
      for (const call of CALLS) {
        const { kind, headers } = await door.call({ ...call, key });
        expect(kind, door.name).toBe("answer");
        expect(headers.get("weather-source"), door.name).toBe("open-meteo");
        const maxAge = /^private, max-age=(\d+)$/.exec(headers.get("cache-control") ?? "")?.[1];
        expect(Number(maxAge), door.name).toBeGreaterThanOrEqual(12 * 60);
        expect(Number(maxAge), door.name).toBeLessThanOrEqual(15 * 60);
        // gRPC knows no caches between a caller and a service.
        if (door.name === "grpc") continue;
        const vary = namesIn(headers.get("vary"));
        expect(vary, door.name).toEqual(expect.arrayContaining(["x-api-key", "origin"]));
      }
    }
  });

  it("let nobody keep an account's usage, or a refusal", async () => {
    for (const door of service.doors.filter(({ name }) => !name.startsWith("rest") && name !== "grpc")) {
      const { kind, headers } = await door.call({ method: METHODS.getUsage, request: {}, key });
      expect([kind, headers.get("cache-control")], door.name).toEqual(["answer", "no-store"]);
    }
    for (const path of ["/nowhere", "/v1/forecast?lat=1", "/%zz"]) {
      const { ok, headers } = await get(path);
      expect([ok, headers.get("cache-control")], path).toEqual([false, "no-store"]);
    }
  });

  it("let everybody keep the API's description for their origin, and the dashboard as long as it is asked about", async () => {
    const description = await get("/openapi.json");
    expect(description.headers.get("cache-control")).toBe("public, max-age=3600");
    // What it says is the same with a key and without.
    expect(description.headers.get("vary")).toBe("Origin");
    expect((await get("/dashboard")).headers.get("cache-control")).toBe("public, no-cache");
  });

  it("say of an answer that is compressed for who can read it that it is", async () => {
    const message = encodeURIComponent(JSON.stringify({ lat: 60, lng: 10, days: 1 }));
    const path = `/suitability.v1.ForecastService/GetForecast?connect=v1&encoding=json&message=${message}`;
    const { headers } = await get(path, { "accept-encoding": "gzip" });
    expect(headers.get("content-encoding")).toBe("gzip");
    expect(namesIn(headers.get("vary"))).toContain("accept-encoding");
  });

  it("let nobody keep what the operations port says", async () => {
    for (const path of ["/livez", "/readyz", "/metrics", "/nowhere"]) {
      const response = await get(path, {}, service.ports.ops);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
    }
  });
});

it("the sources of the weather and their licences are in the OpenAPI document", async () => {
  const response = await fetch(`http://127.0.0.1:${service.ports.http}/openapi.json`);
  const { info } = (await response.json()) as { info: { description: string } };
  expect(info.description).toContain("[Weather data by Open-Meteo.com](https://open-meteo.com/)");
  expect(info.description).toContain("[Based on data from MET Norway](https://api.met.no/)");
});
