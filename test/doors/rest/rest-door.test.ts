import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import {
  ForecastService,
  GetForecastRequestSchema,
  GetForecastResponseSchema,
} from "#gen/suitability/v1/forecast_pb.ts";
import { startDoor, useDoor } from "./door.ts";

const door = await useDoor();

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

  test("that was answered does not hear of it afterwards", async () => {
    const request = httpRequest(`${door.url}/v1/forecast`, { agent: false });
    request.end();
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "close");
    expect(door.calls[0]?.presence.gone).toBeUndefined();
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
  ])(
    "that throws %s is reported with its request id and trace, and nothing of it is sent",
    async (_name, respond) => {
      const door = await startDoor({ respond, responseHeaders: { ratelimit: "1" } });
      const headers = { "x-request-id": "id-1", traceparent: "00-1" };
      const response = await door.get("/v1/forecast", { headers });
      const body = await response.text();
      expect(response.status).toBe(500);
      expect(JSON.parse(body)).toMatchObject({ code: "internal", request_id: "id-1" });
      expect(body).not.toMatch(/SELECT|secret|\/srv|Error:|undefined|TypeError/);
      expect(door.bugs).toMatchObject([{ call: { requestId: "id-1", traceparent: "00-1" } }]);
    },
  );

  test("that a fault already tells is not reported again", async () => {
    const door = await startDoor({ respond: () => Promise.reject(new ConnectError("x", Code.Internal)) });
    expect((await door.get("/v1/forecast")).status).toBe(500);
    expect(door.bugs).toEqual([]);
  });
});
