import type { Server, Socket } from "node:net";
import { systemClock } from "../../lib/time/clock.ts";
import { connectionEvent, cutOff, peerOf } from "./cut-off.ts";

/** Whether an address is a trusted proxy's: the connections of trusted proxies are closed last. */
export type IsTrusted = (address: string) => boolean;

export interface RoomOptions {
  /** Connections beyond this many are refused. */
  readonly connectionsMax: number;
  /** Called with the number of connections that were closed to make room for others, or were refused. */
  readonly onCrowded: (connections: number) => void;
  /** A tenth of the connections is reserved for trusted proxies, which have many callers behind them. */
  readonly isTrusted?: IsTrusted | undefined;
  /** What the connections are doing at this time. */
  readonly activityAt: (nowMs: number) => Activity;
}

export interface Activity {
  /** Whether no answer is being made or sent. */
  isQuiet(socket: Socket): boolean;
  /** For how long all answers of a connection have waited to be read. */
  unreadMs(socket: Socket): number;
}

/** A tenth is closed at a time, so that not every new connection triggers a search. */
const CLOSED_PART = 0.1;
/** The part that is reserved for trusted proxies. */
const RESERVED_PART = 0.1;

/** How often connections are searched, at most: a search through 10,000 takes some milliseconds. */
const SEARCH_EVERY_MS = 250;

/** How long the busiest address may leave an answer unread while the port is full. */
const UNREAD_MS = 2_000;

/**
 * When the port is full, closes idle connections: first those of the address with the most connections, oldest first, so
 * that one stranger's idle connections do not keep everybody out. Of that address it also closes connections that do not
 * read their answers. Connections of trusted proxies come last.
 */
export function makeRoom(server: Server, options: RoomOptions): void {
  const { connectionsMax, onCrowded, activityAt } = options;
  const isTrusted = ({ remoteAddress }: Socket) =>
    remoteAddress !== undefined && options.isTrusted?.(remoteAddress) === true;
  const reserved = options.isTrusted === undefined ? 0 : Math.ceil(connectionsMax * RESERVED_PART);
  const strangersMax = connectionsMax - reserved;
  /** Oldest first, as a Set keeps them. */
  const proxies = new Set<Socket>();
  const strangers = new Set<Socket>();
  const isFull = () => strangers.size >= strangersMax || proxies.size + strangers.size >= connectionsMax;
  const closeQuiet = throttled(server, isFull, (nowMs, newcomer) => {
    const byAddress = [strangers, proxies].flatMap((sockets) =>
      [...Map.groupBy(sockets, ({ remoteAddress }) => remoteAddress).values()].toSorted(
        (a, b) => b.length - a.length,
      ),
    );
    const { isQuiet, unreadMs } = activityAt(nowMs);
    const isUnread = (socket: Socket) => unreadMs(socket) >= UNREAD_MS;
    const idle = byAddress.flatMap((sockets, rank) =>
      sockets.filter(
        (socket) => socket !== newcomer && (isQuiet(socket) || (rank === 0 && isUnread(socket))),
      ),
    );
    const closed = idle.slice(0, Math.ceil(connectionsMax * CLOSED_PART));
    if (closed.length > 0) onCrowded(closed.length);
    for (const socket of closed) {
      // After `destroy` alone, the kernel would keep trying to send what is not read.
      if (isQuiet(socket)) socket.destroy();
      else cutOff(socket);
    }
  });
  server.maxConnections = connectionsMax;
  const note = (socket: Socket) => {
    const open = isTrusted(socket) ? proxies : strangers;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    return open;
  };
  onHandshake(server, (socket, before) => {
    for (const open of [proxies, strangers]) open.delete(before);
    note(socket);
  });
  server.on("connection", (socket: Socket) => {
    const open = note(socket);
    const isBeyond = open === strangers && open.size > strangersMax;
    if (!isBeyond && proxies.size + strangers.size < connectionsMax) return;
    closeQuiet(socket);
    // `strangers` contains a closed connection until its close event.
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
 * Returns what closes quiet connections at most every SEARCH_EVERY_MS. A search that comes too early is made up for if the port is
 * still full by then: the next newcomer would otherwise be refused beside any number of idle connections.
 */
function throttled(
  server: Server,
  isFull: () => boolean,
  closeQuiet: (nowMs: number, newcomer?: Socket) => void,
): (newcomer?: Socket) => void {
  let searchedAtMs = -Infinity;
  let later: NodeJS.Timeout | undefined;
  const search = (newcomer?: Socket) => {
    const nowMs = systemClock.elapsedMs();
    const waitMs = searchedAtMs + SEARCH_EVERY_MS - nowMs;
    if (waitMs <= 0) {
      searchedAtMs = nowMs;
      closeQuiet(nowMs, newcomer);
      return;
    }
    later ??= setTimeout(() => {
      later = undefined;
      if (isFull()) search();
    }, waitMs).unref();
  };
  server.once("close", () => clearTimeout(later));
  return search;
}

/**
 * Calls back when a TLS handshake has ended, with the socket after it and the one before. A connection counts from its
 * beginning, because one that never ends its handshake takes room as well.
 */
function onHandshake(server: Server, callBack: (socket: Socket, before: Socket) => void): void {
  if (connectionEvent(server) === "connection") return;
  const handshakes = new Map<string, Socket>();
  server.on("connection", (socket: Socket) => {
    const peer = peerOf(socket);
    handshakes.set(peer, socket);
    socket.once("close", () => {
      if (handshakes.get(peer) === socket) handshakes.delete(peer);
    });
  });
  server.on("secureConnection", (socket: Socket) => {
    const before = handshakes.get(peerOf(socket));
    handshakes.delete(peerOf(socket));
    if (before !== undefined) callBack(socket, before);
  });
}
