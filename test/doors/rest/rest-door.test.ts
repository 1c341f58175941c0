import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test, vi } from "vitest";
import {
  ForecastService,
  GetForecastRequestSchema,
  GetForecastResponseSchema,
} from "#gen/suitability/v1/forecast_pb.ts";
import { fault } from "../../../src/fault.ts";
import { startDoor } from "./door.ts";

const forecast = create(GetForecastResponseSchema, {
  location: { lat: 51.5, lng: -0.1278 },
  hours: [
    {
      time: timestampFromMs(Date.UTC(2026, 10, 21, 14)),
      tempC: 9.5,
      rainMm: 0,
      windKmh: 12.25,
      cloudCoverPct: 100,
    },
  ],
});

/** Without those of the connection, which follow from what the client asks for. */
function ownHeaders({ headers }: Response): Record<string, string | undefined> {
  const own = Object.fromEntries(headers);
  return { ...own, date: undefined, connection: undefined, "keep-alive": undefined };
}

describe("an answer", () => {
  test("is the message as JSON", async () => {
    const door = await startDoor({ respond: () => forecast });
    const response = await door.get("/v1/forecast?lat=1&lng=2");
    expect(await response.text()).toBe(
      '{"location":{"lat":51.5,"lng":-0.1278},"hours":[{"time":"2026-11-21T14:00:00Z","temp_c":9.5,"rain_mm":0,' +
        '"wind_kmh":12.25,"cloud_cover_pct":100,"playability_score":0}]}',
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("carries the call's headers, but none of the wire it came over", async () => {
    const door = await startDoor({
      responseHeaders: {
        ratelimit: '"month";r=493;t=86400',
        "cache-control": "private, max-age=60",
        "content-type": "application/grpc",
        "grpc-accept-encoding": "identity",
        "trace-bin": "AAAA",
        "x-request-id": "another",
      },
    });
    const { headers } = await door.get("/v1/forecast", { headers: { "x-request-id": "mine" } });
    expect(Object.fromEntries(headers)).toMatchObject({
      ratelimit: '"month";r=493;t=86400',
      "cache-control": "private, max-age=60",
      "content-type": "application/json; charset=utf-8",
      "x-request-id": "mine",
    });
    expect(headers.has("grpc-accept-encoding")).toBe(false);
    expect(headers.has("trace-bin")).toBe(false);
  });

  test("to HEAD is one call, and has the headers of GET without its body", async () => {
    const door = await startDoor({ respond: () => forecast, responseHeaders: { ratelimit: "1" } });
    const init = { headers: { "x-request-id": "same" } };
    const got = await door.get("/v1/forecast", init);
    const head = await door.get("/v1/forecast", { ...init, method: "HEAD" });
    expect(ownHeaders(head)).toEqual(ownHeaders(got));
    expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(await got.text())));
    expect(await head.text()).toBe("");
    expect(door.calls).toHaveLength(2);
  });
});

describe("a call", () => {
  test("is the method, the message, who calls, and no deadline of the door's own", async () => {
    const door = await startDoor();
    await door.get("/v1/forecast?lat=51.5&days=2", {
      headers: { "X-API-Key": "wsk_1", "X-Request-Id": "id-1", traceparent: "00-1", "X-Other": "1" },
    });
    const [call] = door.calls;
    expect(call).toMatchObject({
      method: ForecastService.method.getForecast,
      question: create(GetForecastRequestSchema, { lat: 51.5, days: 2 }),
      key: "wsk_1",
      requestId: "id-1",
      traceparent: "00-1",
    });
    expect(call?.timeoutMs).toBeUndefined();
  });

  test("hears when its caller leaves", async () => {
    const { promise, resolve } = Promise.withResolvers<Message>();
    const door = await startDoor({ respond: () => promise });
    const request = httpRequest(`${door.url}/v1/forecast`);
    request.on("error", () => {});
    request.end();
    await vi.waitFor(() => expect(door.calls).toHaveLength(1), { timeout: 15_000 });
    expect(door.calls[0]?.presence.gone).toBeUndefined();
    request.destroy();
    await vi.waitFor(() => expect(door.calls[0]?.presence.gone).toBeDefined(), { timeout: 15_000 });
    resolve(forecast);
    expect((await door.get("/openapi.json")).status).toBe(200);
    expect(door.bugs).toEqual([]);
  });

  test("that was answered does not hear of it afterwards", async () => {
    const door = await startDoor();
    const request = httpRequest(`${door.url}/v1/forecast`, { agent: false });
    request.end();
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "close");
    expect(door.calls[0]?.presence.gone).toBeUndefined();
  });
});

