// What an answer says of its age and its source, at every door, and answers that a caller has already.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMisbehavingUpstream, type MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startDoors, type ServiceWithDoors } from "./start-with-doors.ts";

const PATH = "/v1/forecast?lat=51.5&lng=-0.12";

const CALLS = [
  { method: METHODS.getForecast, request: LONDON },
  {
    method: METHODS.getBookingConfidence,
    request: { ...LONDON, start_time: "2026-11-22T14:00:00Z", duration_minutes: 60 },
  },
  { method: METHODS.rankSafeSlots, request: { ...LONDON, slots: ["2026-11-22T14:00:00Z"] } },
];

describe("the caching headers of answers", () => {
  let upstream: MisbehavingUpstream;
  let service: ServiceWithDoors;
  let caller: { key: string };

  beforeAll(async () => {
    const body = openMeteoPayload({ nowMs: NOW_MS });
    upstream = await createMisbehavingUpstream({ kind: "answer", body });
    service = await startDoors({ weatherSources: ["open-meteo"], openMeteoUrl: upstream.url });
    caller = await service.createCaller();
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
  });

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

  it("an answer that the caller has is 304, also through the sidecar, and counts", async () => {
    const left = ({ headers }: Response) => Number(/;r=(\d+);/.exec(headers.get("ratelimit") ?? "")?.[1]);
    const first = await get(PATH);
    const ifNoneMatch = { "if-none-match": first.headers.get("etag") ?? "" };
    for (const [i, port] of [service.ports.http, service.ports.sidecar].entries()) {
      const response = await get(PATH, ifNoneMatch, port);
      expect(response.status).toBe(304);
      expect(left(response)).toBe(left(first) - i - 1);
    }
  });

  it("an answer from a forecast that is no longer fresh has to be asked about each time", async () => {
    const path = "/v1/safe-slots?lat=10&lng=10&slots=2026-11-22T14:00:00Z";
    await get(path);
    upstream.behave({ kind: "answer", status: 503, body: "down" });
    service.clock.advance(20 * 60_000);
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    service.clock.advance(-20 * 60_000);
  });

  it("a request is judged anew each time it comes", async () => {
    const slot =
      "/v1/booking-confidence?lat=51.5&lng=-0.12&start_time=2026-11-21T12:30:00Z&duration_minutes=60";
    expect([(await get(slot)).status, (await get(slot)).status]).toEqual([200, 200]);
    service.clock.advance(60 * 60_000);
    expect((await get(slot)).status).toBe(400);
    service.clock.advance(-60 * 60_000);
  });

  it("the source and its licence are in the OpenAPI document", async () => {
    const { info } = (await (await get("/openapi.json")).json()) as { info: { description: string } };
    expect(info.description).toContain("[Weather data by Open-Meteo.com](https://open-meteo.com/)");
    expect(info.description).toContain("[Based on data from MET Norway](https://api.met.no/)");
  });
});
