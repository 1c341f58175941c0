// Senders who take their time, at both HTTP ports, with bounds that a test can wait for. test/fuzz has the real bounds.
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createMetrics } from "../../../../src/observability/metrics.ts";
import { createOpsServer } from "../../../../src/observability/server.ts";
import { listenHttp } from "../../../../src/observability/http-listener.ts";
import { createHttpApp } from "../../../../src/doors/rest/http-app.ts";

const TIMEOUTS = { headersMs: 100, requestMs: 200, unreadMs: 300, checkMs: 50 };

/** How long a slow sender may keep its connection, with what a busy machine adds. */
const BOUND_MS = 10_000;

const ready = { ready: true } as const;

const PORTS: readonly {
  readonly name: string;
  readonly create: () => FastifyInstance;
  /** The answer to a request that does not arrive in time. */
  readonly late: RegExp;
}[] = [
  {
    name: "http",
    late: /^HTTP\/1.1 408 Request Timeout\r\n[^]*content-type: application\/problem\+json\r\n[^]*"The request did not arrive in time\."/,
    create: () => {
      const app = createHttpApp({ corsOrigins: [], onBug: () => undefined, timeouts: TIMEOUTS });
      app.get("/long", async () => "x".repeat(20_000));
      app.post("/body", async ({ raw }) => text(raw));
      return app;
    },
  },
  {
    name: "ops",
    late: /^HTTP\/1.1 408 Request Timeout\r\n/,
    create: () => {
      const app = createOpsServer({
        readiness: { report: async () => ready, drain: () => undefined, start: () => undefined },
        metrics: createMetrics({ version: "0" }),
        timeouts: TIMEOUTS,
      });
      app.get("/long", async () => "x".repeat(20_000));
      return app;
    },
  },
];

const GET = "GET /long HTTP/1.1\r\nHost: a\r\n\r\n";
const POST = "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n";

describe.each(PORTS)("$name", ({ name, create, late }) => {
  let app: FastifyInstance;
  let port: number;
  let warnings: string[];
  const warn = (warning: Error) => warnings.push(String(warning));

  beforeEach(async () => {
    warnings = [];
    process.on("warning", warn);
    app = create();
    port = await listenHttp(app, { host: "127.0.0.1", port: 0 });
  });
  afterEach(async () => {
    app.server.closeAllConnections();
    await app.close();
    process.off("warning", warn);
  });

  it.each([
    { sends: "bytes that are no request", drip: " " },
    { sends: "further requests", drip: GET },
    { sends: "a request that never ends", drip: "X-A: b\r\n", first: "GET / HTTP/1.1\r\n" },
    {
      sends: "more after asking for the connection to be closed",
      drip: "\r\n",
      first: GET.replace("a\r\n", "a\r\nConnection: close\r\n"),
    },
  ])("cuts off a client that reads no answer and goes on to send $sends", async ({ drip, first = "" }) => {
    const socket = open(port, { isDeaf: true });
    socket.write(GET.repeat(1_000) + first);
    await expect(closed(socket, drip)).resolves.toBe("");
    expect(warnings).toEqual([]);
  });

  it.each([
    { part: "headers", bytes: "GET / HTTP/1.1\r\nHost: a\r\n", drip: "X-A: b\r\n" },
    // No route of the operations port reads a body.
    ...(name === "http" ? [{ part: "a body", bytes: POST, drip: " " }] : []),
  ])("answers with 408 a client that never ends $part", async ({ bytes, drip }) => {
    const socket = open(port, { isDeaf: false });
    socket.write(bytes);
    const answer = await closed(socket, drip);
    expect(answer).toMatch(late);
  });
});

function open(port: number, { isDeaf }: { readonly isDeaf: boolean }): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  if (isDeaf) socket.pause();
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Sends `drip` again and again until the connection is closed. Resolves to what came back. */
function closed(socket: Socket, drip: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let answer = "";
  if (!socket.isPaused()) socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  const dripping = setInterval(() => socket.writable && socket.write(drip), 50);
  const giveUp = setTimeout(() => reject(new Error("the connection is still open")), BOUND_MS);
  socket.once("close", () => {
    clearInterval(dripping);
    clearTimeout(giveUp);
    resolve(answer);
  });
  onTestFinished(() => clearInterval(dripping));
  return promise;
}
