// What peers may hold open at the gRPC port, with limits small enough to wait for.
import { once } from "node:events";
import { constants, type ClientHttp2Session } from "node:http2";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import zlib from "node:zlib";
import { status } from "@grpc/grpc-js";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { CONNECTION_LIMITS } from "../../../../src/doors/hardening/http2/connection-limits.ts";
import {
  callHeaders,
  FRAME,
  frameBytes,
  headersFrame,
  OPENING,
  PREFACE,
  resetFrame,
} from "../../../fuzz/http2-frame.ts";
import { folderOfTest } from "../../../support/programs/folder-of-test.ts";
import { createAuthority, HAS_OPENSSL } from "../../http/tls/certificate-authority.ts";
import { startWithHeldCalls } from "../../grpc/bare-server.ts";
import { frame } from "../../grpc/client/misbehaving-core.ts";
import { CHECK, EMPTY_MESSAGE, GET_USAGE, openSession, rawCall } from "../../grpc/raw-call.ts";

const WAIT = { timeout: 10_000 };
const STRANGER = "127.0.0.9";

const LIMITS = {
  ...CONNECTION_LIMITS,
  connectionsMax: 4,
  openingMs: 200,
  receivingMs: 200,
  receivingMax: 8,
};

const GZIPPED_CALL = [...callHeaders("", GET_USAGE), ["grpc-encoding", "gzip"] as const];
const gzippedMessage = (message: Buffer) => frame(zlib.gzipSync(message), { flag: 1 });

const refusedSoon = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error("not served")), 1_000));

async function startServer(options: Parameters<typeof startWithHeldCalls>[0] = {}) {
  const crowded = vi.fn<(connections: number) => void>();
  return {
    crowded,
    ...(await startWithHeldCalls({ limits: LIMITS, onCrowded: crowded, ...options })),
  };
}

it("the gRPC port keeps its last connections for trusted proxies, whatever strangers do", async () => {
  const limits = { ...LIMITS, connectionsMax: 10 };
  const isTrusted = (address: string) => address === "127.0.0.1";
  const { port, asked, release, crowded } = await startServer({ limits, isTrusted });
  const call = (address: string) =>
    rawCall(openSession(port, undefined, address), GET_USAGE, { isComplete: true });
  const calls = [];
  for (let i = 1; i <= 9; i += 1) {
    calls.push(call(STRANGER));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(i), WAIT);
  }
  expect((await call(STRANGER).ended).code).toBeUndefined();
  expect(crowded).toHaveBeenCalledWith(1);
  calls.push(call("127.0.0.1"));
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(10), WAIT);
  release.resolve();
  expect((await Promise.all(calls.map(({ ended }) => ended))).map(({ code }) => code)).toEqual(
    Array(10).fill(0),
  );
});

