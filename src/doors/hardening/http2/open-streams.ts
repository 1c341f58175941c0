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
import type { ConnectError } from "@connectrpc/connect";
import { fault, type FaultInit } from "../../../errors/fault.ts";
import { LinkedList } from "../../../lib/linked-list.ts";
import { systemClock } from "../../../lib/time/clock.ts";
import type { IsTrusted } from "../make-room.ts";
import { drop } from "./http2-stream.ts";

export interface OpenStreamLimits {
  /** How many calls may be open, over all connections. At the limit, the call whose answer has waited longest is dropped. */
  readonly openMax: number;
  /** How long an answer waits while its connection takes nothing. */
  readonly unreadMs: number;
  /** How many bytes the calls whose answers wait may keep together, in the worst case. */
  readonly unreadBytesMax: number;
  /** The path of streams that trusted peers keep open. They make no room for others, and their requests need not end. */
  readonly lastingPath?: string | undefined;
  readonly isTrusted?: IsTrusted | undefined;
  /** The headers that answer a stream with an error. */
  readonly errorHeaders: (error: ConnectError) => OutgoingHttpHeaders;
}

/**
 * The largest headers of a call together, counted as HTTP/2 does: 32 bytes more for each header. A key, a trace and a
 * client's own headers have 600 bytes. Checked here, because HTTP/2's own setting binds only peers that have confirmed it.
 */
const HEADERS_BYTES_MAX = 8 * 1024;
const BYTES_BESIDE_EACH = 32;

/** The bytes before each message: a flag that says whether the message is compressed, and the message's length. */
const MESSAGE_HEAD_BYTES = 5;

const TOO_LONG: FaultInit = {
  reason: "HEADERS_TOO_LONG",
  sentence: "The headers are too long: over gRPC they may take 8 KiB together. Send fewer or shorter ones.",
};
/** Also for calls that share a stream. */
export const TOO_MANY: FaultInit = {
  reason: "OVERLOADED",
  sentence: "Too many calls are open. Try again in a second.",
  retryAfterSeconds: 1,
};

/** How often unread answers are looked for, with one timer for all calls. Most answers have left before the next check. */
const CHECK_MS = 100;

/**
 * What a call may hold in memory while its answer waits, besides the answer: its message of up to 64 KiB, and the parts in which
 * grpc-js received it.
 */
const HELD_BYTES_MAX = 128 * 1024;

/** Answers that have waited for less are probably on their way. */
const ON_ITS_WAY_MS = 1_000;

/**
 * Streams whose answers wait to be read, the longest-waiting first. Each has the time since which it waits, the number of
 * bytes that its connection has taken, and the time since which the connection has taken no more.
 */
type Unread = Map<
  ServerHttp2Stream,
  { readonly sinceMs: number; readonly bytesTaken: number; readonly atMs: number }
>;

/**
 * Call it after the server has got its listeners: they then get only the streams that are not refused. Returns a function
 * that returns the connections with an answer in progress. Each has the time since which it has read no answer to its end;
 * Infinity if one is still being made.
 */
export function limitOpenStreams(
  server: Http2Server | Http2SecureServer,
  limits: OpenStreamLimits,
): () => ReadonlyMap<Http2Session | undefined, number> {
  const { openMax, unreadMs } = limits;
  const refusals = new Map<FaultInit, OutgoingHttpHeaders>();
  // Made at the first refusal, because the first error of a process loads Node's fetch: 16 MB.
  const headersOf = (why: FaultInit) =>
    refusals.getOrInsertComputed(why, () => limits.errorHeaders(fault(why)));
  const open = new LinkedList<ServerHttp2Stream>();
  const unread: Unread = new Map();
  /** Beside the others, so that strangers' calls cannot make room for themselves. */
  const lasting = { open: new LinkedList<ServerHttp2Stream>(), unread: new Map() as Unread };
  // By connection: a caller could reset an unread call and make another.
  const stuckSinceMs = new WeakMap<Http2Session, number>();
  const served = server.listeners("stream");
  server.removeAllListeners("stream");
  server.on("stream", (stream: ServerHttp2Stream, headers, flags, rawHeaders: readonly string[]) => {
    const kind = isLasting(stream, headers, limits) ? lasting : { open, unread };
    const hasRoom = kind === lasting || open.size < openMax || makeRoom(unread);
    // Refused streams count too, because a refusal may wait to be read like any answer.
    const entry = kind.open.add(stream);
    const { session } = stream;
    stream.once("close", () => {
      kind.open.remove(entry);
      kind.unread.delete(stream);
      if (session !== undefined && stream.writableFinished) stuckSinceMs.delete(session);
    });
    if (bytesOf(rawHeaders) > HEADERS_BYTES_MAX) return refuse(stream, headersOf(TOO_LONG));
    if (!hasRoom) return refuse(stream, headersOf(TOO_MANY));
    if (mayBeCompressed(headers)) limitCompressed(stream);
    for (const serve of served) Reflect.apply(serve, server, [stream, headers, flags, rawHeaders]);
  });

  const checkUnread = () => {
    closeUnread(open, unread, limits);
    closeUnread(lasting.open, lasting.unread, { ...limits, unreadBytesMax: Infinity });
    for (const [{ session }, { sinceMs }] of unread) {
      if (session !== undefined && !stuckSinceMs.has(session)) stuckSinceMs.set(session, sinceMs);
    }
  };
  const check = setInterval(checkUnread, Math.min(CHECK_MS, unreadMs)).unref();
  server.once("close", () => clearInterval(check));
  return () => {
    const answered = new Map<Http2Session | undefined, number>();
    for (const { session } of lasting.open) answered.set(session, Infinity);
    for (const stream of open) {
      if (!isBeingAnswered(stream)) continue;
      const { session } = stream;
      if (!isUnread(stream)) answered.set(session, Infinity);
      else if (!answered.has(session))
        answered.set(session, (session && stuckSinceMs.get(session)) ?? Infinity);
    }
    return answered;
  };
}

