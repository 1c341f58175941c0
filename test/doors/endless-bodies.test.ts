// Senders of bodies that never end, at both HTTP ports: the answer comes, and the rest is not read.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createHttpApp } from "../../src/doors/rest/http-app.ts";
import { useDoors } from "./start-with-doors.ts";

/** What is read of a body at most: what the kernel and Node's streams hold, with room. */
const READ_MAX = 1024 * 1024;

const CHUNKS = {
  body: "chunks",
  head: "transfer-encoding: chunked",
  unit: `4000\r\n${"x".repeat(0x4000)}\r\n`,
};

const CONNECT = "POST /suitability.v1.ForecastService/GetForecast";

const service = await useDoors();
const { key } = await service.createCaller();

describe("a body that never ends", () => {
  const CASES = [
    { asks: "without a key", port: "http", line: "GET /v1/forecast", status: 401 },
    { asks: "by Connect without a key", port: "http", line: CONNECT, status: 401 },
    { asks: "by Connect with a key", port: "http", line: CONNECT, status: 429, withKey: true },
    { asks: "for a path that is none", port: "http", line: "POST /x", status: 404 },
    { asks: "whether it is alive", port: "ops", line: "GET /livez", status: 200 },
    { asks: "for metrics", port: "ops", line: "GET /metrics", status: 200 },
  ] as const;

  const LENGTH = { body: "its length", head: `content-length: ${2 ** 40}`, unit: "x".repeat(0x4000) };
  const BODIES = CASES.flatMap((one) => [
    { ...one, ...CHUNKS },
    // Known to be too large before anything else is looked at.
    { ...one, ...LENGTH, status: one.port === "http" ? 413 : one.status },
  ]);

  it.each(BODIES)("with $body is not read on for whoever asks the $port port $asks", async (one) => {
    const taken = countBytesRead();
    const socket = connect(service.ports[one.port], "127.0.0.1");
    const answer = sendWithoutEnd(socket, one.unit);
    const type = "content-type: application/json\r\n";
    const keyLine = "withKey" in one ? `x-api-key: ${key}\r\n` : "";
    socket.write(`${one.line} HTTP/1.1\r\nhost: a\r\n${type}${keyLine}${one.head}\r\n\r\n`);
    const [head = "", body] = (await answer).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${one.status} `));
    expect(/\r\nconnection: close(\r\n|$)/i.test(head)).toBe(one.body === "its length");
    expect(body).not.toBe("");
    expect(taken()).toBeGreaterThan(0);
    expect(taken()).toBeLessThan(READ_MAX);
  });

  it("but does end after its answer is read, and the connection used again", async () => {
    const socket = connect(service.ports.http, "127.0.0.1").setEncoding("latin1");
    onTestFinished(() => void socket.destroy());
    const answered = (times: number) =>
      vi.waitFor(() => expect(seen.split("HTTP/1.1 401 ").length - 1).toBe(times), { timeout: 5_000 });
    let seen = "";
    socket.on("data", (text: string) => (seen += text));
    const type = "content-type: application/json\r\n";
    const request = `${CONNECT} HTTP/1.1\r\nhost: a\r\n${type}${CHUNKS.head}\r\n\r\n`;
    socket.write(request);
    await answered(1);
    socket.write(`2\r\n{}\r\n0\r\n\r\n${request}0\r\n\r\n`);
    await answered(2);
    expect(seen).not.toMatch(/connection: close/i);
  });

  it("is not read on while a call that does not need it is under way", async () => {
    const timeouts = { headersMs: 300, requestMs: 600, unreadMs: 1_000, checkMs: 100 };
    const app = createHttpApp({ corsOrigins: [], onBug: () => undefined, timeouts });
    app.get("/held", () => new Promise(() => undefined));
    await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.close());
    const taken = countBytesRead();
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    const answer = sendWithoutEnd(socket, CHUNKS.unit);
    socket.write(`GET /held HTTP/1.1\r\nhost: a\r\n${CHUNKS.head}\r\n\r\n`);
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

/** Sends as fast as it is taken until the connection is closed; resolves to what came back. */
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
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await Promise.race([closed, delay(5_000, undefined, { ref: false })]);
  expect(socket.destroyed).toBe(true);
  return answer;
}
