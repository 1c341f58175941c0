// Limits the open calls of grpc-js, and how long an answer waits for a client that does not read.
import type { IncomingHttpHeaders } from "node:http";
import {
  constants,
  type Http2SecureServer,
  type Http2Server,
  type Http2Session,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { fault } from "../../fault.ts";
import { InOrder } from "../../in-order.ts";
import { errorHeaders } from "./status.ts";

export interface OpenStreamLimits {
  /** Over all connections; the call whose answer has waited longest makes room. */
  readonly openMax: number;
  /** How long an answer waits while its connection takes nothing. */
  readonly unreadMs: number;
}

/**
 * The largest headers of a call, as HTTP/2 counts them: each with 32 bytes more. A key, a trace and a client's own headers
 * have 600 bytes. Checked here, because HTTP/2's own setting binds only peers that have confirmed it.
 */
const HEADERS_BYTES_MAX = 8 * 1024;
const BYTES_BESIDE_EACH = 32;

/** A flag that says whether the message is compressed, and its length. */
const MESSAGE_HEAD_BYTES = 5;

const TOO_LONG = errorHeaders(
  fault({
    reason: "HEADERS_TOO_LONG",
    sentence: "The headers are too long: over gRPC they may have 8 KiB together. Send fewer or shorter ones.",
  }),
);
const TOO_MANY = errorHeaders(
  fault({
    reason: "OVERLOADED",
    sentence: "Too many calls are open. Try again in a second.",
    retryAfterSeconds: 1,
  }),
);

/** How often unread answers are looked for, with one timer for all calls. Most answers have left before the next look. */
const CHECK_MS = 100;

/** Streams whose answers wait, the longest first; the bytes that their connection has taken, and since when no more. */
type Unread = Map<ServerHttp2Stream, { readonly bytesTaken: number; readonly atMs: number }>;

/**
 * Call it once the server has its listeners: they get only the streams that are not refused. Returns a function that
 * gives the connections with an answer in progress.
 */
export function limitOpenStreams(
  server: Http2Server | Http2SecureServer,
  { openMax, unreadMs }: OpenStreamLimits,
): () => ReadonlySet<Http2Session | undefined> {
  const open = new InOrder<ServerHttp2Stream>();
  const unread: Unread = new Map();
  const served = server.listeners("stream");
  server.removeAllListeners("stream");
  server.on("stream", (stream: ServerHttp2Stream, headers, flags, rawHeaders: readonly string[]) => {
    const hasRoom = open.size < openMax || makeRoom(unread);
    // Refused streams count too, because a refusal may wait to be read like any answer.
    const forget = open.add(stream);
    stream.once("close", () => {
      forget();
      unread.delete(stream);
    });
    if (bytesOf(rawHeaders) > HEADERS_BYTES_MAX) return refuse(stream, TOO_LONG);
    if (!hasRoom) return refuse(stream, TOO_MANY);
    if (mayBeCompressed(headers)) limitCompressed(stream);
    for (const serve of served) Reflect.apply(serve, server, [stream, headers, flags, rawHeaders]);
  });

  const check = setInterval(() => closeUnread(open, unread, unreadMs), Math.min(CHECK_MS, unreadMs)).unref();
  server.once("close", () => clearInterval(check));
  return () => new Set([...open].filter(isBeingAnswered).map(({ session }) => session));
}

/** An incomplete request does not count: its caller could keep the connection for as long as a request may take. */
function isBeingAnswered({ readableEnded, headersSent }: ServerHttp2Stream): boolean {
  return readableEnded || headersSent;
}

function bytesOf(rawHeaders: readonly string[]): number {
  let bytes = (rawHeaders.length / 2) * BYTES_BESIDE_EACH;
  for (const text of rawHeaders) bytes += text.length;
  return bytes;
}

function mayBeCompressed({ "grpc-encoding": encoding = "identity" }: IncomingHttpHeaders): boolean {
  return encoding !== "identity";
}

/**
 * Closes a stream with a second compressed message, before grpc-js sees it. It would decompress all messages of a frame at
 * once, and 16 kB have room for 3,000. Calls have one message; clients of reflection and Watch do not compress theirs.
 */
function limitCompressed(stream: ServerHttp2Stream): void {
  const head = Buffer.alloc(MESSAGE_HEAD_BYTES);
  let headBytes = 0;
  let bodyBytes = 0;
  let compressed = 0;
  stream.on("data", (chunk: Buffer) => {
    for (let at = 0; at < chunk.length;) {
      if (bodyBytes > 0) {
        const taken = Math.min(bodyBytes, chunk.length - at);
        bodyBytes -= taken;
        at += taken;
        continue;
      }
      const copied = chunk.copy(head, headBytes, at, at + MESSAGE_HEAD_BYTES - headBytes);
      headBytes += copied;
      at += copied;
      if (headBytes < MESSAGE_HEAD_BYTES) return;
      headBytes = 0;
      bodyBytes = head.readUInt32BE(1);
      compressed += head.readUInt8(0);
      if (compressed > 1) return stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    }
  });
}

function refuse(stream: ServerHttp2Stream, error: OutgoingHttpHeaders): void {
  stream.on("error", () => undefined).resume();
  stream.respond(error, { endStream: true });
}

/** Drops the call whose answer has waited longest. False if all answers are still being made or on their way. */
function makeRoom(unread: Unread): boolean {
  for (const stream of unread.keys()) {
    unread.delete(stream);
    if (!isUnread(stream)) continue;
    // Later, because data sent while frames are read is lost when the stream is closed.
    setImmediate(() => drop(stream));
    return true;
  }
  return false;
}

/**
 * HTTP/2 does not tell how much of a message has left, so this looks at what the connection takes. A client that keeps the
 * connection moving but reads no answer keeps its stream until others need the room.
 */
function closeUnread(open: InOrder<ServerHttp2Stream>, unread: Unread, unreadMs: number): void {
  const nowMs = performance.now();
  for (const stream of open) {
    if (!isUnread(stream)) {
      unread.delete(stream);
      continue;
    }
    const last = unread.get(stream);
    const bytesTaken = stream.session?.socket.bytesWritten ?? 0;
    if (last?.bytesTaken !== bytesTaken) unread.set(stream, { bytesTaken, atMs: nowMs });
    else if (nowMs - last.atMs >= unreadMs) drop(stream);
  }
}

/** Whether an answer, or part of one, was handed over and has not left. */
function isUnread({ headersSent, writableLength, writableEnded, destroyed }: ServerHttp2Stream): boolean {
  return headersSent && !destroyed && (writableLength > 0 || writableEnded);
}

/** Destroyed as well, because the reset itself may wait for a peer that reads nothing. */
function drop(stream: ServerHttp2Stream): void {
  stream.on("error", () => undefined);
  stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  stream.destroy();
}