describe("a refusal", () => {
  test("for too much to do comes before anything else, and nothing is called", async () => {
    const sentence = "Try again in a few seconds.";
    const overload = fault({ sentence, reason: "OVERLOADED", retryAfterSeconds: 3 });
    const door = await startDoor({ overloadRefusal: async () => overload });
    const refused = await door.get("/v1/forecast?lat=x");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "3"]);
    expect(await refused.json()).toMatchObject({ code: "unavailable", detail: sentence });
    expect(door.calls).toEqual([]);
  });

  test("of an unreadable query names every fault and comes after the check of the key", async () => {
    const keyMissing = fault({ sentence: "Send a key.", reason: "KEY_MISSING" });
    const door = await startDoor({
      authenticate: ({ key }) => {
        if (key === undefined) throw keyMissing;
      },
    });
    const path = "/v1/forecast?lat=x&day=2";
    const stranger = await door.get(path);
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get("www-authenticate")).toBe(
      'ApiKey realm="api", header="X-API-Key", Bearer realm="api"',
    );
    const known = await door.get(path, { headers: { "x-api-key": "wsk_1", "x-request-id": "id-1" } });
    expect(known.status).toBe(400);
    expect(known.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    const unknown = "is unknown; did you mean days?";
    expect(await known.json()).toMatchObject({
      status: 400,
      detail: `lat must be a decimal number such as 51.5. day ${unknown}`,
      violations: [
        {
          field: "lat",
          description: "must be a decimal number such as 51.5.",
          reason: "INVALID_PARAMETER",
        },
        { field: "day", description: unknown, reason: "UNKNOWN_PARAMETER" },
      ],
      request_id: "id-1",
    });
    expect(door.calls[1]?.question).toEqual(create(GetForecastRequestSchema));
  });

  test("to HEAD has the status and headers of the problem, and no body", async () => {
    const door = await startDoor();
    const response = await door.get("/v1/forecast?day=1", { method: "HEAD" });
    expect(response.status).toBe(400);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(100);
    expect(await response.text()).toBe("");
  });
});

describe("a bug", () => {
  test.each([
    ["an Error", () => Promise.reject(new Error("SELECT * FROM keys at /srv/store.ts"))],
    ["a string", () => Promise.reject("secret")],
    ["an Error with a status", () => Promise.reject(Object.assign(new Error("secret"), { statusCode: 503 }))],
    [
      "an answer that cannot be written",
      () => create(GetForecastResponseSchema, { location: { lat: Number.NaN } }),
    ],
  ])("that throws %s is reported with the request id, and nothing of it is sent", async (_name, respond) => {
    const door = await startDoor({ respond, responseHeaders: { ratelimit: "1" } });
    const response = await door.get("/v1/forecast", { headers: { "x-request-id": "id-1" } });
    const body = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ code: "internal", request_id: "id-1" });
    expect(body).not.toMatch(/SELECT|secret|\/srv|Error:|undefined|TypeError/);
    expect(door.bugs).toHaveLength(1);
    expect(door.bugs[0]?.call.requestId).toBe("id-1");
  });

  test("is reported with the trace that the caller named, and never with an id unfit for a log", async () => {
    const door = await startDoor({ respond: () => Promise.reject(new Error("x")) });
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await door.get("/v1/forecast", { headers: { traceparent, "x-request-id": "a b" } });
    const call = door.bugs[0]?.call;
    expect(call?.traceparent).toBe(traceparent);
    expect(call?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("that a fault already tells is not reported again", async () => {
    const door = await startDoor({ respond: () => Promise.reject(new ConnectError("x", Code.Internal)) });
    expect((await door.get("/v1/forecast")).status).toBe(500);
    expect(door.bugs).toEqual([]);
  });
});
