import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createUnreadFor } from "./close-unread.ts";

export interface RoomOptions {
  /** A connection that comes while so many are open is refused. */
  readonly connectionsMax: number;
  /** Told of connections that were closed for others, or refused. */
  readonly onCrowded: (connections: number) => void;
}

/** A tenth, so that connections in a row are not looked through for each that comes. */
const CLOSED_PART = 0.1;

/** How often at most: a look at 10,000 takes some milliseconds. */
const LOOK_EVERY_MS = 250;

/** In a crowd, of the address that has most. */
const UNREAD_MS = 2_000;

/**
 * Where the last place is taken, closes connections on which nothing is being answered: those of the address that has
 * most, the oldest of them first, so that one stranger's idle ones do not keep everybody else out. Of that address also
 * those on which nothing of an answer is taken.
 */
export function makeRoom(server: Server, { connectionsMax, onCrowded }: RoomOptions): void {
  /** In the order of their beginnings, as Set keeps it. */
  const open = new Set<Socket>();
  const unreadFor = createUnreadFor();
  let lookedAtMs = -Infinity;
  const closeQuiet = (newcomer?: Socket) => {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs < LOOK_EVERY_MS) return;
    lookedAtMs = nowMs;
    const byAddress = [...Map.groupBy(open, ({ remoteAddress }) => remoteAddress).values()];
    const isUnread = (socket: Socket) => unreadFor(socket, nowMs) >= UNREAD_MS;
    const idle = byAddress
      .toSorted((a, b) => b.length - a.length)
      .flatMap((sockets, rank) =>
        sockets.filter(
          (socket) => socket !== newcomer && (isQuiet(socket) || (rank === 0 && isUnread(socket))),
        ),
      );
    const closed = idle.slice(0, Math.ceil(connectionsMax * CLOSED_PART));
    if (closed.length > 0) onCrowded(closed.length);
    for (const socket of closed) {
      // The kernel would go on offering what is not read.
      if (isQuiet(socket)) socket.destroy();
      else socket.resetAndDestroy();
    }
  };
  server.maxConnections = connectionsMax;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    if (open.size >= connectionsMax) closeQuiet(socket);
  });
  server.on("drop", () => {
    onCrowded(1);
    closeQuiet();
  });
}

/**
 * Whether no answer is being made or sent, which Node tells nobody, but keeps at the socket. An answer to a request that has
 * not come to its end is not being made: whoever sends none would keep the connection for as long as a request may take.
 */
function isQuiet(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  const { _httpMessage: answer } = socket;
  return answer === undefined || answer === null || (!answer.req.complete && !answer.headersSent);
}
