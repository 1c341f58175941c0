// Which calls reach grpc-js, and how long an answer is kept for whoever does not read it.
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
  /** Over all connections; the one whose answer has waited longest makes room. */
  readonly openMax: number;
  /** For an answer while its connection takes nothing at all. */
  readonly unreadMs: number;
}

/**
 * As HTTP/2 counts them, 32 bytes for each. A key, a trace and what clients add by themselves have 600 bytes. Checked here,
 * as HTTP/2's own setting holds only for who has confirmed it.
 */
const HEADERS_BYTES_MAX = 8 * 1024;
const BYTES_BESIDE_EACH = 32;

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

/**
 * How often unread answers are looked for. One timer for all, as a call must not cost one. Answers that are merely on their
 * way have left before it looks again.
 */
const CHECK_MS = 100;

/** How much a connection had taken when it was seen to take something, as an answer waited. */
interface Progress {
  readonly bytesTaken: number;
  readonly atMs: number;
}

/** By streams whose answers were seen waiting, those that have waited longest first. */
type Unread = Map<ServerHttp2Stream, Progress>;

/** Puts itself before what listens for streams by now. Tells on which connections something is being answered. */
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
    // Refused ones too, as a refusal may wait to be read like any answer.
    const forget = open.add(stream);
    stream.once("close", () => {
      forget();
      unread.delete(stream);
    });
    if (bytesOf(rawHeaders) > HEADERS_BYTES_MAX) refuse(stream, TOO_LONG);
    else if (!hasRoom) refuse(stream, TOO_MANY);
    else for (const serve of served) Reflect.apply(serve, server, [stream, headers, flags, rawHeaders]);
  });

  const check = setInterval(() => closeUnread(open, unread, unreadMs), Math.min(CHECK_MS, unreadMs)).unref();
  server.once("close", () => clearInterval(check));
  return () => new Set([...open].filter(isBeingAnswered).map(({ session }) => session));
}

/** Whoever never ends a request would keep its connection for as long as one may take. */
function isBeingAnswered({ readableEnded, headersSent }: ServerHttp2Stream): boolean {
  return readableEnded || headersSent;
}

function bytesOf(rawHeaders: readonly string[]): number {
  let bytes = (rawHeaders.length / 2) * BYTES_BESIDE_EACH;
  for (const text of rawHeaders) bytes += text.length;
  return bytes;
}

function refuse(stream: ServerHttp2Stream, error: OutgoingHttpHeaders): void {
  stream.on("error", () => undefined).resume();
  stream.respond(error, { endStream: true });
}

/** False where there is no answer but those in the making or on their way. */
function makeRoom(unread: Unread): boolean {
  for (const stream of unread.keys()) {
    unread.delete(stream);
    if (!isUnread(stream)) continue;
    // Later, as what is sent while frames are read is lost when the stream is closed.
    setImmediate(() => drop(stream));
    return true;
  }
  return false;
}

/**
 * Of a message in HTTP/2's hands nobody tells how much has left: hence what the connection takes. Whoever keeps that moving
 * and reads no answer keeps a place until others need it.
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

/** Whether an answer, or a part of one, has been handed over and has not left. */
function isUnread({ headersSent, writableLength, writableEnded, destroyed }: ServerHttp2Stream): boolean {
  return headersSent && !destroyed && (writableLength > 0 || writableEnded);
}

/** Destroyed as well: the reset itself may have to wait for a peer who reads nothing. */
function drop(stream: ServerHttp2Stream): void {
  stream.on("error", () => undefined);
  stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  stream.destroy();
}
