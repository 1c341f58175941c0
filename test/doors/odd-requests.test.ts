// Requests as no client sends them: spelt in another way, with two hosts, too long, sent together, or without an end.
// Only one spelling of a path and one host are accepted, so that a request means the same to a proxy and to the service.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createHttpApp } from "../../src/doors/rest/http-app.ts";
import { answerToBytes } from "../support/programs/raw-http.ts";
import { faultOf } from "./faults-of.ts";
import { METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const SLOT = "2026-11-22T10:00:00Z";
const CONNECT = "/suitability.v1.ForecastService/GetForecast";

const service = await useDoors();
const { key } = await service.createCaller();

/** The service's HTTP ports, and what each serves. A sidecar has the paths of its core. */
const PORTS = [
  { port: "http", paths: ["/v1/forecast", CONNECT, "/dashboard/dashboard.js", "/openapi.json"] },
  { port: "ops", paths: ["/livez", "/metrics"] },
] as const;

describe.each(PORTS)("a path at port $port", ({ port, paths }) => {
  const statusOf = async (...lines: readonly string[]) => {
    const text = `${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`;
    return Number(/^HTTP\/1\.1 (\d+) /.exec(await answerToBytes(service.ports[port], text))?.[1]);
  };

  it.each<[string, (path: string) => string]>([
    ["a percent-encoded letter", (path) => path.replace(/[a-z]/, encoded)],
    ["a percent-encoded slash", (path) => `/${path.slice(1).replace("/", "%2F")}%2f`],
    ["two slashes before it", (path) => `/${path}`],
    ["two slashes in it", (path) => path.replace(/(?<=.)\/|$/, "//")],
    ["a slash after it", (path) => `${path}/`],
    ["one capital", (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase())],
    ["a detour", (path) => `/x/..${path}`],
    ["a parameter of the path", (path) => `${path};x=1`],
    ["a fragment", (path) => `${path}#x`],
  ])("with %s is another path, which is not found", async (_name, spell) => {
    for (const path of paths) {
      for (const method of ["GET", "POST"]) {
        const spelt = spell(path);
        const status = await statusOf(`${method} ${spelt} HTTP/1.1`, "Host: a", "Content-Length: 0");
        expect(status, `${method} ${spelt}`).toBe(404);
      }
    }
  });

  it("spelt exactly is served, with any query", async () => {
    for (const path of paths) {
      expect(await statusOf(`GET ${path}?%41=%2F/# HTTP/1.1`, "Host: a"), path).not.toBe(404);
    }
  });

  it.each([[["Host: a", "Host: a"]], [["host: a", "X-A: b", "HOST: b"]], [[]], [["Host: a b"]]])(
    "is refused if its host headers are %j",
    async (hosts) => {
      expect(await statusOf(`GET ${paths[0]} HTTP/1.1`, ...hosts)).toBe(400);
    },
  );
});

function encoded(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}

it("a request with dozens of faults gets a list of the first twenty at every door", async () => {
  const candidates = Array.from({ length: 48 }, () => "soon");
  const slot = { lat: 1, lng: 2, start_time: SLOT, duration_minutes: 60, alternatives: 1 };
  const call = { method: METHODS.getBookingConfidence, request: { ...slot, candidates }, key };
  const { code, violations, sentence } = await faultOf(service.doors, call);
  expect([code, violations.length]).toEqual(["invalid_argument", 20]);
  expect(sentence.length).toBeLessThan(3_000);
});

it.each(["/v1/usage", "/usage", "/v1/GetUsage"])(
  "GET %s, which would be the path of a method that only Connect and gRPC have, names the path that there is",
  async (path) => {
    const response = await service.get(path, { headers: { accept: "application/json" } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining("did you mean /suitability.v1.UsageService/GetUsage?"),
    });
  },
);

describe("requests that are sent together", () => {
  describe.each([
    ["http", "/dashboard/chart.js"],
    ["ops", "/metrics"],
  ] as const)("to %s", (port, path) => {
    const answered = async (count: number) => {
      const request = (more: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
      const text = request("").repeat(count - 1) + request("Connection: close\r\n");
      return (await answerToBytes(service.ports[port], text)).match(/^HTTP\/1\.1 200 /gm)?.length ?? 0;
    };

    it("are answered if they are a handful", async () => {
      expect(await answered(10)).toBe(10);
    });

    it("get their connection closed if they are hundreds, and no other", async () => {
      expect(await answered(1_000)).toBeLessThan(100);
      expect(await answered(1)).toBe(1);
    });
  });
});

describe("a body that has not ended", () => {
  /** The most that is read of a body: what the kernel and Node's streams buffer, with a margin. */
  const READ_MAX = 1024 * 1024;
  const TYPE = "Content-Type: application/json";
  const CHUNKED = "Transfer-Encoding: chunked";
  const CHUNK = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  const AS_CHUNKS = { head: CHUNKED, unit: CHUNK };
  /** Its Content-Length shows that it is too large before anything else is checked. */
  const OF_A_LENGTH = { head: `Content-Length: ${2 ** 40}`, unit: "x".repeat(0x4000) };

  it.each([
    { ...AS_CHUNKS, port: "http", line: "GET /v1/forecast", status: 401 },
    { ...AS_CHUNKS, port: "http", line: `POST ${CONNECT}`, status: 429, more: `\r\nX-API-Key: ${key}` },
    { ...AS_CHUNKS, port: "http", line: "POST /x", status: 404 },
    { ...AS_CHUNKS, port: "ops", line: "GET /livez", status: 200 },
    { ...OF_A_LENGTH, port: "http", line: `POST ${CONNECT}`, status: 413 },
    { ...OF_A_LENGTH, port: "ops", line: "GET /metrics", status: 200 },
  ] as const)("to $port, with $line and $head, is answered $status and read no further", async (one) => {
    const taken = countBytesRead();
    const socket = connect(service.ports[one.port], "127.0.0.1");
    const answer = sendWithoutEnd(socket, one.unit);
    const more = "more" in one ? one.more : "";
    socket.write(`${one.line} HTTP/1.1\r\nHost: a\r\n${TYPE}\r\n${one.head}${more}\r\n\r\n`);
    const [head = "", body] = (await answer).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${one.status} `));
    expect(/\r\nconnection: close(\r\n|$)/i.test(head)).toBe(one.head !== CHUNKED);
    expect(body).not.toBe("");
    expect(taken()).toBeGreaterThan(0);
    expect(taken()).toBeLessThan(READ_MAX);
  });

  it("is read to its end if little of it follows the answer, and the connection is used again", async () => {
    const socket = connect(service.ports.http, "127.0.0.1").setEncoding("latin1");
    onTestFinished(() => void socket.destroy());
    const answered = (times: number) =>
      vi.waitFor(() => expect(seen.split("HTTP/1.1 401 ").length - 1).toBe(times), { timeout: 10_000 });
    let seen = "";
    socket.on("data", (text: string) => (seen += text));
    const request = `POST ${CONNECT} HTTP/1.1\r\nHost: a\r\n${TYPE}\r\n${CHUNKED}\r\n\r\n`;
    socket.write(request);
    await answered(1);
    socket.write(`2\r\n{}\r\n0\r\n\r\n${request}0\r\n\r\n`);
    await answered(2);
    expect(seen).not.toMatch(/connection: close/i);
  });

  it("is read no further while a call that does not need it is under way", async () => {
    const timeouts = { headersMs: 300, requestMs: 600, unreadMs: 1_000, checkMs: 100 };
    const app = createHttpApp({ corsOrigins: [], onBug: () => undefined, timeouts });
    app.get("/held", () => new Promise(() => undefined));
    await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.close());
    const taken = countBytesRead();
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    const answer = sendWithoutEnd(socket, CHUNK);
    socket.write(`GET /held HTTP/1.1\r\nHost: a\r\n${CHUNKED}\r\n\r\n`);
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
    expect(taken()).toBeGreaterThan(0);
    expect(taken()).toBeLessThan(READ_MAX);
  });
});

function countBytesRead(): () => number {
  const sockets: Socket[] = [];
  const onStart = (message: unknown) => void sockets.push((message as { readonly socket: Socket }).socket);
  subscribe("http.server.request.start", onStart);
  onTestFinished(() => void unsubscribe("http.server.request.start", onStart));
  return () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
}

/** Repeats `unit` as fast as the server reads, until the connection is closed. Resolves to what came back. */
async function sendWithoutEnd(socket: Socket, unit: string): Promise<string> {
  onTestFinished(() => void socket.destroy());
  let answer = "";
  socket.on("data", (bytes: Buffer) => (answer += bytes.toString()));
  socket.on("error", () => undefined);
  const send = () => {
    while (socket.writable && socket.write(unit));
  };
  socket.on("drain", send);
  socket.once("connect", send);
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}
