import { once } from "node:events";
import { connect } from "node:net";
import type { Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { describe, expect, test, vi } from "vitest";
import { GetForecastResponseSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { type Door, startDoor } from "./door.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Sends bytes as they are and returns everything that comes back until the connection is closed. */
async function raw(door: Door, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(door.url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

describe("a request id", () => {
  test.each([
    ["a plain one", "abc.DEF_1-2", true],
    ["the longest", "x".repeat(128), true],
    ["one too long", "x".repeat(129), false],
    ["one with a space", "a b", false],
    ["one with markup", "<script>", false],
    ["an empty one", "", false],
  ])("given as %s is taken over or replaced", async (_name, given, isKept) => {
    const door = await startDoor();
    const { headers } = await door.get("/v1/forecast", { headers: { "x-request-id": given } });
    const returned = headers.get("x-request-id");
    expect(returned).toMatch(isKept ? given : UUID);
    expect(door.calls[0]?.requestId).toBe(returned);
  });

  test.each([
    ["an answer", "/v1/forecast", "GET"],
    ["an unknown path", "/v2", "GET"],
    ["a wrong method", "/v1/forecast", "PUT"],
    ["a malformed path", "/%", "GET"],
    ["the OpenAPI document", "/openapi.json", "GET"],
    ["OPTIONS", "/v1/forecast", "OPTIONS"],
  ])("is on %s", async (_name, path, method) => {
    const door = await startDoor();
    const response = await door.get(path, { method, headers: { "x-request-id": "id-1" } });
    expect(response.headers.get("x-request-id")).toBe("id-1");
  });
});

describe("a request that is too large or broken is refused with a problem", () => {
  const GET = "GET /v1/forecast HTTP/1.1\r\n";
  const HOST = "Host: a\r\nConnection: close\r\n\r\n";
  const LONG_URL = `GET /v1/forecast?sport=${"x".repeat(9000)} HTTP/1.1\r\n`;
  const MALFORMED = { status: 400, reason: "MALFORMED_REQUEST" };

  test.each([
    ["a long URL", LONG_URL + HOST, { status: 414, reason: "URL_TOO_LONG" }],
    [
      "a large body",
      "POST /v1/forecast HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n",
      { status: 413, reason: "BODY_TOO_LARGE" },
    ],
    [
      "large headers",
      `GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${"x".repeat(20_000)}\r\n\r\n`,
      { status: 431, reason: "HEADERS_TOO_LONG" },
    ],
    ["something else than HTTP", "hello\r\n\r\n", MALFORMED],
    ["no host", `${GET}Connection: close\r\n\r\n`, MALFORMED],
    ["a host that is none", `${GET}Host: [\r\nConnection: close\r\n\r\n`, MALFORMED],
    [
      "a malformed path",
      `GET /%zz HTTP/1.1\r\n${HOST}`,
      { ...MALFORMED, detail: "The path is not valid percent-encoded UTF-8." },
    ],
    [
      "a malformed port",
      `GET https://x:99999/v1/forecast?lat=1 HTTP/1.1\r\n${HOST}`,
      { ...MALFORMED, detail: "The request's target is not a valid URL." },
    ],
  ])("%s", async (_name, bytes, problem) => {
    const door = await startDoor();
    const [head = "", body = ""] = (await raw(door, bytes)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${problem.status} \\w`));
    expect(head.toLowerCase()).toContain("content-type: application/problem+json");
    const [, request_id] = /x-request-id: (\S+)/i.exec(head) ?? [];
    const detail = expect.stringMatching(/\.$/) as string;
    expect(JSON.parse(body)).toMatchObject({ detail, ...problem, request_id });
    expect(door.calls).toEqual([]);
  });

  test("a content type that is none, where a body is read", async () => {
    const door = await startDoor({ extend: (app) => void app.post("/upload", async () => "read") });
    const response = await door.get("/upload", {
      method: "POST",
      body: "x",
      headers: { "content-type": "???" },
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      code: "invalid_argument",
      reason: "UNSUPPORTED_MEDIA_TYPE",
      detail: "The request is malformed; check its headers and its body.",
    });
    expect(door.bugs).toEqual([]);
  });

  test.each([
    ["the longest URL that is read", `GET /v1/forecast?sport=${"x".repeat(8192 - 19)} HTTP/1.1`, "", 200],
    ["the largest body that is read", "PUT /v1/forecast HTTP/1.1", "x".repeat(65_536), 405],
  ])("but not %s", async (_name, line, body, status) => {
    const door = await startDoor();
    const answer = await raw(
      door,
      `${line}\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test("slow requests are given up", async () => {
    const { app } = await startDoor();
    expect(app.server.headersTimeout).toBe(10_000);
    expect(app.server.requestTimeout).toBe(15_000);
    expect(app.server.keepAliveTimeout).toBe(75_000);
  });
});

test("an expectation that nobody knows is passed over", async () => {
  const door = await startDoor();
  const answer = await raw(
    door,
    "GET /nowhere HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
});

test("a request on a connection that is open when the server begins to close is answered", async () => {
  const first = Promise.withResolvers<Message>();
  const answer = create(GetForecastResponseSchema);
  const door = await startDoor({ respond: () => (door.calls.length === 1 ? first.promise : answer) });
  const socket = connect(Number(new URL(door.url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  const closed = once(socket, "close");
  const request = "GET /v1/forecast HTTP/1.1\r\nHost: a\r\n\r\n";
  socket.write(request);
  await vi.waitFor(() => expect(door.calls).toHaveLength(1), { timeout: 15_000 });
  const closing = door.app.close();
  await vi.waitFor(() => expect(door.app.server.listening).toBe(false), { timeout: 15_000 });
  socket.write(request);
  await vi.waitFor(() => expect(door.calls).toHaveLength(2), { timeout: 15_000 });
  first.resolve(answer);
  await Promise.all([closing, closed]);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
});

test("a body is left to the door it is for, whatever it claims to be", async () => {
  const door = await startDoor({ extend: (app) => void app.post("/upload", async () => "read") });
  const headers = { "content-type": "application/json" };
  const response = await door.get("/upload", { method: "POST", body: "{not json", headers });
  expect(await response.text()).toBe("read");
});

test.each([
  { name: "nobody is believed", trustedProxies: [], expected: "127.0.0.1" },
  { name: "another network is", trustedProxies: ["10.0.0.0/8"], expected: "127.0.0.1" },
  { name: "the proxy in front is", trustedProxies: ["127.0.0.1"], expected: "203.0.113.7" },
])("where $name, X-Forwarded-For makes $expected the caller", async ({ trustedProxies, expected }) => {
  const door = await startDoor({ trustedProxies });
  await door.get("/v1/forecast", { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(door.calls[0]?.address).toBe(expected);
});

const withStatus = (statusCode: unknown) => Object.assign(new Error("no"), { statusCode });

test.each([
  { name: "a status of 400", thrown: withStatus(400), isBug: false },
  { name: "a status of 499", thrown: withStatus(499), isBug: false },
  { name: "a status of 399", thrown: withStatus(399), isBug: true },
  { name: "a status of 500", thrown: withStatus(500), isBug: true },
  { name: "a status that is a text", thrown: withStatus("400"), isBug: true },
  { name: "no status", thrown: new Error("no"), isBug: true },
  { name: "a status, but no error", thrown: { statusCode: 400 }, isBug: true },
])("what is thrown with $name is told as a bug: $isBug", async ({ thrown, isBug }) => {
  const route = async () => {
    throw thrown;
  };
  const door = await startDoor({ extend: (app) => void app.get("/thrown", route) });
  const response = await door.get("/thrown");
  expect(response.status).toBe(isBug ? 500 : (thrown as { statusCode: number }).statusCode);
  expect(door.bugs.map(({ error }) => error)).toEqual(isBug ? [thrown] : []);
});
