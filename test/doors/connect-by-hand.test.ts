// The Connect protocol and gRPC-Web, written by hand without a client library. An unreadable message is the
// caller's fault, never an internal error.
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { fromBinary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { describe, expect, it, vi } from "vitest";
import { ErrorInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { StatusSchema } from "#gen/google/rpc/status_pb.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { answerToBytes } from "../support/programs/raw-http.ts";
import { useDoors } from "./start-with-doors.ts";

const REVIEW_PATH = "/suitability.v1.BookingConfidenceService/ReviewBookings";
const PATH = "/suitability.v1.ForecastService/GetForecast";
const JSON_REQUEST = '{"lat": 1, "lng": 2, "days": 1}';
const WAIT = { timeout: 15_000 };
const JSON_TYPE = { "content-type": "application/json" };
const WEB_TYPE = { "content-type": "application/grpc-web+proto" };
const WEB_JSON_TYPE = { "content-type": "application/grpc-web+json" };

/** Field 1 as a fixed64 with only two of its eight bytes. */
const CUT_MESSAGE = Uint8Array.of(0x09, 0, 0);

const SENTENCE =
  "The request is not a suitability.v1.GetForecastRequest message in the encoding and compression that it names.";

/** A gRPC-Web frame: a flag and the length, then the message. */
function framed(message: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(message);
  return Uint8Array.of(0, 0, 0, 0, bytes.length, ...bytes);
}

/** The reason among the details of an error, in Connect's JSON or in the trailers or headers of gRPC-Web. */
function reasonIn(headers: Headers, text: string): string | undefined {
  const bytes = headers.get("grpc-status-details-bin") ?? /grpc-status-details-bin: (\S+)/.exec(text)?.[1];
  if (bytes === undefined) {
    const { details } = JSON.parse(text) as { details: readonly { type: string; value: string }[] };
    const info = details.find(({ type }) => type === "google.rpc.ErrorInfo");
    return info && fromBinary(ErrorInfoSchema, base64Decode(info.value)).reason;
  }
  const { details } = fromBinary(StatusSchema, base64Decode(bytes));
  const info = details.find(({ typeUrl }) => typeUrl.endsWith("/google.rpc.ErrorInfo"));
  return info && fromBinary(ErrorInfoSchema, info.value).reason;
}

const lines: string[] = [];
const service = await useDoors(
  { logLevel: "info" },
  { destination: { write: (line) => void lines.push(line) } },
);
const { key } = await service.createCaller();

describe("Connect by hand", () => {
  const send = (init: RequestInit & { headers?: Record<string, string> }, { query = "", port = 0 } = {}) =>
    fetch(`http://127.0.0.1:${port || service.ports.http}${PATH}${query}`, {
      method: "POST",
      ...init,
      headers: { "x-api-key": key, ...init.headers },
    });

  it("writes zeros: no field of an hour is missing because it is 0", async () => {
    const response = await send({ headers: JSON_TYPE, body: '{"lat": -89, "lng": 0, "days": 7}' });
    const { hours } = (await response.json()) as { hours: object[] };
    const fields = new Set(hours.map((hour) => Object.keys(hour).join()));
    expect([...fields]).toEqual(["time,tempC,rainMm,windKmh,cloudCoverPct,playabilityScore"]);
  });

  it.each([
    ["br", null],
    ["br, gzip", "gzip"],
  ])("compresses answers only with gzip, and tells caches that they vary: %s", async (accepted, packed) => {
    const asked = { ...JSON_TYPE, "accept-encoding": accepted };
    const { headers } = await send({ headers: asked, body: JSON_REQUEST });
    expect(headers.get("content-encoding")).toBe(packed);
    expect(headers.get("vary")?.toLowerCase().split(", ")).toContain("accept-encoding");
  });

  it.each([
    "Application/JSON",
    "application/json ;\tcharset=utf-8",
    'application/json; charset="UTF-8"',
    "application/json; version=1",
    "application/json;",
  ])("takes the Content-Type %s, as /v1 does", async (type) => {
    expect((await send({ headers: { "content-type": type }, body: JSON_REQUEST })).status).toBe(200);
  });

  it.each(["application/grpc-web+json; charset=utf-8", 'application/grpc-web+JSON;x="y;z"'])(
    "takes the Content-Type %s of gRPC-Web",
    async (type) => {
      const response = await send({ headers: { "content-type": type }, body: framed(JSON_REQUEST) });
      expect(await response.text()).toMatch(/grpc-status: 0\r\n/);
    },
  );

  it.each([
    "application/json; charset=latin1",
    "application/json+xml",
    "application/json charset=utf-8",
    "application/grpc-web-text",
    "text/json",
  ])("refuses the Content-Type %s as 415", async (type) => {
    expect((await send({ headers: { "content-type": type }, body: JSON_REQUEST })).status).toBe(415);
  });

  it.each([
    ["GZIP", gzipSync(JSON_REQUEST)],
    ["x-gzip", gzipSync(JSON_REQUEST)],
    ["Identity", Buffer.from(JSON_REQUEST)],
  ])("reads a message with Content-Encoding: %s", async (coding, bytes) => {
    const body = new Uint8Array(bytes);
    expect((await send({ headers: { ...JSON_TYPE, "content-encoding": coding }, body })).status).toBe(200);
  });

  it.each(["{", '{"lat": "north"}'])("asks for a key before it complains about %j", async (body) => {
    expect((await send({ headers: { ...JSON_TYPE, "x-api-key": "" }, body })).status).toBe(401);
    expect((await send({ headers: { ...JSON_TYPE, "x-api-key": "wsk_typo" }, body })).status).toBe(401);
    expect((await send({ headers: JSON_TYPE, body })).status).toBe(400);
  });

  it.each(["http", "sidecar"] as const)(
    "looks the key up before it reads the message of a method with large messages: %s",
    async (role) => {
      const url = `http://127.0.0.1:${service.ports[role]}${REVIEW_PATH}`;
      const statusWith = async (key: string) =>
        (await fetch(url, { method: "POST", headers: { ...JSON_TYPE, "x-api-key": key }, body: "{" })).status;
      expect(await statusWith(createApiKey())).toBe(401);
      expect(await statusWith(key)).toBe(400);
    },
  );

  it("refuses a call without a key before the message has arrived", async () => {
    const head = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    const answer = await answerToBytes(service.ports.http, `${head}Content-Length: 9\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });

  it("a message in a URL that is not valid base64 is the caller's fault", async () => {
    const query = "?connect=v1&encoding=proto&base64=1&message=!";
    const response = await send({ method: "GET" }, { query });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_argument", message: SENTENCE });
  });

  type Row = [
    name: string,
    headers: Record<string, string>,
    body: Uint8Array<ArrayBuffer> | string,
    told?: { readonly reason?: string; readonly sentence?: string },
  ];
  const CALLERS_FAULT = /grpc-status: 3\r\n|^{"code":"invalid_argument"/;
  const UNSUPPORTED = { reason: "UNSUPPORTED_COMPRESSION" };
  const LATE = { reason: "DEADLINE_EXCEEDED" };
  const CUT_FRAME = Uint8Array.of(0, 0, 0, 0, 3, ...CUT_MESSAGE);
  const COMPRESSED_FRAME = Uint8Array.of(1, ...CUT_FRAME.subarray(1));
  const SNAPPY = { ...WEB_JSON_TYPE, "grpc-encoding": "snappy" };
  const UNREADABLE: readonly Row[] = [
    ["a misspelt field", JSON_TYPE, '{"lat": 1, "lng": 2, "day": 5}', { sentence: "day" }],
    ["a message that is too large", JSON_TYPE, " ".repeat(20_000), { reason: "BODY_TOO_LARGE" }],
    ["a message that is cut", { "content-type": "application/proto" }, CUT_MESSAGE, { sentence: SENTENCE }],
    ["a message that is not compressed as it says", { ...JSON_TYPE, "content-encoding": "gzip" }, "x"],
    ["an unknown compression", { ...JSON_TYPE, "content-encoding": "zstd" }, "x", UNSUPPORTED],
    ["a bad timeout", { ...JSON_TYPE, "connect-timeout-ms": "soon" }, JSON_REQUEST],
    ["a timeout of 0", { ...JSON_TYPE, "connect-timeout-ms": "0" }, JSON_REQUEST, LATE],
    ["gRPC-Web JSON that is invalid", WEB_JSON_TYPE, framed("{")],
    ["a gRPC-Web message that is cut", WEB_TYPE, CUT_FRAME, { sentence: SENTENCE }],
    ["a compressed gRPC-Web message, encoding unnamed", WEB_TYPE, COMPRESSED_FRAME, { sentence: SENTENCE }],
    ["a late message that is cut", { ...WEB_TYPE, "grpc-timeout": "0n" }, CUT_FRAME, { sentence: SENTENCE }],
    ["a gRPC-Web frame that is cut", WEB_TYPE, Uint8Array.of(0, 0, 0)],
    ["a bad gRPC-Web timeout", { ...WEB_JSON_TYPE, "grpc-timeout": "soon" }, framed(JSON_REQUEST)],
    ["an unknown gRPC-Web compression", SNAPPY, framed(JSON_REQUEST), UNSUPPORTED],
  ];

  it.each<Row>(UNREADABLE)(
    "%s is logged once and counted, and the answer has the request id and the reason",
    async (_name, headers, body, { reason = "UNREADABLE_MESSAGE", sentence = "" } = {}) => {
      const ports = [
        { role: "all", port: service.ports.http, opsPort: service.ports.ops },
        { role: "rest", port: service.ports.sidecar, opsPort: service.sidecarOpsPort },
      ];
      for (const { role, port, opsPort } of ports) {
        const counted = async () => {
          const metrics = await (await service.get("/metrics", { port: opsPort })).text();
          const [...found] = metrics.matchAll(
            /^suitability_calls_total\{method="GetForecast",code="(?!ok)\w+"\} (\d+)$/gm,
          );
          return found.reduce((sum, [, calls]) => sum + Number(calls), 0);
        };
        const before = await counted();
        const id = `${role}-${lines.length}`;
        const response = await send({ headers: { ...headers, "x-request-id": id }, body }, { port });
        const text = await response.text();
        expect(response.headers.get("x-request-id"), role).toBe(id);
        expect(reasonIn(response.headers, text), role).toBe(reason);
        expect(decodeURIComponent(text), role).toContain(sentence);
        expect(text, role).toMatch(reason === "UNREADABLE_MESSAGE" ? CALLERS_FAULT : /./);
        expect(await counted(), role).toBe(before + 1);
        // gRPC-Web has its details in binary.
        expect(text, role).toMatch(/grpc-status: (3|8|12)\r\n|"google\.rpc\.RequestInfo"/);
        const line = await vi.waitFor(() => {
          const found = lines.flatMap((text) => text.split("\n")).filter((text) => text.includes(`"${id}"`));
          expect(found, role).toHaveLength(1);
          return JSON.parse(found[0] as string) as object;
        }, WAIT);
        // If a call comes through the sidecar, only the process that refused it logs a line.
        expect(line).toMatchObject({ method: "GetForecast", reason, msg: "call" });
      }
    },
  );

  it("invalid JSON whose parse error quotes half a character gets an ordinary refusal", async () => {
    // The parser quotes the first half of a pair of surrogates as the token that it did not expect.
    const response = await send({ headers: WEB_JSON_TYPE, body: framed("\u{10000}{}") });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("grpc-status: 3\r\n");
  });

  it.each([
    [{ ...JSON_TYPE, "connect-timeout-ms": "9999999999" }, JSON_REQUEST],
    [{ ...WEB_JSON_TYPE, "grpc-timeout": "99999999H" }, framed(JSON_REQUEST)],
  ])("a deadline longer than any call lasts does not end the call at once: %j", async (headers, body) => {
    expect(await (await send({ headers, body })).text()).toContain("playabilityScore");
  });

  it.each(["PUT", "HEAD"])("%s is a 405 that names what is allowed", async (method) => {
    const response = await send({ method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")?.split(", ").toSorted()).toEqual(["GET", "OPTIONS", "POST"]);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  });

  it("a content type that is none of Connect's is a 415 with a problem", async () => {
    const response = await send({ headers: { "content-type": "text/plain" }, body: "x" });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ status: 415, reason: "UNSUPPORTED_MEDIA_TYPE" });
  });

  it("gRPC-Web as text gets a 415 that says what to send", async () => {
    const headers = { "content-type": "application/grpc-web-text" };
    const problem = (await (await send({ headers, body: "AAAA" })).json()) as { detail: string };
    expect(problem.detail).toMatch(/application\/grpc-web\+proto; gRPC-Web as text is not supported/);
  });

  it("a target that is no URL is a 400 with a problem", async () => {
    const head = `POST http://:99999999${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    expect(await answerToBytes(service.ports.http, head)).toMatch(
      /^HTTP\/1.1 400 [^]*"code":"invalid_argument"/,
    );
  });

  // An error that nobody listens to would end the process; the test run reports it as unhandled and fails.
  it("a caller who leaves before pipelined requests are answered does not end the process", async () => {
    const request = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    // The last request that is answered: its answer closes the connection while later requests wait.
    const last = request(`GET ${PATH}`, "Connection: close\r\n");
    const socket = connect(service.ports.http, "127.0.0.1").resume();
    socket.write(request("HEAD /nowhere") + request("POST *") + last);
    socket.end(request("GET /openapi.json") + request("GET /livez"));
    await once(socket, "close");
    expect((await service.get("/livez", { port: service.ports.ops })).status).toBe(200);
  });
});
