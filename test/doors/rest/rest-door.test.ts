import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test, vi } from "vitest";
import {
  ForecastService,
  GetForecastRequestSchema,
  GetForecastResponseSchema,
} from "#gen/suitability/v1/forecast_pb.ts";
import { startDoor, useDoor } from "./door.ts";

const door = await useDoor();

const forecast = create(GetForecastResponseSchema, { location: { lat: 51.5, lng: -0.1278 } });

/** Without those of the connection, which follow from what the client asks for. */
function ownHeaders({ headers }: Response): Record<string, string | undefined> {
  const own = Object.fromEntries(headers);
  return { ...own, date: undefined, connection: undefined, "keep-alive": undefined };
}

describe("an answer", () => {
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
    const request = httpRequest(`${door.url}/v1/forecast`, { agent: false });
    request.end();
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "close");
    expect(door.calls[0]?.presence.gone).toBeUndefined();
  });
});

test("a refusal to HEAD has the status and headers of the problem, and no body", async () => {
  const response = await door.get("/v1/forecast?day=1", { method: "HEAD" });
  expect(response.status).toBe(400);
  expect(Number(response.headers.get("content-length"))).toBeGreaterThan(100);
  expect(await response.text()).toBe("");
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
