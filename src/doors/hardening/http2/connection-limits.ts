// Limits what peers may hold open at the gRPC port: grpc-js has no such limits.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import {
  constants,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import type { Server } from "@grpc/grpc-js";
import { fault, type FaultInit } from "../../../errors/fault.ts";
import { LinkedList } from "../../../lib/linked-list.ts";
import { systemClock } from "../../../lib/time/clock.ts";
import { peerOf } from "../cut-off.ts";
import { makeRoom, type RoomOptions } from "../make-room.ts";
import { keepStreamsById } from "./streams-by-id.ts";
import { isLasting, limitOpenStreams, type OpenStreamLimits } from "./open-streams.ts";

export interface ConnectionLimits extends Omit<
  OpenStreamLimits,
  "errorHeaders" | "lastingPath" | "isTrusted"
> {
  /** When this many are open, idle connections are closed; beyond it, new ones are refused. */
  readonly connectionsMax: number;
  /** How long the TLS handshake and HTTP/2's first settings may take. */
  readonly openingMs: number;
  /** How long a request may take to arrive, from its headers to its end. */
  readonly receivingMs: number;
  /** How many requests may be arriving at once, over all connections; one more ends the oldest of them. */
  readonly receivingMax: number;
}

/**
 * A connection costs 26 kB of memory. An open call costs 15 kB and twice the size of its headers: 31 kB with 8 KiB of
 * headers. At the limits, that is 88 MB of the 384 MB heap of k8s/base. Honest clients have a connection or two each, and
 * their requests arrive in one piece. At 10,000 calls a second, some 50 requests are arriving at a time if their packets
 * are 5 ms apart, and 500 calls are open if an answer takes 50 ms.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  connectionsMax: 1_000,
  openingMs: 10_000,
  receivingMs: 10_000,
  receivingMax: 1_000,
  openMax: 2_000,
  unreadMs: 10_000,
  unreadBytesMax: 64 * 1024 * 1024,
};

/** How often late requests are looked for. There is one timer for all requests: a timer for each would cost noticeably. */
const CHECK_MS = 1_000;

type AnyHttp2Server = Http2Server | Http2SecureServer;

export interface GrpcLimits
  extends
    ConnectionLimits,
    Pick<OpenStreamLimits, "errorHeaders" | "lastingPath">,
    Pick<RoomOptions, "onCrowded" | "isTrusted"> {}

export type Connections = ReturnType<typeof limitConnections>;

/** Limits the listeners of a bound server. */
export function limitConnections(server: Server, limits: GrpcLimits) {
  // Only the HTTP/2 servers know connections and streams, and no public API leads to them. This field is private, so the
  // version of grpc-js is pinned; without the field, the server does not start.
  const { http2Servers } = server as unknown as {
    readonly http2Servers: ReadonlyMap<AnyHttp2Server, unknown>;
  };
  const limited = Array.from(http2Servers.keys(), (each) => limitServer(each, limits));
  return {
    open: () => limited.reduce((sum, { open }) => sum + open(), 0),
    /**
     * Tells clients to open new connections, elsewhere if they can, and ends the open ones after their calls. A call that is
     * on its way is refused at once as not processed, and gRPC clients repeat it by themselves.
     */
    leave(): void {
      // Sends a GOAWAY with the id of the last call that was read. A GOAWAY with the highest id would promise to answer the
      // calls on their way (RFC 9113, section 6.8), but nghttp2 ignores what it has not read when it sends a GOAWAY.
      for (const { sessions } of limited) for (const session of sessions.values()) session.close();
    },
    /** Ends the connections; their calls end as cancelled. */
    cutOff(): void {
      const closed = new Error("the port is closed");
      for (const { sessions } of limited) {
        for (const session of sessions.values()) session.destroy(closed, constants.NGHTTP2_CANCEL);
      }
    },
  };
}

