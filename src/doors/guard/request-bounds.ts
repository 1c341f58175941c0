// What callers may send to an HTTP port, and how long they may take over it.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long an HTTP port waits for whoever is slow: to send, or to read. */
export interface HttpTimeouts {
  /** For a request's headers, from its first byte, or from the connection on. */
  readonly headersMs: number;
  /** For the whole request, its body included. */
  readonly requestMs: number;
  /** For a caller to read on: an answer of which nothing has been taken for so long is not waited for. */
  readonly unreadMs: number;
  /** How often those who are late are looked for, which comes on top. Node's own 30 s would treble the bounds. */
  readonly checkMs: number;
}

/** A caller that needs longer than this is faulty or hostile: requests are a few hundred bytes, answers some kilobytes. */
export const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 10_000,
  requestMs: 15_000,
  unreadMs: 60_000,
  checkMs: 5_000,
};

/** What Fastify is told of them. It alone would wait for ever for the rest of a request. */
export function fastifyTimeouts({ headersMs, requestMs, checkMs }: HttpTimeouts) {
  return {
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    requestTimeout: requestMs,
  };
}

// A name or an address, and perhaps a port. A fifth of the time that URL.canParse takes.
const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{0,5})?$/;

/**
 * Whether a request names one host, as RFC 9112 section 3.2 demands. Which it is matters to proxies alone; but of two a
 * proxy may have taken the one, and Node tells only the other.
 */
export function hasOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  if (!HOST.test(headers.host ?? "")) return false;
  let hosts = 0;
  // Names and values in turn.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}

/** Browsers and proxies send one after the other, and the few clients that do not send a handful. */
const UNANSWERED_MAX = 16;

/**
 * Closes a connection on which more requests wait than answers have left. Node reads what has come to its end first: in 64 kB
 * there are 1,500 requests, each of which keeps 3 kB for as long as nobody reads the answer to the first. To be called when the
 * server has its listeners.
 */
export function boundPipelined(server: Server): void {
  const answer = server.listeners("request") as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners("request");
  const unanswered = new WeakMap<Socket, number>();
  server.on("request", (request, response) => {
    const { socket } = request;
    // What else was in the same bytes.
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > UNANSWERED_MAX) {
      socket.resetAndDestroy();
      return;
    }
    unanswered.set(socket, count);
    response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const listener of answer) listener.call(server, request, response);
  });
}

/** Larger bodies are refused, or not read on: what is less is read to its end, so that the connection can be used again. */
export const BODY_BYTES_MAX = 65_536;

/**
 * Closes the connection on which a body goes on after its answer: at once where its length is known to be too large,
 * otherwise when too much of it has come. Node would go on to read, gigabytes of it, for as long as a request may take.
 * What is short is read: its sender would find the connection broken before it reads the answer. Until the answer is out
 * no more is read than somebody takes, plus what fits the stream's buffer.
 */
export function closeUnended(server: Server): void {
  server.prependListener("request", (request, response) => {
    const { "transfer-encoding": coding, "content-length": length } = request.headers;
    if (coding !== undefined) {
      // Before Node's own listener, which drops what is left without counting it.
      const { socket } = request;
      response.prependOnceListener("finish", () => closeBeyondBound(request, socket));
    } else if (length !== undefined && Number(length) > BODY_BYTES_MAX) {
      const { writeHead } = response;
      response.writeHead = (...head: unknown[]) => {
        if (!request.complete) response.shouldKeepAlive = false;
        return Reflect.apply(writeHead, response, head) as typeof response;
      };
    }
  });
}

/** A request that its reader has given up no longer knows its socket. */
function closeBeyondBound(request: IncomingMessage, socket: Socket): void {
  const { complete, readableDidRead } = request;
  if (complete) return;
  // Whoever had begun to read has stopped because it was too much.
  if (readableDidRead) {
    socket.destroySoon();
    return;
  }
  let bytes = 0;
  request.on("data", (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) socket.destroySoon();
  });
  // By this Node knows that somebody reads it.
  request.read(0);
}

/** Of a socket what refusing takes. */
export interface RefusedSocket extends Pick<Socket, "writable" | "destroySoon"> {
  write(text: string): boolean;
  destroy(): unknown;
}

/**
 * Answers bytes that are no request, or a request that does not come to its end, and closes the connection. Such a sender
 * may go on: what is said a second time, and after an answer that closes the connection already, is passed over.
 * https://nodejs.org/api/http.html#event-clienterror: after a reset there is nobody to answer.
 */
export function refuseOnce(
  error: NodeJS.ErrnoException,
  socket: RefusedSocket,
  answer: (code: string | undefined) => string,
): void {
  if (error.code === "ECONNRESET") {
    socket.destroy();
  } else if (socket.writable) {
    socket.write(answer(error.code));
    socket.destroySoon();
  }
}
