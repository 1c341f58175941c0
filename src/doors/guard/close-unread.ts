// Limits answers that are not read: how long they wait, and how many bytes.
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { InOrder } from "../../in-order.ts";
import { connectionEvent, cutOff } from "./cut-off.ts";
import type { HttpTimeouts } from "./request-bounds.ts";

/**
 * The returned function tells how long, in ms, a connection has taken none of the bytes that wait for it. It measures from
 * its own first call at which something waited.
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
 * Closes connections whose answers are not read. Node's socket timeout does not, because every arriving byte restarts it,
 * and a client that reads nothing may go on sending.
 */
export function closeUnread(server: Server, { unreadMs, checkMs }: HttpTimeouts): void {
  const open = new Set<Socket>();
  const unreadFor = createUnreadFor();
  server.on(connectionEvent(server), (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const check = () => {
    const nowMs = performance.now();
    for (const socket of open) {
      // After a mere `destroy`, the kernel would go on offering what is not read.
      if (unreadFor(socket, nowMs) >= unreadMs) cutOff(socket);
    }
  };
  checkEvery(server, checkMs, check);
}

/** A process makes some 25 MB of answers in this time. */
const CHECK_MS = 250;

/**
 * Closes connections when more than `bytesMax` of answers, over all connections, wait to be read: the longest waiting
 * first. `closeUnread` alone would give a client that does not read a minute, and some plans allow thousands of answers of
 * 120 kB in that time. `onCrowded` is called when connections were closed.
 */
export function boundUnread(
  server: Server,
  { bytesMax, onCrowded }: { readonly bytesMax: number; readonly onCrowded: (connections: number) => void },
): void {
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
    for (const socket of closed) cutOff(socket);
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
