// What an answer says of its age and its source, at every door, and answers that a caller has already.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { createMisbehavingUpstream, type MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { NOW_MS, startTestService, type TestService } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { allDoors } from "./all-doors.ts";
import { LONDON } from "./refusal-table.ts";

const CALLS = [
  { method: ForecastService.method.getForecast, request: LONDON },
  {
    method: BookingConfidenceService.method.getBookingConfidence,
    request: { ...LONDON, start_time: "2026-11-22T14:00:00Z", duration_minutes: 60 },
  },
  { method: SafeSlotsService.method.rankSafeSlots, request: { ...LONDON, slots: ["2026-11-22T14:00:00Z"] } },
];

describe("answers that are kept", () => {
  let upstream: MisbehavingUpstream;
  let service: TestService;
  let caller: { accountId: string; key: string };

  beforeAll(async () => {
    upstream = await createMisbehavingUpstream({
      kind: "answer",
      body: openMeteoPayload({ nowMs: NOW_MS }),
    });
    service = await startTestService({ weatherSources: ["open-meteo"], openMeteoUrl: upstream.url });
    caller = await service.createCaller();
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${service.ports.http}${path}`, {
      headers: { "x-api-key": caller.key, ...headers },
    });

  it("every door says where the weather is from, and for how long the answer holds", async () => {
    const doors = allDoors(service.ports);
    for (const door of doors) {
      for (const call of CALLS) {
        const { kind, headers } = await door.call({ ...call, key: caller.key });
        expect(kind, door.name).toBe("answer");
        expect(headers.get("weather-source"), door.name).toBe("open-meteo");
        const maxAge = /^private, max-age=(\d+)$/.exec(headers.get("cache-control") ?? "")?.[1];
        expect(Number(maxAge), door.name).toBeGreaterThanOrEqual(12 * 60);
        expect(Number(maxAge), door.name).toBeLessThanOrEqual(15 * 60);
      }
    }
    await Promise.all(doors.map((door) => door.close()));
  });

  it("an answer that the caller has is 304, also through the sidecar, and counts", async () => {
    const path = "/v1/forecast?lat=51.5&lng=-0.12";
    const calls = async () =>
      (await service.store.usage(caller.accountId, "2026-11")).reduce(
        (sum, { calls: more }) => sum + more,
        0,
      );
    const first = await get(path);
    const before = await calls();
    const ifNoneMatch = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await get(path, ifNoneMatch)).status).toBe(304);
    const sidecar = await fetch(`http://127.0.0.1:${service.ports.sidecar}${path}`, {
      headers: { "x-api-key": caller.key, ...ifNoneMatch },
    });
    expect(sidecar.status).toBe(304);
    expect(await calls()).toBe(before + 2);
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

  it("a request is judged anew each time it comes, also where its text was read before", async () => {
    const slot =
      "/v1/booking-confidence?lat=51.5&lng=-0.12&start_time=2026-11-21T12:30:00Z&duration_minutes=60";
    const outside = "/v1/forecast?lat=95&lng=-0.12";
    const statuses = async () => [(await get(slot)).status, (await get(outside)).status];
    expect(await statuses()).toEqual([200, 400]);
    expect(await statuses()).toEqual([200, 400]);
    service.clock.advance(60 * 60_000);
    expect(await statuses()).toEqual([400, 400]);
    service.clock.advance(-60 * 60_000);
  });

  it("the source and its licence are in the OpenAPI document", async () => {
    const { info } = (await (await get("/openapi.json")).json()) as { info: { description: string } };
    expect(info.description).toContain("[Weather data by Open-Meteo.com](https://open-meteo.com/)");
    expect(info.description).toContain("[Based on data from MET Norway](https://api.met.no/)");
  });
});
