// Limits the size and duration of requests to an HTTP port.
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How long an HTTP port waits for slow senders and readers. */
export interface HttpTimeouts {
  /** For a request's headers, from the first byte or from the connection on. */
  readonly headersMs: number;
  /** For the whole request with its body. */
  readonly requestMs: number;
  /** For a caller that takes nothing of its answer. */
  readonly unreadMs: number;
  /** How often the bounds are checked. A request may last longer than a bound by this much, so Node's own 30 s are too long. */
  readonly checkMs: number;
}

/** A slower caller is faulty or hostile: requests have a few hundred bytes, answers some kilobytes. */
export const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 10_000,
  requestMs: 15_000,
  unreadMs: 60_000,
  checkMs: 5_000,
};

/** For Fastify, which would otherwise wait forever for the rest of a request. */
export function fastifyTimeouts({ headersMs, requestMs, checkMs }: HttpTimeouts) {
  return {
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    requestTimeout: requestMs,
  };
}

// A name or an address, perhaps with a port. It takes a fifth of the time of URL.canParse.
const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{0,5})?$/;

/**
 * Whether a request names exactly one host, as RFC 9112 section 3.2 requires. Of two Host headers Node shows one, and a
 * proxy in front may have used the other.
 */
export function hasOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  if (!HOST.test(headers.host ?? "")) return false;
  let hosts = 0;
  // Names and values alternate.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}

/** Larger bodies are refused, or not read to the end. The rest of a smaller one is read, so that the connection can be reused. */
export const BODY_BYTES_MAX = 65_536;

/**
 * Closes a connection whose request body goes on after its answer: at once if its length is known to be too large,
 * otherwise when too much has arrived. Node would read gigabytes, for as long as a request may take. A short rest is read:
 * otherwise its sender would find the connection broken before reading the answer. Before the answer is out, we read only
 * what the handler consumes, plus the stream's buffer.
 */
export function closeUnended(server: Server): void {
  server.prependListener("request", (request, response) => {
    const { "transfer-encoding": coding, "content-length": length } = request.headers;
    if (coding !== undefined) {
      // Before Node's own listener, which drops the rest without counting it.
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

/** The socket is an argument, because a request no longer has one after its reader has abandoned it. */
function closeBeyondBound(request: IncomingMessage, socket: Socket): void {
  const { complete, readableDidRead } = request;
  if (complete) return;
  // The reader stopped because the body was too large.
  if (readableDidRead) {
    socket.destroySoon();
    return;
  }
  let bytes = 0;
  request.on("data", (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) socket.destroySoon();
  });
  // Tells Node that somebody reads the body.
  request.read(0);
}

export interface RefusedSocket extends Pick<Socket, "writable" | "destroySoon"> {
  write(text: string): boolean;
  destroy(): unknown;
}

/**
 * Answers bytes that are no request, or a request that never ends, and closes the connection. The sender may go on, so a
 * second error, or one after an answer that closes the connection, is ignored. After a reset there is nobody to answer
 * (https://nodejs.org/api/http.html#event-clienterror).
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
