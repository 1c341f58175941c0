import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

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
