import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { HttpTimeouts } from "./http-timeouts.ts";
import { createUnreadFor } from "./unread-for.ts";

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
  server.once("listening", () => {
    const checks = setInterval(check, checkMs).unref();
    server.once("close", () => clearInterval(checks));
  });
}
