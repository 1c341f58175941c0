import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GetForecastResponseSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { startDoor, useDoor } from "./door.ts";

const door = await useDoor();

const forecast = create(GetForecastResponseSchema, { location: { lat: 51.5, lng: -0.1278 } });

/** The response's headers without the connection's headers, which depend on the client. */
function ownHeaders({ headers }: Response): Record<string, string | undefined> {
  const own = Object.fromEntries(headers);
  return { ...own, date: undefined, connection: undefined, "keep-alive": undefined };
}

test("an answer carries the call's headers, but no header of gRPC or of the connection", async () => {
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

test.each([
  { what: "an answer", path: "/v1/forecast", status: 200 },
  { what: "a refusal", path: "/v1/forecast?day=1", status: 400 },
])("$what to HEAD has the same headers as to GET, and no body", async ({ path, status }) => {
  const door = await startDoor({ respond: () => forecast, responseHeaders: { ratelimit: "1" } });
  const init = { headers: { "x-request-id": "same" } };
  const got = await door.get(path, init);
  const head = await door.get(path, { ...init, method: "HEAD" });
  expect([got.status, head.status]).toEqual([status, status]);
  expect(ownHeaders(head)).toEqual(ownHeaders(got));
  expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(await got.text())));
  expect(await head.text()).toBe("");
  expect(door.calls).toHaveLength(2);
});

test("a call that was answered does not learn that its caller has left", async () => {
  const request = httpRequest(`${door.url}/v1/forecast`, { agent: false });
  request.end();
  const [response] = await once(request, "response");
  response.resume();
  await once(response, "close");
  expect(door.calls[0]?.over).toBeUndefined();
});

test("an answer that cannot be written is a bug: it is reported, and nothing of it is sent", async () => {
  const location = { lat: Number.NaN };
  const door = await startDoor({ respond: () => create(GetForecastResponseSchema, { location }) });
  const response = await door.get("/v1/forecast");
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ reason: "INTERNAL" });
  expect(door.bugs).toMatchObject([{ error: { message: expect.stringContaining("a number") } }]);
});
