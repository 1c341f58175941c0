// Calls that strangers may keep open at the gRPC port without a key: how many, how long, with how much metadata.
import { once } from "node:events";
import { constants, type ClientHttp2Session, type OutgoingHttpHeaders } from "node:http2";
import { connect as connectTcp } from "node:net";
import { status } from "@grpc/grpc-js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CONNECTION_LIMITS } from "../../../../src/doors/hardening/http2/connection-limits.ts";
import {
  END_HEADERS,
  END_STREAM,
  FRAME,
  frameBytes,
  headerBlock,
  PREFACE,
} from "../../../fuzz/http2-frame.ts";
import { startWithHeldCalls } from "../../grpc/bare-server.ts";
import * as raw from "../../grpc/raw-call.ts";

const WAIT = { timeout: 10_000 };
const { CHECK, EMPTY_MESSAGE, GET_USAGE, LIST, WATCH } = raw;
const UNREAD_MS = 300;
const OPEN_MAX = 8;

describe("calls that are open at the gRPC port", () => {
  let running: Awaited<ReturnType<typeof startServer>>;

  const openSession = (initialWindowSize?: number) => raw.openSession(running.port, initialWindowSize);
  const call = (session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}) => {
    const { stream, ended } = raw.rawCall(session, path, { headers });
    return { stream, ended: ended.then(({ code, reset }) => ({ code, reset })) };
  };
  /** Makes a call whose caller reads no byte of the answer's body. */
  const callUnread = async (session: ClientHttp2Session) => {
    const unread = call(session, CHECK);
    await once(unread.stream, "response");
    return unread;
  };
  const answered = { code: status.OK, reset: constants.NGHTTP2_NO_ERROR };
  const closedUnread = { code: undefined, reset: constants.NGHTTP2_ENHANCE_YOUR_CALM };

  describe("on a server that closes unread answers", () => {
    /** Makes calls whose answers nobody reads, and returns when they have been closed. */
    const untilUnreadAreClosed = async (session: ClientHttp2Session) => {
      const unread = await Promise.all(Array.from({ length: 4 }, () => callUnread(session)));
      expect(await Promise.all(unread.map(({ ended }) => ended))).toEqual(unread.map(() => closedUnread));
    };
    beforeEach(async () => {
      running = await startServer({ unreadMs: UNREAD_MS });
    });

    it("are closed if nothing of their answer is read, and leave their connection open", async () => {
      const deaf = openSession(0);
      await untilUnreadAreClosed(deaf);
      expect(deaf.closed).toBe(false);
    });

    it("are not closed before their answer is ready", async () => {
      const made = call(openSession(), GET_USAGE);
      await untilUnreadAreClosed(openSession(0));
      running.release.resolve();
      expect(await made.ended).toEqual(answered);
    });

    it("stay open if they are watches that are read", async () => {
      const watch = call(openSession(), WATCH);
      await once(watch.stream, "data");
      await untilUnreadAreClosed(openSession(0));
      running.server.setServing(true);
      await once(watch.stream, "data");
      expect(watch.stream.closed).toBe(false);
    });
  });

  it("are kept while something of their answer is read, however little", async () => {
    running = await startServer({ unreadMs: UNREAD_MS });
    const startedMs = performance.now();
    expect(await readByDrops(running.port)).toEqual({ wasReset: false });
    expect(performance.now() - startedMs).toBeGreaterThan(2 * UNREAD_MS);
  });

  it("make room for others when there are too many, first the calls whose answers have waited longest", async () => {
    running = await startServer({ openMax: OPEN_MAX });
    const made = call(openSession(), GET_USAGE);
    await vi.waitFor(() => expect(running.asked).toHaveBeenCalledOnce(), WAIT);
    const session = openSession(0);
    const unread = [];
    while (unread.length < OPEN_MAX - 1) unread.push(await callUnread(session));
    // For a moment the unread answers may still count as on their way.
    const askAgain = async () => expect(await call(openSession(), CHECK).ended).toEqual(answered);
    await vi.waitFor(askAgain, WAIT);
    const [first, ...others] = unread;
    expect(await first?.ended).toEqual(closedUnread);
    expect(others.map(({ stream }) => stream.closed)).toEqual(others.map(() => false));
    running.release.resolve();
    expect(await made.ended).toEqual(answered);
  });

  it("are dropped, the longest-waiting first, if they may keep too many bytes while their answers wait", async () => {
    running = await startServer({ unreadBytesMax: 3 * 129 * 1024, unreadMs: 60_000 });
    const session = openSession(0);
    const unread = [];
    while (unread.length < 4) unread.push(await callUnread(session));
    const [first, ...others] = unread;
    expect(await first?.ended).toEqual(closedUnread);
    expect(others.map(({ stream }) => stream.closed)).toEqual(others.map(() => false));
  });

  it("are answered or refused as too many, and never cut off while the answer is on its way", async () => {
    running = await startServer({ openMax: OPEN_MAX });
    const sessions = Array.from({ length: 8 }, () => openSession());
    const codes = new Map<number | undefined, number>();
    for (let round = 0; round < 20; round++) {
      const calls = sessions.flatMap((session) =>
        Array.from({ length: 16 }, () => call(session, CHECK).ended),
      );
      for (const { code } of await Promise.all(calls)) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(new Set(codes.keys())).toEqual(new Set([status.OK, status.UNAVAILABLE]));
  });

  it("are answered up to the limit, and one more is UNAVAILABLE until some have ended", async () => {
    running = await startServer({ openMax: OPEN_MAX });
    const session = openSession();
    const made = Array.from({ length: OPEN_MAX }, () => call(session, GET_USAGE));
    await vi.waitFor(() => expect(running.asked).toHaveBeenCalledTimes(OPEN_MAX), WAIT);
    for (const path of [CHECK, GET_USAGE]) {
      expect((await call(openSession(), path).ended).code).toBe(status.UNAVAILABLE);
    }
    running.release.resolve();
    expect(await Promise.all(made.map(({ ended }) => ended))).toEqual(made.map(() => answered));
    expect(await call(openSession(), CHECK).ended).toEqual(answered);
  });

  it("have at most 8 KiB of metadata: more is INVALID_ARGUMENT, before anything is done", async () => {
    running = await startServer({});
    const session = openSession();
    // A repeated header takes few bytes on the wire (HPACK), but counts in full each time.
    const parts = (count: number) => ({ "set-cookie": Array.from({ length: count }, () => "v".repeat(600)) });
    expect(await call(session, CHECK, parts(11)).ended).toEqual(answered);
    for (const path of [CHECK, GET_USAGE, "/none"]) {
      const { stream, ended } = call(session, path, parts(13));
      const [headers] = (await once(stream, "response")) as [Record<string, string>];
      expect(decodeURI(headers["grpc-message"] ?? "")).toContain("8 KiB");
      expect((await ended).code).toBe(status.INVALID_ARGUMENT);
    }
    expect(running.asked).not.toHaveBeenCalled();
  });
});

