import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { HttpTimeouts } from "./http-timeouts.ts";

/**
 * Closes connections whose answers are not read. Node's timeout of a socket does not: it begins anew with every byte that
 * arrives, and whoever reads nothing may go on sending, be it after a request that was refused.
 */
export function closeUnread(server: Server, { unreadMs, checkMs }: HttpTimeouts): void {
  const progress = new Map<Socket, { readonly bytesTaken: number; readonly atMs: number }>();
  server.on("connection", (socket) => {
    progress.set(socket, { bytesTaken: 0, atMs: performance.now() });
    socket.once("close", () => progress.delete(socket));
  });
  const check = () => {
    const nowMs = performance.now();
    for (const [socket, last] of progress) {
      const bytesTaken = socket.bytesWritten - socket.writableLength;
      const isStuck = socket.writableLength > 0 && bytesTaken === last.bytesTaken;
      if (!isStuck) progress.set(socket, { bytesTaken, atMs: nowMs });
      // The kernel would go on offering what is not read.
      else if (nowMs - last.atMs >= unreadMs) socket.resetAndDestroy();
    }
  };
  server.once("listening", () => {
    const checks = setInterval(check, checkMs).unref();
    server.once("close", () => clearInterval(checks));
  });
}
