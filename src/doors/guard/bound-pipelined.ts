import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

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
