// Requests that Connect's own handlers cannot read: the caller is told so, and the service does not blame itself.
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/test-service.ts";

const PATH = "/suitability.v1.ForecastService/GetForecast";
const JSON_REQUEST = '{"lat": 1, "lng": 2, "days": 1}';

/** Field 1 as a fixed64 of which two bytes came. */
const CUT_MESSAGE = Uint8Array.of(0x09, 0, 0);

const SENTENCE =
  "The request is not a suitability.v1.GetForecastRequest message in the encoding and compression that it names.";

describe("what Connect cannot read", () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await startTestService();
    ({ key } = await service.createCaller());
  });
  afterAll(() => service.stop());

  const send = (init: RequestInit & { headers?: Record<string, string> }, query = "") =>
    fetch(`http://127.0.0.1:${service.ports.http}${PATH}${query}`, {
      method: "POST",
      ...init,
      headers: { "x-api-key": key, ...init.headers },
    });

  it.each([
    ["a message that is cut", { "content-type": "application/proto" }, CUT_MESSAGE],
    [
      "a compressed message that is cut",
      { "content-type": "application/json", "content-encoding": "gzip" },
      gzipSync(JSON_REQUEST).subarray(0, 20),
    ],
  ])("%s is the caller's fault", async (_name, headers, body) => {
    const response = await send({ headers, body: new Uint8Array(body) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_argument", message: SENTENCE });
  });

  it("a message in a URL that is not in base64 is the caller's fault", async () => {
    const response = await send({ method: "GET" }, "?connect=v1&encoding=proto&base64=1&message=!");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_argument", message: SENTENCE });
  });

  it.each([
    ["is cut", [0, 0, 0, 0, 3, ...CUT_MESSAGE]],
    ["says it is compressed, and not how", [1, 0, 0, 0, 3, ...CUT_MESSAGE]],
  ])("a gRPC-Web message that %s is the caller's fault", async (_name, bytes) => {
    const headers = { "content-type": "application/grpc-web+proto" };
    const text = await (await send({ headers, body: Uint8Array.from(bytes) })).text();
    expect(text).toContain("grpc-status: 3\r\n");
    expect(decodeURIComponent(text)).toContain(SENTENCE);
  });

  it("a message that is cut is the caller's fault also when its deadline is over", async () => {
    const headers = { "content-type": "application/grpc-web+proto", "grpc-timeout": "0n" };
    const body = Uint8Array.of(0, 0, 0, 0, 3, ...CUT_MESSAGE);
    expect(await (await send({ headers, body })).text()).toContain("grpc-status: 3\r\n");
  });

  it("JSON that is none, and of which half a character is told, gets an ordinary refusal", async () => {
    // The parser quotes the first half of a pair of surrogates as the token that it did not expect.
    const message = Buffer.from("\u{10000}{}");
    const body = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
    const headers = { "content-type": "application/grpc-web+json" };
    const response = await send({ headers, body: new Uint8Array(body) });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("grpc-status: 3\r\n");
  });

  it("a deadline that is over is told as such, by a sidecar too", async () => {
    for (const port of [service.ports.http, service.ports.sidecar]) {
      const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", "connect-timeout-ms": "0" },
        body: JSON_REQUEST,
      });
      expect({ port, status: response.status }).toEqual({ port, status: 504 });
    }
  });

  it.each(["PUT", "DELETE", "HEAD", "PROPFIND"])("%s is a 405 that names what is allowed", async (method) => {
    const response = await send({ method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")?.split(", ").toSorted()).toEqual(["GET", "OPTIONS", "POST"]);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  });

  it("a content type that is none of Connect's is a 415 with a problem", async () => {
    const response = await send({ headers: { "content-type": "text/plain" }, body: "x" });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ status: 415, code: "invalid_argument" });
  });

  it("a target that is no URL is a 400 with a problem", async () => {
    const socket = connect(service.ports.http, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.write(`POST http://:99999999${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1.1 400 [^]*"code":"invalid_argument"/);
  });
});

describe("a caller who leaves before pipelined requests are answered", () => {
  // An error that nobody listens to would end the process; the test run reports it as unhandled and fails.
  it("does not end the process", async () => {
    const service = await startTestService();
    const head = (line: string) => `${line} HTTP/1.1\r\nHost: a\r\n`;
    const pipelined = [
      `${head("HEAD /nowhere")}\r\n`,
      `${head("POST *")}\r\n`,
      // The last that is answered: the connection is closed while those behind it wait.
      `${head(`GET ${PATH}`)}Connection: close\r\n\r\n`,
      `${head("GET /openapi.json")}\r\n`,
      `${head("GET /livez")}\r\n`,
    ];
    const socket = connect(service.ports.http, "127.0.0.1");
    for (const request of pipelined) socket.write(request);
    socket.resume().end();
    await once(socket, "close");
    expect((await fetch(`http://127.0.0.1:${service.ports.ops}/livez`)).status).toBe(200);
    await service.stop();
  });
});

describe("a deadline further away than any call lasts", () => {
  it.each([
    ["application/json", "connect-timeout-ms", "9999999999"],
    ["application/grpc-web+json", "grpc-timeout", "99999999H"],
  ])("%s · does not end the call at once", async (type, header, timeout) => {
    const service = await startTestService();
    const { key } = await service.createCaller();
    const message = Buffer.from(JSON_REQUEST);
    const frame = Buffer.from([0, 0, 0, 0, message.length]);
    const response = await fetch(`http://127.0.0.1:${service.ports.http}${PATH}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": type, [header]: timeout },
      body: new Uint8Array(type.includes("grpc") ? Buffer.concat([frame, message]) : message),
    });
    expect(await response.text()).toContain("playabilityScore");
    await service.stop();
  });
});
