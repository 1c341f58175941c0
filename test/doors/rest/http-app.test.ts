import { once } from "node:events";
import { connect } from "node:net";
import type { Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { describe, expect, test, vi } from "vitest";
import { GetForecastResponseSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { refuseUnreadableRequest } from "../../../src/doors/rest/unreadable-request.ts";
import { answerToBytes } from "../../support/programs/raw-http.ts";
import { startDoor, useDoor } from "./door.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const door = await useDoor();
const answerTo = (bytes: string) => answerToBytes(Number(new URL(door.url).port), bytes);

describe("a request id", () => {
  test.each([
    ["a plain one", "abc.DEF_1-2", true],
    ["the longest", "x".repeat(128), true],
    ["one too long", "x".repeat(129), false],
    ["one with a space", "a b", false],
    ["one with markup", "<script>", false],
    ["an empty one", "", false],
  ])("given as %s is taken over or replaced", async (_name, given, isKept) => {
    const { headers } = await door.get("/v1/forecast", { headers: { "x-request-id": given } });
    const returned = headers.get("x-request-id");
    expect(returned).toMatch(isKept ? given : UUID);
    expect(door.calls[0]?.requestId).toBe(returned);
  });
});

describe("a request that is too large or broken is refused with a problem", () => {
  const GET = "GET /v1/forecast HTTP/1.1\r\n";
  const HOST = "Host: a\r\nConnection: close\r\n\r\n";
  const LONG_URL = `GET /v1/forecast?sport=${"x".repeat(9000)} HTTP/1.1\r\n`;
  const MALFORMED = { status: 400, reason: "MALFORMED_REQUEST" };
  const NO_HTTP = { ...MALFORMED, detail: "This is not a valid HTTP request." };

  test.each([
    ["a long URL", LONG_URL + HOST, { status: 414, reason: "URL_TOO_LONG" }],
    [
      "a large body, before its route is looked for",
      "POST /v1/forecast HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n",
      { status: 413, reason: "BODY_TOO_LARGE" },
    ],
    [
      "large headers",
      `GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${"x".repeat(20_000)}\r\n\r\n`,
      { status: 431, reason: "HEADERS_TOO_LONG", detail: "The URL and the headers are too long." },
    ],
    ["something else than HTTP", "hello\r\n\r\n", NO_HTTP],
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
    const [head = "", body = ""] = (await answerTo(bytes)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${problem.status} \\w`));
    expect(head.toLowerCase().split("\r\n")).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^content-type: application\/problem\+json/),
        "cache-control: no-store",
        "connection: close",
        `content-length: ${Buffer.byteLength(body)}`,
      ]),
    );
    const [, request_id] = /x-request-id: (\S+)/i.exec(head) ?? [];
    const detail = expect.stringMatching(/\.$/) as string;
    expect(JSON.parse(body)).toMatchObject({ detail, ...problem, request_id });
    expect(door.calls).toEqual([]);
  });

  test("but not a request with the longest URL that is allowed", async () => {
    const answer = await answerTo(`GET /v1/forecast?sport=${"x".repeat(8192 - 19)} HTTP/1.1\r\n${HOST}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test("unless the caller has gone: then nothing is sent", () => {
    const gone = vi.fn<() => void>();
    const socket = { writable: true, write: vi.fn<() => boolean>(), destroySoon: gone, destroy: gone };
    refuseUnreadableRequest(Object.assign(new Error(), { code: "ECONNRESET" }), socket);
    expect(socket.write).not.toHaveBeenCalled();
    expect(gone).toHaveBeenCalledOnce();
  });

  test("and a slow request is given up", () => {
    const bounds = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 75_000 };
    expect(door.app.server).toMatchObject(bounds);
  });
});

test("an unknown Expect header is ignored", async () => {
  const answer = await answerTo(
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

const SECRET = "SELECT * FROM keys at /srv/store.ts";
const withStatus = (statusCode: unknown) => Object.assign(new Error(SECRET), { statusCode });

test.each([
  { name: "a status of 415", thrown: withStatus(415), reason: "UNSUPPORTED_MEDIA_TYPE" },
  { name: "a status of 400", thrown: withStatus(400), reason: "MALFORMED_REQUEST" },
  { name: "a status of 499", thrown: withStatus(499), reason: "MALFORMED_REQUEST" },
  { name: "a status of 399", thrown: withStatus(399), reason: "INTERNAL" },
  { name: "a status of 500", thrown: withStatus(500), reason: "INTERNAL" },
  { name: "a status that is a text", thrown: withStatus("400"), reason: "INTERNAL" },
  { name: "no status", thrown: new Error(SECRET), reason: "INTERNAL" },
  { name: "a status, but no error", thrown: { statusCode: 400 }, reason: "INTERNAL" },
  { name: "nothing but words", thrown: SECRET, reason: "INTERNAL" },
])("a thrown value with $name is sent only as $reason, and reported if INTERNAL", async (row) => {
  const { thrown, reason } = row;
  const route = async () => {
    throw thrown;
  };
  const door = await startDoor({ extend: (app) => void app.get("/thrown", route) });
  const call = { requestId: "id-1", traceparent: "00-1" };
  const headers = { "x-request-id": call.requestId, traceparent: call.traceparent };
  const response = await door.get("/thrown", { headers });
  const body = await response.text();
  const isBug = reason === "INTERNAL";
  expect(response.status).toBe(isBug ? 500 : (thrown as { statusCode: number }).statusCode);
  expect(JSON.parse(body)).toMatchObject({ reason, request_id: call.requestId });
  expect(body).not.toMatch(/SELECT|\/srv|Error:|undefined/);
  expect(door.bugs.map(({ error }) => error)).toEqual(isBug ? [thrown] : []);
  expect(door.bugs.map((bug) => bug.call)).toMatchObject(isBug ? [call] : []);
});