describe("the gRPC port and its connections", () => {
  let running: Awaited<ReturnType<typeof startServer>>;

  beforeEach(async () => {
    running = await startServer();
  });

  const dial = (first: Buffer, port = running.port, localAddress = "127.0.0.1") => {
    const socket = connect({ port, host: "127.0.0.1", localAddress })
      .resume()
      .on("error", () => undefined);
    socket.write(first);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  /** Ends the socket and waits until it is closed: by then the server has read all that was sent. */
  const untilClosed = async (socket: Socket) => {
    const gone = closed(socket);
    socket.end();
    await gone;
  };
  const untilServed = (socket: Socket) => once(socket, "data");
  const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", () => resolve("closed")));

  const startCall = (session: ClientHttp2Session, bytes: Buffer, isComplete = false) =>
    rawCall(session, GET_USAGE, { bytes, isComplete });
  const codesOf = async (calls: readonly ReturnType<typeof rawCall>[]) =>
    (await Promise.all(calls.map(({ ended }) => ended))).map(({ code }) => code);

  it("closes the oldest idle connection of the busiest address when the last slot is taken, and no other connection", async () => {
    const early = dial(OPENING);
    await untilServed(early);
    const idle = [];
    for (let i = 0; i < 3; i += 1) {
      idle.push(dial(OPENING, undefined, STRANGER));
      await untilServed(idle[i] as Socket);
    }
    await closed(idle[0] as Socket);
    expect(running.crowded).toHaveBeenCalledWith(1);
    await untilServed(dial(OPENING));
    expect([early, ...idle.slice(1)].map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  });

  it("makes room also if it is full again right after room was made, before another connection asks for it", async () => {
    for (let i = 0; i <= LIMITS.connectionsMax; i += 1) await untilServed(dial(OPENING, undefined, STRANGER));
    await vi.waitFor(() => expect(running.crowded.mock.calls).toEqual([[1], [1]]), WAIT);
    await untilServed(dial(OPENING));
    expect(running.crowded).toHaveBeenCalledTimes(2);
  });

  it("closes a connection whose request never ends if it needs room, and no connection with a call under way", async () => {
    const answered = openSession(running.port, undefined, STRANGER);
    const call = startCall(answered, EMPTY_MESSAGE, true);
    await vi.waitFor(() => expect(running.asked).toHaveBeenCalledTimes(1), WAIT);
    const unended = openSession(running.port, undefined, STRANGER);
    const { ended } = startCall(unended, Buffer.alloc(0));
    const gone = vi.fn<() => void>();
    void ended.then(gone);
    unended.once("close", gone);
    // A newcomer is never closed to make room for itself, so another connection takes the last slot.
    await vi.waitFor(async () => {
      await untilServed(dial(OPENING, undefined, STRANGER));
      expect(running.crowded).toHaveBeenCalled();
    }, WAIT);
    await vi.waitFor(() => expect(unended.closed).toBe(true), WAIT);
    running.release.resolve();
    expect((await call.ended).code).toBe(0);
  });

  it("closes connections of the busiest address whose answers are not read, although they ping", async () => {
    const held: ClientHttp2Session[] = [];
    while (held.length < LIMITS.connectionsMax) {
      const session = openSession(running.port, 0, STRANGER);
      held.push(session);
      await once(rawCall(session, CHECK).stream, "response");
      const pings = setInterval(() => !session.destroyed && session.ping(() => undefined), 100);
      onTestFinished(() => clearInterval(pings));
    }
    await vi.waitFor(() => Promise.race([untilServed(dial(OPENING)), refusedSoon()]), WAIT);
    expect(held.filter(({ destroyed }) => !destroyed).length).toBeLessThan(held.length);
  });

  it("does not run a call that has been refused", async () => {
    const session = openSession(running.port);
    const { stream, ended } = startCall(session, EMPTY_MESSAGE);
    await once(session, "connect");
    // The server has read the first message when it answers the ping.
    await new Promise((resolve) => session.ping(resolve));
    // The head of a second message, which is too long.
    stream.end(Buffer.of(0, 0, 255, 255, 255));
    expect((await ended).code).toBe(status.RESOURCE_EXHAUSTED);
    const next = startCall(openSession(running.port), EMPTY_MESSAGE, true);
    running.release.resolve();
    expect((await next.ended).code).toBe(status.OK);
    expect(running.asked).toHaveBeenCalledOnce();
  });

  it("closes a connection that sends nothing or half of HTTP/2's preface", async () => {
    const startedMs = performance.now();
    await Promise.all([closed(dial(Buffer.alloc(0))), closed(dial(PREFACE.subarray(0, 9)))]);
    expect(performance.now() - startedMs).toBeGreaterThan(LIMITS.openingMs);
  });

  it("keeps a connection that has sent the whole preface", async () => {
    const served = dial(OPENING);
    await untilServed(served);
    // Opened after it, and closed when its time to open is over.
    await closed(dial(Buffer.alloc(0)));
    expect(served.destroyed).toBe(false);
  });

  it("ends with DEADLINE_EXCEEDED a call whose message does not arrive, but no call that waits for its answer or comes later", async () => {
    const session = openSession(running.port);
    const whole = startCall(session, EMPTY_MESSAGE, true);
    // The last message is complete, but its request does not end.
    const late = [Buffer.from([0, 0]), Buffer.from([0, 0, 0, 0, 9, 1]), EMPTY_MESSAGE].map((bytes) =>
      startCall(session, bytes),
    );
    expect(await codesOf(late)).toEqual(late.map(() => status.DEADLINE_EXCEEDED));
    running.release.resolve();
    expect(await codesOf([whole, startCall(session, EMPTY_MESSAGE, true)])).toEqual([status.OK, status.OK]);
    expect(session.destroyed).toBe(false);
  });

  it("survives the reset of a call that it wants to end while its message is decompressed", async () => {
    const { port } = await startServer({ limits: { ...LIMITS, receivingMax: 1 } });
    const data = (payload: Buffer) => frameBytes({ type: FRAME.data, stream: 1, payload });
    const socket = dial(Buffer.concat([OPENING, headersFrame(1, GZIPPED_CALL)]), port);
    await untilServed(socket);
    socket.write(
      Buffer.concat([
        data(gzippedMessage(Buffer.alloc(3_000))),
        // While the first message is decompressed, this byte is unread: the reset closes the stream but does not destroy it.
        data(Buffer.of(1)),
        resetFrame(1, constants.NGHTTP2_NO_ERROR),
        headersFrame(3, GZIPPED_CALL),
      ]),
    );
    await untilClosed(socket);
    expect((await rawCall(openSession(port), CHECK).ended).code).toBeDefined();
  });

  it.each([constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_CANCEL])(
    "survives the reset, with code %d, of a call that it refuses for its headers",
    async (code) => {
      const { port } = running;
      const tooLong = [...GZIPPED_CALL, ["x-long", "x".repeat(9_000)] as const];
      const socket = dial(OPENING, port);
      await untilServed(socket);
      socket.write(Buffer.concat([headersFrame(1, tooLong), resetFrame(1, code)]));
      await untilClosed(socket);
      expect((await rawCall(openSession(port), CHECK).ended).code).toBeDefined();
    },
  );

  it("decompresses one message of a call", async () => {
    const headers = { "grpc-encoding": "gzip" };
    running.release.resolve();
    const bytes = gzippedMessage(Buffer.alloc(0));
    const { ended } = rawCall(openSession(running.port), GET_USAGE, { bytes, headers });
    expect((await ended).code).toBe(status.OK);
  });

  it("ends a call that sends more than one compressed message, without decompressing them", async () => {
    const headers = { "grpc-encoding": "gzip" };
    const messages = Buffer.concat(Array.from({ length: 3_000 }, () => Buffer.of(1, 0, 0, 0, 0)));
    const session = openSession(running.port);
    const begun = vi.spyOn(zlib, "createGunzip");
    onTestFinished(() => begun.mockRestore());
    expect(await rawCall(session, GET_USAGE, { bytes: messages, headers }).ended).toMatchObject({
      reset: constants.NGHTTP2_ENHANCE_YOUR_CALM,
    });
    expect(begun.mock.calls.length).toBeLessThan(2);
  });

  it("ends the oldest calls if too many messages are still arriving, and counts no message that has arrived", async () => {
    running = await startServer({ limits: { ...LIMITS, receivingMs: 60_000 } });
    const session = openSession(running.port);
    const startHalf = () => startCall(session, Buffer.from([0, 0]));
    const half = Array.from({ length: LIMITS.receivingMax - 1 }, startHalf);
    const whole = [];
    for (let i = 1; i <= 10; i += 1) {
      whole.push(startCall(session, EMPTY_MESSAGE, true));
      await vi.waitFor(() => expect(running.asked).toHaveBeenCalledTimes(i), WAIT);
    }
    half.push(startHalf(), startHalf(), startHalf());
    expect(await codesOf(half.slice(0, 2))).toEqual([status.DEADLINE_EXCEEDED, status.DEADLINE_EXCEEDED]);
    expect(half.slice(2).map(({ stream }) => stream.closed)).toEqual(half.slice(2).map(() => false));
    running.release.resolve();
    expect(await codesOf(whole)).toEqual(whole.map(() => status.OK));
  });
});

describe.skipIf(!HAS_OPENSSL)("the gRPC port with TLS (skipped without openssl)", () => {
  it("closes a connection whose handshake is not finished, and keeps one whose handshake is", async () => {
    const folder = folderOfTest();
    const authority = createAuthority(folder, "authority");
    const identity = authority.issue("server");
    const { port } = await startServer({
      // A handshake takes longer than the other openings, on a busy machine much longer.
      limits: { ...LIMITS, openingMs: 2_000 },
      tls: { files: { identity }, onReload: () => undefined },
    });
    const finished = connectTls({
      port,
      host: "127.0.0.1",
      ALPNProtocols: ["h2"],
      rejectUnauthorized: false,
    });
    finished.resume().write(OPENING);
    await once(finished, "data");
    // Opened after `finished`.
    const silent = connect(port, "127.0.0.1").resume();
    await once(silent, "close");
    expect(finished.destroyed).toBe(false);
    finished.destroy();
  });

  it("makes room for a newcomer if connections do not finish their handshake, and closes no other", async () => {
    const identity = createAuthority(folderOfTest(), "authority").issue("server");
    const { port } = await startServer({
      limits: { ...LIMITS, openingMs: 60_000 },
      tls: { files: { identity }, onReload: () => undefined },
    });
    const opened: Socket[] = [];
    onTestFinished(() => opened.forEach((socket) => socket.destroy()));
    const dialTls = (localAddress: string) => {
      const where = { port, host: "127.0.0.1", localAddress };
      const socket = connectTls({ ...where, ALPNProtocols: ["h2"], rejectUnauthorized: false });
      opened.push(socket.resume().on("error", () => undefined));
      socket.write(OPENING);
      return socket;
    };
    const honest = dialTls("127.0.0.2");
    await once(honest, "data");
    for (let i = 0; i < LIMITS.connectionsMax - 1; i += 1) {
      const silent = connect({ port, host: "127.0.0.1", localAddress: STRANGER });
      opened.push(silent.resume().on("error", () => undefined));
      await once(silent, "connect");
    }
    await vi.waitFor(() => Promise.race([once(dialTls("127.0.0.1"), "data"), refusedSoon()]), WAIT);
    expect(honest.destroyed).toBe(false);
  });
});
