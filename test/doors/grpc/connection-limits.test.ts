// What peers may hold open at the gRPC port, with limits small enough to wait for.
import { once } from "node:events";
import type { ClientHttp2Session } from "node:http2";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { status } from "@grpc/grpc-js";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { CONNECTION_LIMITS } from "../../../src/doors/grpc/connection-limits.ts";
import { FRAME, frameBytes, PREFACE } from "../../fuzz/http2-frame.ts";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";
import { createAuthority, HAS_OPENSSL } from "../tls/certificate-authority.ts";
import { startWithHeldCalls } from "./bare-server.ts";
import { EMPTY_MESSAGE, GET_USAGE, openSession, rawCall } from "./raw-call.ts";

const WAIT = { timeout: 10_000 };
const OPENING = Buffer.concat([
  PREFACE,
  frameBytes({ type: FRAME.settings, flags: 0, stream: 0, payload: Buffer.alloc(0) }),
]);

const LIMITS = {
  ...CONNECTION_LIMITS,
  connectionsMax: 4,
  openingMs: 200,
  receivingMs: 200,
  receivingMax: 8,
};

async function startServer(options: Parameters<typeof startWithHeldCalls>[0] = {}) {
  const refused = vi.fn<() => void>();
  return {
    refused,
    ...(await startWithHeldCalls({ limits: LIMITS, onRefusedConnection: refused, ...options })),
  };
}

describe("the gRPC port and its connections", () => {
  let running: Awaited<ReturnType<typeof startServer>>;

  beforeEach(async () => {
    running = await startServer();
  });

  const dial = (first: Buffer) => {
    const socket = connect(running.port, "127.0.0.1")
      .resume()
      .on("error", () => undefined);
    socket.write(first);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const untilServed = (socket: Socket) => once(socket, "data");
  const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", () => resolve("closed")));

  const startCall = (session: ClientHttp2Session, bytes: Buffer, isComplete = false) =>
    rawCall(session, GET_USAGE, { bytes, isComplete });
  const codesOf = async (calls: readonly ReturnType<typeof rawCall>[]) =>
    (await Promise.all(calls.map(({ ended }) => ended))).map(({ code }) => code);

  it("closes connections beyond the limit at once, tells of them, and takes others when some have left", async () => {
    const taken = Array.from({ length: 4 }, () => dial(OPENING));
    await Promise.all(taken.map(untilServed));
    await Promise.all(Array.from({ length: 3 }, () => closed(dial(OPENING))));
    expect(running.refused).toHaveBeenCalledTimes(3);
    taken[0]?.destroy();
    await vi.waitFor(async () => {
      const socket = dial(OPENING);
      expect(await Promise.race([closed(socket), untilServed(socket)])).not.toBe("closed");
    }, WAIT);
  });

  it("gives up who says nothing or half of HTTP/2's preface, and keeps who has said hello", async () => {
    const served = dial(OPENING);
    await untilServed(served);
    const startedMs = performance.now();
    await Promise.all([closed(dial(Buffer.alloc(0))), closed(dial(PREFACE.subarray(0, 9)))]);
    expect(performance.now() - startedMs).toBeGreaterThan(LIMITS.openingMs);
    expect(served.destroyed).toBe(false);
  });

  it("ends a call whose message does not arrive with DEADLINE_EXCEEDED, and no other on its connection", async () => {
    running.release.resolve();
    const session = openSession(running.port);
    const late = [Buffer.alloc(0), Buffer.from([0, 0]), Buffer.from([0, 0, 0, 0, 9, 1])].map((bytes) =>
      startCall(session, bytes),
    );
    // Whole, but for the end of the request.
    late.push(startCall(session, EMPTY_MESSAGE));
    late.shift();
    expect(await codesOf(late)).toEqual(late.map(() => status.DEADLINE_EXCEEDED));
    expect(await codesOf([startCall(session, EMPTY_MESSAGE, true)])).toEqual([status.OK]);
    expect(session.destroyed).toBe(false);
  });

  it("does not end a call that has arrived, however long its answer takes", async () => {
    const session = openSession(running.port);
    const whole = startCall(session, EMPTY_MESSAGE, true);
    expect(await codesOf([startCall(session, Buffer.from([0]))])).toEqual([status.DEADLINE_EXCEEDED]);
    running.release.resolve();
    expect(await codesOf([whole])).toEqual([status.OK]);
  });

  it("ends the oldest of too many messages under way, and none that has arrived", async () => {
    running = await startServer({ limits: { ...LIMITS, receivingMs: 60_000 } });
    const session = openSession(running.port);
    const whole = Array.from({ length: 5 }, () => startCall(session, EMPTY_MESSAGE, true));
    await vi.waitFor(() => expect(running.asked).toHaveBeenCalledTimes(5), WAIT);
    const half = Array.from({ length: 10 }, () => startCall(session, Buffer.from([0, 0])));
    expect(await codesOf(half.slice(0, 2))).toEqual([status.DEADLINE_EXCEEDED, status.DEADLINE_EXCEEDED]);
    expect(half.slice(2).map(({ stream }) => stream.closed)).toEqual(half.slice(2).map(() => false));
    running.release.resolve();
    expect(await codesOf(whole)).toEqual(whole.map(() => status.OK));
  });
});

describe.skipIf(!HAS_OPENSSL)("the gRPC port with TLS (skipped without openssl)", () => {
  it("gives up a handshake that is not finished, and keeps a connection that is", async () => {
    const folder = createTemporaryFolder();
    onTestFinished(() => folder.remove());
    const authority = createAuthority(folder.path, "authority");
    const identity = authority.issue("server");
    const { port } = await startServer({
      tls: { files: { identity }, onReload: () => undefined },
    });
    const silent = connect(port, "127.0.0.1").resume();
    const finished = connectTls({
      port,
      host: "127.0.0.1",
      ALPNProtocols: ["h2"],
      rejectUnauthorized: false,
    });
    finished.resume().write(OPENING);
    await once(finished, "data");
    await once(silent, "close");
    expect(finished.destroyed).toBe(false);
    finished.destroy();
  });
});
