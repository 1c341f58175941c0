// Strangers who open connections until none is left, or do not read their answers. The limits here are small.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createCrowdedPort } from "../../../../src/observability/overload-refusal.ts";
import { createMetrics } from "../../../../src/observability/metrics.ts";
import { listenHttp } from "../../../../src/observability/http-listener.ts";
import { createHttpApp } from "../../../../src/doors/rest/http-app.ts";
import { createRecordingLogger } from "../../../support/fakes/recording-logger.ts";
import { createManualClock } from "../../../support/fakes/manual-clock.ts";

const CONNECTIONS_MAX = 20;
const STRANGER = "127.0.0.9";
const HONEST = "127.0.0.1";
const GET = "GET /x HTTP/1.1\r\nhost: a\r\n\r\n";
const GET_LARGE = GET.replace("/x", "/large");
const HELD = GET.replace("/x", "/held");
/** More than the kernel buffers for a client that does not read. */
const LARGE = Buffer.alloc(16 * 1024 * 1024);

const onCrowded = vi.fn<(connections: number) => void>();
const onHeld = vi.fn<() => void>();
const onReading = vi.fn<() => void>();
let release: () => void;
let port: number;

async function startPort(unreadBytesMax: number, isTrusted?: (address: string) => boolean) {
  for (const mock of [onCrowded, onHeld, onReading]) mock.mockClear();
  const held = Promise.withResolvers<string>();
  release = () => held.resolve("held");
  const onBug = () => undefined;
  const limits = { connectionsMax: CONNECTIONS_MAX, unreadBytesMax };
  const app = createHttpApp({ corsOrigins: [], onBug, ...limits, onCrowded, isTrusted });
  app.get("/x", async () => "x");
  app.get("/large", async () => LARGE);
  app.post("/read", async ({ raw }) => {
    onReading();
    for await (const chunk of raw) void chunk;
  });
  app.get("/held", () => {
    onHeld();
    return held.promise;
  });
  port = await listenHttp(app, { host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    release();
    app.server.closeAllConnections();
    await app.close();
  });
}

const open = async (localAddress = HONEST): Promise<Socket> => {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
};

describe("a port with all its connections taken", () => {
  beforeEach(() => startPort(64 * LARGE.length));

  /** Sends a request and returns what comes back, or "" if the connection is closed. */
  const ask = async (socket: Socket, request = GET): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    socket.once("data", (bytes: Buffer) => resolve(bytes.toString()));
    socket.once("close", () => resolve(""));
    if (socket.closed) resolve("");
    socket.write(request);
    return promise;
  };

  it.each([
    { state: "idle", begin: (socket: Socket) => ask(socket) },
    { state: "with unfinished headers", begin: async (socket: Socket) => socket.write("GET /x HTTP/1.1") },
    {
      state: "with unfinished bodies",
      begin: async (socket: Socket) => {
        onReading.mockClear();
        socket.write("POST /read HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n");
        await vi.waitFor(() => expect(onReading).toHaveBeenCalled(), { timeout: 15_000, interval: 1 });
      },
    },
  ])("by one stranger, $state, lets others in, and keeps the others' connections open", async ({ begin }) => {
    const early = await open(HONEST);
    await ask(early);
    for (let i = 1; i < CONNECTIONS_MAX; i++) await begin(await open(STRANGER));
    expect(await ask(await open(HONEST))).toMatch(/^HTTP\/1.1 200 /);
    expect(await ask(early)).toMatch(/^HTTP\/1.1 200 /);
    expect(onCrowded).toHaveBeenCalled();
  });

  it("by one stranger who reads no answer, lets others in after some seconds, and closes no connection of others", async () => {
    const unread = async (localAddress: string) => {
      const socket = await open(localAddress);
      socket.write(GET_LARGE);
      await once(socket, "readable");
      return socket;
    };
    const slow = [await unread(HONEST), await unread(HONEST)];
    for (let i = slow.length; i < CONNECTIONS_MAX; i++) await unread(STRANGER);
    await vi.waitFor(async () => expect(await ask(await open(HONEST))).toMatch(/^HTTP\/1.1 200 /), {
      timeout: 10_000,
      interval: 300,
    });
    expect(slow.map(({ closed }) => closed)).toEqual([false, false]);
  });

  it.each([
    { whose: "strangers", isTrusted: undefined },
    { whose: "trusted proxies", isTrusted: () => true },
  ])("by $whose finishes the answers under way, and refuses newcomers", async ({ isTrusted }) => {
    await startPort(64 * LARGE.length, isTrusted);
    const answers: Promise<string>[] = [];
    for (let i = 1; i <= CONNECTIONS_MAX; i++) {
      answers.push(ask(await open(STRANGER), HELD));
      await vi.waitFor(() => expect(onHeld).toHaveBeenCalledTimes(i), { timeout: 15_000, interval: 1 });
    }
    const late = await Promise.all([open(HONEST), open(HONEST)]);
    const refusals = late.map((socket) => ask(socket, HELD));
    await vi.waitFor(() => expect(onCrowded).toHaveBeenCalledWith(1), { timeout: 15_000 });
    release();
    const texts = await Promise.all(answers);
    expect(texts.filter((text) => text.endsWith("held"))).toHaveLength(CONNECTIONS_MAX);
    expect(await Promise.all(refusals)).toContain("");
  });
});

