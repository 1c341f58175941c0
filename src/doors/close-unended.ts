import type { Server } from "node:http";

/** Larger bodies are refused, or not read on: what is less is read to its end, so that the connection can be used again. */
export const BODY_BYTES_MAX = 65_536;

/**
 * Closes the connection with an answer that goes out before the end of a body of which no end is known, or a far one.
 * Node would go on to read what is left, gigabytes of it, for as long as a request may take. Until the answer is out no
 * more is read than somebody takes, plus what fits the stream's buffer.
 */
export function closeUnended(server: Server): void {
  server.prependListener("request", (request, response) => {
    const { "transfer-encoding": coding, "content-length": length } = request.headers;
    if (coding === undefined && (length === undefined || Number(length) <= BODY_BYTES_MAX)) return;
    const { writeHead } = response;
    response.writeHead = (...head: unknown[]) => {
      if (!request.complete) response.shouldKeepAlive = false;
      return Reflect.apply(writeHead, response, head) as typeof response;
    };
  });
}
