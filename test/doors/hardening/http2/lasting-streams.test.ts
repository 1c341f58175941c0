// Streams that trusted peers may keep open at the gRPC port for as long as they like, among limits for everybody else.
import { once } from "node:events";
import { constants } from "node:http2";
import { status } from "@grpc/grpc-js";
import { describe, expect, it, onTestFinished } from "vitest";
import { CONNECTION_LIMITS } from "../../../../src/doors/hardening/http2/connection-limits.ts";
import type { StreamService } from "../../../../src/doors/grpc/stream-service.ts";
import { startBareServer } from "../../grpc/bare-server.ts";
import { frame } from "../../grpc/client/misbehaving-core.ts";
import { CHECK, openSession, rawCall } from "../../grpc/raw-call.ts";

const PATH = "/test.Lasting/Stream";
const TRUSTED = "127.0.0.1";
const STRANGER = "127.0.0.9";
const MESSAGE = frame(Buffer.from("called"));

const bytes = (buffer: Buffer) => buffer;

/** Sends each message back `times` times. */
const echo = (times: number): StreamService => ({
  path: PATH,
  messageBytesMax: 1_000_000,
  addTo: (server) =>
    server.addService(
      {
        stream: {
          path: PATH,
          requestStream: true,
          responseStream: true,
          requestSerialize: bytes,
          requestDeserialize: bytes,
          responseSerialize: bytes,
          responseDeserialize: bytes,
        },
      },
      {
        stream: (stream: NodeJS.ReadWriteStream) =>
          stream.on("data", (message) => {
            for (let i = 0; i < times; i += 1) stream.write(message);
          }),
      },
    ),
  setServing: () => undefined,
});

async function startServer(limits: Partial<typeof CONNECTION_LIMITS>, times = 1) {
  const { server, port } = await startBareServer(() => ({}), {
    limits: { ...CONNECTION_LIMITS, ...limits },
    isTrusted: (address) => address === TRUSTED,
    streamService: echo(times),
  });
  onTestFinished(() => server.close(500));
  const open = (address: string, initialWindowSize?: number, headers = {}) =>
    rawCall(openSession(port, initialWindowSize, address), PATH, {
      bytes: MESSAGE,
      isComplete: false,
      headers,
    });
  return { port, open };
}

describe("a lasting stream", () => {
  it("of a trusted peer stays open though its request does not end; that of a stranger is ended", async () => {
    const { open } = await startServer({ receivingMs: 200 });
    const { stream } = open(TRUSTED);
    await once(stream, "data");
    await open(STRANGER).ended;
    // Began later, and has had its time too.
    await open(STRANGER).ended;
    expect(stream.closed).toBe(false);
    stream.write(MESSAGE);
    await once(stream, "data");
  });

  it("that a trusted proxy passes on for a stranger is ended like the stranger's own", async () => {
    const { open } = await startServer({ receivingMs: 200 });
    const passedOn = open(TRUSTED, undefined, { "x-forwarded-for": "203.0.113.9" });
    expect(await passedOn.ended).toMatchObject({ messages: [Buffer.from("called")] });
  });

  it("of a trusted peer does not count among the calls that may be open, nor make room for them", async () => {
    const { open, port } = await startServer({ openMax: 2 }, 1_000);
    const { stream } = open(TRUSTED, 0);
    await once(stream, "response");
    const strangers = [];
    for (let i = 0; i < 4; i += 1)
      strangers.push(rawCall(openSession(port, undefined, STRANGER), CHECK).ended);
    expect((await Promise.all(strangers)).map(({ code }) => code)).toContain(status.OK);
    expect(stream.closed).toBe(false);
  });

  it("of a trusted peer opens though no more calls may be open", async () => {
    const { open, port } = await startServer({ openMax: 0 });
    const refused = await rawCall(openSession(port, undefined, STRANGER), CHECK).ended;
    expect(refused.code).toBe(status.UNAVAILABLE);
    await once(open(TRUSTED).stream, "data");
  });

  it("is dropped if its peer reads nothing for the time that everybody has", async () => {
    const { open } = await startServer({ unreadMs: 300 });
    const deaf = open(TRUSTED, 0);
    expect(await deaf.ended).toMatchObject({ reset: constants.NGHTTP2_ENHANCE_YOUR_CALM });
  });

  it("keeps its connection open when the port is full", async () => {
    const { open } = await startServer({ connectionsMax: 4 });
    const { stream } = open(TRUSTED);
    await once(stream, "data");
    for (let i = 0; i < 8; i += 1) open(TRUSTED);
    stream.write(MESSAGE);
    await once(stream, "data");
    expect(stream.closed).toBe(false);
  });
});