const startServer = (limits: Partial<typeof CONNECTION_LIMITS>) =>
  startWithHeldCalls({ limits: { ...CONNECTION_LIMITS, ...limits } });

/** Reads an answer of about 50 bytes, 2 bytes at a time. The whole answer takes several times UNREAD_MS. */
async function readByDrops(port: number): Promise<{ wasReset: boolean }> {
  const bytes = (type: number, flags: number, stream: number, payload: Buffer) =>
    frameBytes({ type, flags, stream, payload });
  const headers = [
    [":method", "POST"],
    [":scheme", "http"],
    [":path", LIST],
    [":authority", "a"],
    ["content-type", "application/grpc"],
    ["te", "trailers"],
  ] as const;
  const noWindow = Buffer.of(0, 4, 0, 0, 0, 0);
  const drop = bytes(FRAME.windowUpdate, 0, 1, Buffer.of(0, 0, 0, 2));
  const socket = connectTcp(port, "127.0.0.1").on("error", () => undefined);
  socket.write(
    Buffer.concat([
      PREFACE,
      bytes(FRAME.settings, 0, 0, noWindow),
      bytes(FRAME.headers, END_HEADERS, 1, headerBlock(headers)),
      bytes(FRAME.data, END_STREAM, 1, EMPTY_MESSAGE),
    ]),
  );
  const drops = setInterval(() => socket.write(drop), UNREAD_MS / 8);
  try {
    let received = Buffer.of();
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk as Buffer]);
      for (; received.length >= 9; received = received.subarray(9 + received.readUIntBE(0, 3))) {
        if (received.length < 9 + received.readUIntBE(0, 3)) break;
        const [type, flags] = [received.readUInt8(3), received.readUInt8(4)];
        if (type === FRAME.rstStream) return { wasReset: true };
        if (type === FRAME.headers && (flags & END_STREAM) !== 0) return { wasReset: false };
      }
    }
    return { wasReset: true };
  } finally {
    clearInterval(drops);
    socket.destroy();
  }
}
