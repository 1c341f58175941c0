// Answers that are not read: how long they are offered, and how much of them may wait.
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { InOrder } from "../../in-order.ts";
import type { HttpTimeouts } from "./request-bounds.ts";

/**
 * Tells for how many milliseconds nothing has been taken of what waits on a connection, from the first time that it is asked
 * while something waits.
 */
export function createUnreadFor(): (socket: Socket, nowMs: number) => number {
  const seen = new WeakMap<Socket, { readonly bytesTaken: number; readonly atMs: number }>();
  return (socket, nowMs) => {
    if (socket.writableLength === 0) {
      seen.delete(socket);
      return 0;
    }
    const bytesTaken = socket.bytesWritten - socket.writableLength;
    const last = seen.get(socket);
    if (last?.bytesTaken === bytesTaken) return nowMs - last.atMs;
    seen.set(socket, { bytesTaken, atMs: nowMs });
    return 0;
  };
}

/**
 * Closes connections whose answers are not read. Node's timeout of a socket does not: it begins anew with every byte that
 * arrives, and whoever reads nothing may go on sending, be it after a request that was refused.
 */
export function closeUnread(server: Server, { unreadMs, checkMs }: HttpTimeouts): void {
  const open = new Set<Socket>();
  const unreadFor = createUnreadFor();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const check = () => {
    const nowMs = performance.now();
    for (const socket of open) {
      // The kernel would go on offering what is not read.
      if (unreadFor(socket, nowMs) >= unreadMs) socket.resetAndDestroy();
    }
  };
  checkEvery(server, checkMs, check);
}

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
  const open = new InOrder<ServerResponse>();
  server.on("request", (_request, response) => {
    response.once("close", open.add(response));
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
  checkEvery(server, CHECK_MS, check);
}

function checkEvery(server: Server, ms: number, check: () => void): void {
  server.once("listening", () => {
    const checks = setInterval(check, ms).unref();
    server.once("close", () => clearInterval(checks));
  });
}
