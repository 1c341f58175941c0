// What peers may hold open at the gRPC port, and for how long: grpc-js leaves that to whoever runs it.
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
import { limitOpenStreams, type OpenStreamLimits } from "./open-streams.ts";

export interface ConnectionLimits extends OpenStreamLimits {
  /** With the last one, quiet ones are closed; more are refused. */
  readonly connectionsMax: number;
  /** For the handshake of TLS and the settings that HTTP/2 begins with. */
  readonly openingMs: number;
  /** For a request, from its headers to its end. */
  readonly receivingMs: number;
  /** Requests on their way at a time, over all connections; the one that has taken longest makes room. */
  readonly receivingMax: number;
}

/**
 * A connection costs 26 kB; an open call 15 kB and its headers twice, as they came and as metadata, 31 kB with 8 KiB of
 * them: together 88 MB of the 384 that k8s/base has for the heap. Honest clients have a connection or two each, and their
 * requests come in one piece: of 10,000 calls a second some 50 are on their way, if their packets are 5 ms apart, and 500
 * open, if an answer takes 50 ms.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  connectionsMax: 1_000,
  openingMs: 10_000,
  receivingMs: 10_000,
  receivingMax: 1_000,
  openMax: 2_000,
  unreadMs: 10_000,
};

/** How often late ones are looked for. One timer for all: one each would be noticed in what a call costs. */
const CHECK_MS = 1_000;

interface Receiving {
  readonly stream: ServerHttp2Stream;
  readonly sinceMs: number;
}

type AnyHttp2Server = Http2Server | Http2SecureServer;

export interface Connections {
  /**
   * Has clients open new connections, elsewhere if they can, and end those that are open when their calls are over. No call is
   * refused for it, not even one that is on its way.
   */
  leave(): void;
  open(): number;
}

/** In a GOAWAY: every call is answered that a client opens before it reads that (RFC 9113, section 6.8). */
const STREAM_ID_MAX = 2 ** 31 - 1;

/** Limits what listens for a server that is bound. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  crowd: Pick<RoomOptions, "onCrowded" | "isTrusted">,
): Connections {
  // Nothing public leads to the HTTP/2 servers, which alone know connections and streams. The version of grpc-js is pinned,
  // and without this field nothing starts.
  const { http2Servers } = server as unknown as {
    readonly http2Servers: ReadonlyMap<AnyHttp2Server, unknown>;
  };
  const limited = Array.from(http2Servers.keys(), (each) => limitServer(each, limits, crowd));
  return {
    open: () => limited.reduce((sum, { size }) => sum + size, 0),
    leave: () => {
      for (const sessions of limited) for (const session of sessions.values()) sendAway(session);
    },
  };
}

function sendAway(session: ServerHttp2Session): void {
  if (!session.closed && !session.destroyed) session.goaway(constants.NGHTTP2_NO_ERROR, STREAM_ID_MAX);
}

/** Returns its sessions, as they come and go, by their peers. */
function limitServer(
  server: AnyHttp2Server,
  limits: ConnectionLimits,
  crowd: Pick<RoomOptions, "onCrowded" | "isTrusted">,
): ReadonlyMap<string, ServerHttp2Session> {
  const { connectionsMax, openingMs, receivingMs } = limits;
  const sessionsAnswered = limitOpenStreams(server, limits);
  const sessions = new Map<string, ServerHttp2Session>();
  /** In the order of their beginnings, as Map keeps it. */
  const opening = new Map<string, { readonly socket: Socket; readonly sinceMs: number }>();
  const receiving = new InOrder<Receiving>();

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
    const peer = peerOf(session.socket);
    session.once("remoteSettings", () => opening.delete(peer));
    sessions.set(peer, session);
    session.once("close", () => sessions.delete(peer));
  });
  server.prependListener("stream", (_stream, headers: IncomingHttpHeaders) => dropEndlessTimeout(headers));
  server.on("stream", (stream: ServerHttp2Stream) => {
    stream.once("close", receiving.add({ stream, sinceMs: performance.now() }));
    if (receiving.size > limits.receivingMax) giveUpOldest(receiving);
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

/** No timer is longer, and grpc-js computes in 32 bits: 597 hours are over before they have begun. */
const TIMEOUT_MAX_MS = 2 ** 31 - 1;
const LONG_TIMEOUT = /^(?<count>\d{1,8})(?<unit>[HMS])$/;
const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000 };

/** A caller who would wait for weeks is one without a deadline. */
function dropEndlessTimeout(headers: IncomingHttpHeaders): void {
  const timeout = headers["grpc-timeout"];
  if (typeof timeout !== "string") return;
  const { count, unit = "" } = LONG_TIMEOUT.exec(timeout)?.groups ?? {};
  if (Number(count) * (UNIT_MS[unit] ?? 0) > TIMEOUT_MAX_MS) delete headers["grpc-timeout"];
}

/** Of requests that are complete nothing is given up, though their calls are not over. */
function giveUpOldest(receiving: InOrder<Receiving>): void {
  const oldest = receiving.takeOldest();
  // Later, as what is sent while frames are read is lost when the stream is closed.
  if (oldest !== undefined) setImmediate(() => giveUp(oldest.stream));
}

const TOO_SLOW = errorHeaders(
  fault({
    sentence: "The request did not arrive in time. Send the message at once, and end the request.",
    reason: "DEADLINE_EXCEEDED",
  }),
);

/** Ends a stream whose request has not arrived; one whose request has is left to its call. */
function giveUp(stream: ServerHttp2Stream): void {
  if (stream.readableEnded || stream.destroyed) return;
  if (!stream.headersSent) stream.respond(TOO_SLOW, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
}

/** Names a connection; with TLS its socket is not the one that HTTP/2 has. */
function peerOf({ remoteAddress, remotePort }: Pick<Socket, "remoteAddress" | "remotePort">): string {
  return `${remoteAddress} ${remotePort}`;
}