/** Whether a trusted peer has opened a stream of `lastingPath`, and for itself: trusted proxies also pass on strangers' streams. */
export function isLasting(
  { session }: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { lastingPath, isTrusted }: Pick<OpenStreamLimits, "lastingPath" | "isTrusted">,
): boolean {
  if (headers[":path"] !== lastingPath || isTrusted === undefined) return false;
  if (headers["x-forwarded-for"] !== undefined) return false;
  return isTrusted(session?.socket.remoteAddress ?? "");
}

/**
 * A stream with an incomplete request does not count: with one, a caller could keep a connection for as long as a request
 * may take.
 */
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
 * Closes a stream at its second compressed message, before grpc-js sees that message. grpc-js would decompress all messages
 * of a frame at once, and a frame of 16 kB has room for 3,000. Calls have one message; clients of reflection and Watch do
 * not compress their messages.
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

/** Drops the call whose answer has waited longest. Returns false if all answers are still being made or on their way. */
function makeRoom(unread: Unread): boolean {
  for (const stream of unread.keys()) {
    unread.delete(stream);
    if (!isUnread(stream)) continue;
    // Not at once: data that is sent while frames are read is lost if the stream is then closed.
    setImmediate(() => drop(stream));
    return true;
  }
  return false;
}

/**
 * Drops calls whose answers are not read. HTTP/2 does not say how much of a message has been sent, so this looks at the
 * bytes that the connection takes. A client that leaves an answer unread on a connection that takes other bytes keeps its
 * stream until others need the room.
 */
function closeUnread(
  open: LinkedList<ServerHttp2Stream>,
  unread: Unread,
  { unreadMs, unreadBytesMax }: OpenStreamLimits,
): void {
  const nowMs = systemClock.elapsedMs();
  for (const stream of open) {
    if (!isUnread(stream)) {
      unread.delete(stream);
      continue;
    }
    const last = unread.get(stream);
    const bytesTaken = stream.session?.socket.bytesWritten ?? 0;
    if (last?.bytesTaken !== bytesTaken) {
      unread.set(stream, { sinceMs: last?.sinceMs ?? nowMs, bytesTaken, atMs: nowMs });
    } else if (nowMs - last.atMs >= unreadMs) drop(stream);
  }
  dropBeyond(unread, { unreadBytesMax, nowMs });
}

/** Drops the calls whose answers have waited longest until the rest may keep no more than `unreadBytesMax`. */
function dropBeyond(
  unread: Unread,
  { unreadBytesMax, nowMs }: { readonly unreadBytesMax: number; readonly nowMs: number },
): void {
  let bytes = 0;
  for (const stream of unread.keys()) bytes += heldBytes(stream);
  for (const [stream, { sinceMs }] of unread) {
    if (bytes <= unreadBytesMax || nowMs - sinceMs < ON_ITS_WAY_MS) return;
    bytes -= heldBytes(stream);
    drop(stream);
  }
}

function heldBytes({ writableLength }: ServerHttp2Stream): number {
  return HELD_BYTES_MAX + writableLength;
}

/** Whether an answer, or part of one, was handed to HTTP/2 and has not been sent. */
function isUnread({ headersSent, writableLength, writableEnded, destroyed }: ServerHttp2Stream): boolean {
  return headersSent && !destroyed && (writableLength > 0 || writableEnded);
}
