import type { ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import { createUnreadFor } from "./close-unread.ts";

/** Whose connection it is that may be kept where others are closed. */
export type IsTrusted = (address: string) => boolean;

export interface RoomOptions {
  /** A connection that comes while so many are open is refused. */
  readonly connectionsMax: number;
  /** Told of connections that were closed for others, or refused. */
  readonly onCrowded: (connections: number) => void;
  /** Of proxies, behind which there are many callers: the last tenth of the places is theirs. */
  readonly isTrusted?: IsTrusted | undefined;
  /** Tells of the connections as they are now on which nothing is being answered. */
  readonly quietNow: () => (socket: Socket) => boolean;
}

/** A tenth, so that connections in a row are not looked through for each that comes. */
const CLOSED_PART = 0.1;
const KEPT_PART = 0.1;

/** How often at most: a look at 10,000 takes some milliseconds. */
const LOOK_EVERY_MS = 250;

/** In a crowd, of the address that has most. */
const UNREAD_MS = 2_000;

/**
 * Where the last place is taken, closes connections on which nothing is being answered: those of the address that has
 * most, the oldest of them first, so that one stranger's idle ones do not keep everybody else out. Of that address also
 * those on which nothing of an answer is taken. Those of trusted proxies come last.
 */
export function makeRoom(server: Server, options: RoomOptions): void {
  const { connectionsMax, onCrowded, quietNow } = options;
  const isTrusted = ({ remoteAddress = "127.0.0.1" }: Socket) => options.isTrusted?.(remoteAddress) === true;
  const strangersMax =
    connectionsMax - (options.isTrusted === undefined ? 0 : Math.ceil(connectionsMax * KEPT_PART));
  /** In the order of their beginnings, as Set keeps it. */
  const proxies = new Set<Socket>();
  const strangers = new Set<Socket>();
  const unreadFor = createUnreadFor();
  let lookedAtMs = -Infinity;
  const closeQuiet = (newcomer?: Socket) => {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs < LOOK_EVERY_MS) return;
    lookedAtMs = nowMs;
    const byAddress = [strangers, proxies].flatMap((sockets) =>
      [...Map.groupBy(sockets, ({ remoteAddress }) => remoteAddress).values()].toSorted(
        (a, b) => b.length - a.length,
      ),
    );
    const isQuiet = quietNow();
    const isUnread = (socket: Socket) => unreadFor(socket, nowMs) >= UNREAD_MS;
    const idle = byAddress.flatMap((sockets, rank) =>
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
    const open = isTrusted(socket) ? proxies : strangers;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    const isBeyond = open === strangers && open.size > strangersMax;
    if (!isBeyond && proxies.size + strangers.size < connectionsMax) return;
    closeQuiet(socket);
    // Those that were closed are counted until they are gone.
    if (!isBeyond || [...strangers].filter(({ destroyed }) => !destroyed).length <= strangersMax) return;
    onCrowded(1);
    socket.destroy();
  });
  server.on("drop", () => {
    onCrowded(1);
    closeQuiet();
  });
}

/**
 * Whether no answer is being made or sent on a connection of HTTP/1, which Node tells nobody, but keeps at the socket. An answer
 * to a request that has not come to its end is not being made: whoever sends none would keep the connection for as long as a
 * request may take.
 */
export function isQuiet(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  const { _httpMessage: answer } = socket;
  return answer === undefined || answer === null || (!answer.req.complete && !answer.headersSent);
}