/** Applies the limits to one server. Returns its open sessions by peer, and how many connections it has. */
function limitServer(
  server: AnyHttp2Server,
  limits: GrpcLimits,
): { readonly sessions: ReadonlyMap<string, ServerHttp2Session>; readonly open: () => number } {
  const { connectionsMax, openingMs, receivingMs, onCrowded, isTrusted } = limits;
  let headers: OutgoingHttpHeaders | undefined;
  const tooSlow = () => (headers ??= limits.errorHeaders(fault(TOO_SLOW)));
  const sessionsAnswered = limitOpenStreams(server, limits);
  const sessions = new Map<string, ServerHttp2Session>();
  /** Oldest first, as a Map keeps them. */
  const opening = new Map<string, { readonly socket: Socket; readonly sinceMs: number }>();
  const receiving = new LinkedList<{ readonly stream: ServerHttp2Stream; readonly sinceMs: number }>();

  const activityAt = (nowMs: number) => {
    const answered = sessionsAnswered();
    const unreadSinceMs = (socket: Socket) => answered.get(sessions.get(peerOf(socket)));
    return {
      isQuiet: (socket: Socket) => unreadSinceMs(socket) === undefined,
      unreadMs: (socket: Socket) => nowMs - (unreadSinceMs(socket) ?? nowMs),
    };
  };
  makeRoom(server, { connectionsMax, activityAt, onCrowded, isTrusted });
  server.on("connection", (socket: Socket) => {
    const peer = peerOf(socket);
    opening.set(peer, { socket, sinceMs: systemClock.elapsedMs() });
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
  server.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    if (isLasting(stream, headers, limits)) return;
    const entry = receiving.add({ stream, sinceMs: systemClock.elapsedMs() });
    const arrived = () => receiving.remove(entry);
    stream.once("end", arrived).once("close", arrived);
    if (receiving.size <= limits.receivingMax) return;
    const oldest = receiving.takeOldest()?.stream;
    // Not at once: data that is sent while frames are read is lost if the stream is then closed.
    if (oldest !== undefined) setImmediate(() => giveUp(oldest, tooSlow()));
  });

  const check = setInterval(
    () => {
      const nowMs = systemClock.elapsedMs();
      for (const { socket, sinceMs } of opening.values()) {
        if (nowMs - sinceMs < openingMs) break;
        socket.destroy();
      }
      for (const { stream, sinceMs } of receiving) {
        if (nowMs - sinceMs < receivingMs) break;
        giveUp(stream, tooSlow());
      }
    },
    Math.min(CHECK_MS, receivingMs, openingMs),
  ).unref();
  server.once("close", () => clearInterval(check));
  return { sessions, open: () => new Set([...sessions.keys(), ...opening.keys()]).size };
}

/** The longest timer of Node. grpc-js computes timeouts in 32 bits, so a timeout of 597 hours would expire at once. */
const TIMEOUT_MAX_MS = 2 ** 31 - 1;
const LONG_TIMEOUT = /^(?<count>\d{1,8})(?<unit>[HMS])$/;
const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000 };

/** Removes a timeout that is longer than TIMEOUT_MAX_MS (25 days), so that the call has none. */
function dropEndlessTimeout(headers: IncomingHttpHeaders): void {
  const timeout = headers["grpc-timeout"];
  if (typeof timeout !== "string") return;
  const { count, unit = "" } = LONG_TIMEOUT.exec(timeout)?.groups ?? {};
  if (Number(count) * (UNIT_MS[unit] ?? 0) > TIMEOUT_MAX_MS) delete headers["grpc-timeout"];
}

const TOO_SLOW: FaultInit = {
  sentence: "The request did not arrive in time. Send the message at once, and end the request.",
  reason: "DEADLINE_EXCEEDED",
};

/** Ends a stream whose request has not arrived completely. A stream with a complete request is left alone. */
function giveUp(stream: ServerHttp2Stream, tooSlow: OutgoingHttpHeaders): void {
  // A stream that its caller has reset is closed, but not destroyed while it has unread data; `respond` would throw.
  if (stream.readableEnded || stream.closed || stream.destroyed) return;
  if (!stream.headersSent) stream.respond(tooSlow, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
}
