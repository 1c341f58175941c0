// Headers that say how long an answer may be cached, for whom, and where its weather is from. No shared cache in front
// of a door may give one caller another caller's answer.
import { afterAll, describe, expect, it } from "vitest";
import { answerOf } from "./answer-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { FORECAST_ANSWER, startProvider, useDoors } from "./start-with-doors.ts";

const { settings } = await startProvider(FORECAST_ANSWER, afterAll);
const service = await useDoors({ ...settings, corsOrigins: ["https://a.example", "https://b.example"] });
const { key } = await service.createCaller();

describe("the caching headers of answers", () => {
  it("say at every door where the weather is from, for how long the answer holds, and that it is for one key only", async () => {
    for (const door of service.doors) {
      const call = { method: METHODS.getForecast, request: LONDON, key };
      const { headers } = await answerOf(door, call);
      expect(headers.get("weather-source"), door.name).toBe("open-meteo");
      const maxAge = /^private, max-age=(\d+)$/.exec(headers.get("cache-control") ?? "")?.[1];
      expect(Number(maxAge), door.name).toBeGreaterThanOrEqual(12 * 60);
      expect(Number(maxAge), door.name).toBeLessThanOrEqual(15 * 60);
      // gRPC knows no caches between a caller and a service.
      if (door.name === "grpc") continue;
      const vary = headers.get("vary")?.toLowerCase().split(", ");
      expect(vary, door.name).toEqual(expect.arrayContaining(["x-api-key", "origin"]));
    }
  });

  it("forbid caches to store an account's usage, or a refusal", async () => {
    for (const door of service.rpcDoors.filter(({ name }) => name !== "grpc")) {
      const { kind, headers } = await door.call({ method: METHODS.getUsage, request: {}, key });
      expect([kind, headers.get("cache-control")], door.name).toEqual(["answer", "no-store"]);
    }
    for (const path of ["/nowhere", "/v1/forecast?lat=1", "/%zz"]) {
      const { ok, headers } = await service.get(path, { key });
      expect([ok, headers.get("cache-control")], path).toEqual([false, "no-store"]);
    }
  });

  it("tell caches that the API's description is the same with a key and without", async () => {
    expect((await service.get("/openapi.json", { key })).headers.get("vary")).toBe("Origin, Accept-Encoding");
  });

  it("forbid caches to store what the operations port says", async () => {
    for (const path of ["/livez", "/readyz", "/metrics", "/nowhere"]) {
      const response = await service.get(path, { port: service.ports.ops });
      expect(response.headers.get("cache-control"), path).toBe("no-store");
    }
  });
});

it("the sources of the weather and their licences are in the OpenAPI document", async () => {
  const { info } = (await (await service.get("/openapi.json")).json()) as { info: { description: string } };
  expect(info.description).toContain("[Weather data by Open-Meteo.com](https://open-meteo.com/)");
  expect(info.description).toContain("[Based on data from MET Norway](https://api.met.no/)");
});
