import type { IncomingMessage, Server } from "node:http";

/** Larger bodies are refused, or not read on: what is less is read to its end, so that the connection can be used again. */
export const BODY_BYTES_MAX = 65_536;

/** How often the rest of a body is looked at: what a sender can send between two looks is what an endless one costs. */
const LOOK_EVERY_MS = 10;

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
      response.once("finish", () => closeBeyondBound(request));
    } else if (length !== undefined && Number(length) > BODY_BYTES_MAX) {
      const { writeHead } = response;
      response.writeHead = (...head: unknown[]) => {
        if (!request.complete) response.shouldKeepAlive = false;
        return Reflect.apply(writeHead, response, head) as typeof response;
      };
    }
  });
}

function closeBeyondBound(request: IncomingMessage): void {
  const { socket } = request;
  const from = socket.bytesRead;
  const look = setInterval(() => {
    if (!request.complete && !socket.destroyed) {
      if (socket.bytesRead - from <= BODY_BYTES_MAX) return;
      socket.destroySoon();
    }
    clearInterval(look);
  }, LOOK_EVERY_MS).unref();
}
