import type { Server, ServerResponse } from "node:http";

export interface UnreadOptions {
  /** Of answers that wait for their readers, over all connections. */
  readonly bytesMax: number;
  /** Told of connections that were closed. */
  readonly onCrowded: (connections: number) => void;
}

/** In this time a process makes some 25 MB of answers. */
const CHECK_MS = 250;

/**
 * Closes connections where too much of what was answered waits to be read, first those that have waited longest. A caller who
 * reads nothing has a minute, in which a plan may have thousands of answers of 120 kB.
 */
export function boundUnread(server: Server, { bytesMax, onCrowded }: UnreadOptions): void {
  /** In the order of their requests, as Set keeps it. */
  const open = new Set<ServerResponse>();
  server.on("request", (_request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  const check = () => {
    let bytes = 0;
    for (const { writableLength } of open) bytes += writableLength;
    if (bytes <= bytesMax) return;
    const closed = new Set<ServerResponse["req"]["socket"]>();
    for (const { writableLength, req } of open) {
      if (bytes <= bytesMax) break;
      if (writableLength === 0) continue;
      bytes -= writableLength;
      closed.add(req.socket);
    }
    for (const socket of closed) socket.resetAndDestroy();
    onCrowded(closed.size);
  };
  server.once("listening", () => {
    const checks = setInterval(check, CHECK_MS).unref();
    server.once("close", () => clearInterval(checks));
  });
}