it("a port keeps its last connections for trusted proxies, whatever strangers do", async () => {
  await startPort(64 * LARGE.length, (address) => address === HONEST);
  for (let i = 1; i <= 0.9 * CONNECTIONS_MAX; i++) {
    (await open(STRANGER)).write(HELD);
    await vi.waitFor(() => expect(onHeld).toHaveBeenCalledTimes(i), { timeout: 15_000, interval: 1 });
  }
  const refused = await open(STRANGER);
  if (!refused.closed) await once(refused, "close");
  expect(onCrowded).toHaveBeenCalledWith(1);
  for (let i = 0; i < 0.1 * CONNECTIONS_MAX; i++) {
    const socket = await open(HONEST);
    socket.write(GET);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
  }
});

describe("answers that are not read", () => {
  beforeEach(() => startPort(2.5 * LARGE.length));

  /** Opens a connection, sends this many requests, and waits until the first answer begins to arrive. */
  const ask = async (answers = 1): Promise<Socket> => {
    const socket = await open();
    socket.write(GET_LARGE.repeat(answers));
    await once(socket, "readable");
    return socket;
  };
  const bytesOf = async (socket: Socket): Promise<number> => {
    let bytes = 0;
    for await (const chunk of socket) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes >= LARGE.length) break;
    }
    return bytes;
  };

  it("are kept up to a bound of bytes: beyond it the connections that have waited longest are closed", async () => {
    const first = await ask();
    const [second, third] = [await ask(), await ask()];
    await vi.waitFor(() => expect(onCrowded).toHaveBeenCalledWith(1), { timeout: 15_000 });
    await expect(bytesOf(first)).rejects.toThrow("ECONNRESET");
    for (const socket of [second, third]) expect(await bytesOf(socket)).toBeGreaterThanOrEqual(LARGE.length);
  });

  it("count too while they wait behind other answers on one connection", async () => {
    const greedy = await ask(4);
    await vi.waitFor(() => expect(onCrowded).toHaveBeenCalledWith(1), { timeout: 15_000 });
    await expect(bytesOf(greedy)).rejects.toThrow("ECONNRESET");
    expect(await bytesOf(await ask())).toBeGreaterThanOrEqual(LARGE.length);
  });
});

it("closed connections are counted in a metric, and logged once in ten seconds with their number", async () => {
  const { lines, logger } = createRecordingLogger("warn");
  const clock = createManualClock(0);
  const metrics = createMetrics({ version: "0" });
  const tell = createCrowdedPort("http", { logger, clock, metrics });
  tell(2);
  tell(3);
  clock.advance(10_000);
  tell(4);
  expect(lines).toMatchObject([
    { door: "http", connections: 2 },
    { door: "http", connections: 7 },
  ]);
  expect(await metrics.registry.metrics()).toContain('suitability_throttled_total{reason="connections"} 9\n');
});
