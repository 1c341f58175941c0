import type { Socket } from "node:net";

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
