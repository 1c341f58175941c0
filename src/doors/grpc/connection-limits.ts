// Limits what peers may hold open at the gRPC port, which grpc-js does not.
import type { IncomingHttpHeaders } from "node:http";
import {
  constants,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import type { Server } from "@grpc/grpc-js";
import { fault } from "../../fault.ts";
import { InOrder } from "../../in-order.ts";
import { makeRoom, type RoomOptions } from "../guard/make-room.ts";
import { errorHeaders } from "./status.ts";
import { keepStreamsById } from "./streams-by-id.ts";
import { limitOpenStreams, type OpenStreamLimits } from "./open-streams.ts";

export interface ConnectionLimits extends OpenStreamLimits {
  /** At the limit, idle ones are closed; beyond it, new ones are refused. */
  readonly connectionsMax: number;
  /** For the TLS handshake and HTTP/2's first settings. */
  readonly openingMs: number;
  /** For a request, from its headers to its end. */
  readonly receivingMs: number;
  /** Requests that are still arriving, over all connections; the slowest makes room. */
  readonly receivingMax: number;
}

/**
 * A connection costs 26 kB; an open call 15 kB and its headers twice, 31 kB with 8 KiB of them. Together that is 88 MB of
 * the 384 MB heap of k8s/base. Honest clients have a connection or two each, and their requests arrive in one piece: of
 * 10,000 calls a second some 50 are arriving, if their packets are 5 ms apart, and 500 are open, if an answer takes 50 ms.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  connectionsMax: 1_000,
  openingMs: 10_000,
  receivingMs: 10_000,
  receivingMax: 1_000,
  openMax: 2_000,
  unreadMs: 10_000,
};

/** How often late requests are looked for: one timer for all, because one for each would cost noticeably. */
const CHECK_MS = 1_000;

type AnyHttp2Server = Http2Server | Http2SecureServer;

export type Connections = ReturnType<typeof limitConnections>;

/** Limits the listeners of a bound server. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  crowd: Pick<RoomOptions, "onCrowded" | "isTrusted">,
) {
  // Only the HTTP/2 servers know connections and streams, and no public API leads to them. The version of grpc-js is
  // pinned, and without this field nothing starts.
  const { http2Servers } = server as unknown as {
    readonly http2Servers: ReadonlyMap<AnyHttp2Server, unknown>;
  };
  const limited = Array.from(http2Servers.keys(), (each) => limitServer(each, limits, crowd));
  return {
    open: () => limited.reduce((sum, { size }) => sum + size, 0),
    /**
     * Tells clients to open new connections, elsewhere if they can, and ends the open ones after their calls. A call that is
     * on its way is refused at once as not processed, and gRPC clients repeat it by themselves.
     */
    leave(): void {
      // A GOAWAY with the last call that was read. One with the highest id would promise to answer those on their way
      // (RFC 9113, section 6.8), but once it has sent a GOAWAY, nghttp2 ignores what it had not read.
      for (const sessions of limited) for (const session of sessions.values()) session.close();
    },
    /** Ends the connections, and their calls as cancelled. */
    cutOff(): void {
      const closed = new Error("the port is closed");
      for (const sessions of limited) {
        for (const session of sessions.values()) session.destroy(closed, constants.NGHTTP2_CANCEL);
      }
    },
  };
}

/** Returns the server's open sessions by peer. */
function limitServer(
  server: AnyHttp2Server,
  limits: ConnectionLimits,
  crowd: Pick<RoomOptions, "onCrowded" | "isTrusted">,
): ReadonlyMap<string, ServerHttp2Session> {
  const { connectionsMax, openingMs, receivingMs } = limits;
  const sessionsAnswered = limitOpenStreams(server, limits);
  const sessions = new Map<string, ServerHttp2Session>();
  /** Oldest first, as a Map keeps them. */
  const opening = new Map<string, { readonly socket: Socket; readonly sinceMs: number }>();
  const receiving = new InOrder<{ readonly stream: ServerHttp2Stream; readonly sinceMs: number }>();

  const quietNow = () => {
    const answered = sessionsAnswered();
    return (socket: Socket) => !answered.has(sessions.get(peerOf(socket)));
  };
  makeRoom(server, { connectionsMax, quietNow, ...crowd });
  server.on("connection", (socket: Socket) => {
    const peer = peerOf(socket);
    opening.set(peer, { socket, sinceMs: performance.now() });
    socket.once("close", () => opening.delete(peer));
  });
  server.on("session", (session) => {
    keepStreamsById(session);
    const peer = peerOf(session.socket);
    session.once("remoteSettings", () => opening.delete(peer));
    sessions.set(peer, session);
    session.once("close", () => sessions.delete(peer));
  });
  server.prependListener("stream", (_stream, headers: IncomingHttpHeaders) => dropEndlessTimeout(headers));
  server.on("stream", (stream: ServerHttp2Stream) => {
    const arrived = receiving.add({ stream, sinceMs: performance.now() });
    stream.once("end", arrived).once("close", arrived);
    if (receiving.size <= limits.receivingMax) return;
    const oldest = receiving.takeOldest()?.stream;
    // Later, because data sent while frames are read is lost when the stream is closed.
    if (oldest !== undefined) setImmediate(() => giveUp(oldest));
  });

  const check = setInterval(
    () => {
      const nowMs = performance.now();
      for (const { socket, sinceMs } of opening.values()) {
        if (nowMs - sinceMs < openingMs) break;
        socket.destroy();
      }
      for (const { stream, sinceMs } of receiving) {
        if (nowMs - sinceMs < receivingMs) break;
        giveUp(stream);
      }
    },
    Math.min(CHECK_MS, receivingMs, openingMs),
  ).unref();
  server.once("close", () => clearInterval(check));
  return sessions;
}

/** The longest timer of Node. grpc-js computes timeouts in 32 bits, so 597 hours would be over at once. */
const TIMEOUT_MAX_MS = 2 ** 31 - 1;
const LONG_TIMEOUT = /^(?<count>\d{1,8})(?<unit>[HMS])$/;
const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000 };

/** Treats a timeout of weeks as none. */
function dropEndlessTimeout(headers: IncomingHttpHeaders): void {
  const timeout = headers["grpc-timeout"];
  if (typeof timeout !== "string") return;
  const { count, unit = "" } = LONG_TIMEOUT.exec(timeout)?.groups ?? {};
  if (Number(count) * (UNIT_MS[unit] ?? 0) > TIMEOUT_MAX_MS) delete headers["grpc-timeout"];
}

const TOO_SLOW = errorHeaders(
  fault({
    sentence: "The request did not arrive in time. Send the message at once, and end the request.",
    reason: "DEADLINE_EXCEEDED",
  }),
);

/** Ends a stream whose request has not arrived; a complete one is left to its call. */
function giveUp(stream: ServerHttp2Stream): void {
  // A stream that its caller has reset is closed, but not destroyed while it has unread data; `respond` would throw.
  if (stream.readableEnded || stream.closed || stream.destroyed) return;
  if (!stream.headersSent) stream.respond(TOO_SLOW, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
}

/** Identifies a connection: with TLS, its socket differs from HTTP/2's. */
function peerOf({ remoteAddress, remotePort }: Pick<Socket, "remoteAddress" | "remotePort">): string {
  return `${remoteAddress} ${remotePort}`;
}
