// Limits answers that are not read: how long they wait, how many, and how many bytes.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LinkedList } from "../../../lib/linked-list.ts";
import { systemClock } from "../../../lib/time/clock.ts";
import { connectionEvent, cutOff } from "../cut-off.ts";
import type { HttpTimeouts } from "./request-bounds.ts";

/**
 * The function that this returns tells for how many ms a connection has taken none of the bytes that wait for it. It
 * measures from its own first call that saw the connection stuck.
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
    const nowMs = systemClock.elapsedMs();
    for (const socket of open) {
      // After `destroy` alone, the kernel would keep trying to send what is not read.
      if (unreadFor(socket, nowMs) >= unreadMs) cutOff(socket);
    }
  };
  checkEvery(server, checkMs, check);
}

/** Browsers and proxies wait for each answer; the few other clients send a handful at once. */
const UNANSWERED_MAX = 16;

// A quarter of the heap that k8s/base gives a sidecar. Unread answers of honest callers are mostly in the kernel.
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;

/** A process makes some 25 MB of answers in this time. */
const CHECK_MS = 250;

/**
 * Bounds the answers that wait. Call it once the server has its listeners.
 * A connection with more than 16 unanswered requests is closed. Otherwise Node would take all requests that it has
 * received: 64 kB may hold 1,500, and each takes 3 kB of memory until the first answer is read.
 * When more than `bytesMax` of answers, over all connections, wait to be read, connections are closed, the longest waiting
 * first. `closeUnread` alone would let a client read nothing for a minute, and some plans allow thousands of answers of 120
 * kB in that time. `onCrowded` is called when connections were closed for this.
 */
export function boundAnswers(
  server: Server,
  {
    bytesMax = UNREAD_BYTES_MAX,
    onCrowded = () => undefined,
  }: { readonly bytesMax?: number | undefined; readonly onCrowded?: (connections: number) => void },
): void {
  const listeners = server.listeners("request") as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners("request");
  const unanswered = new WeakMap<Socket, { count: number }>();
  const open = new LinkedList<ServerResponse>();
  server.on("request", (request, response) => {
    const { socket } = request;
    // Node still emits requests that it had read before the connection was cut off.
    if (socket.destroyed) return;
    let answers = unanswered.get(socket);
    if (answers === undefined) unanswered.set(socket, (answers = { count: 0 }));
    if (answers.count >= UNANSWERED_MAX) {
      cutOff(socket);
      return;
    }
    answers.count += 1;
    const entry = open.add(response);
    // Not `once`: a response closes only once, and removing the listener would add a fiftieth to the time of a call.
    response.on("close", () => {
      answers.count -= 1;
      open.remove(entry);
    });
    for (const listener of listeners) listener.call(server, request, response);
  });
  checkEvery(server, CHECK_MS, () => closeBeyond(open, bytesMax, onCrowded));
}

function closeBeyond(
  open: LinkedList<ServerResponse>,
  bytesMax: number,
  onCrowded: (connections: number) => void,
): void {
  let bytes = 0;
  for (const { writableLength } of open) bytes += writableLength;
  if (bytes <= bytesMax) return;
  const bytesOf = new Map<Socket, number>();
  for (const { writableLength, req } of open) {
    if (writableLength === 0) continue;
    bytesOf.set(req.socket, (bytesOf.get(req.socket) ?? 0) + writableLength);
  }
  let closed = 0;
  for (const [socket, ofSocket] of bytesOf) {
    if (bytes <= bytesMax) break;
    bytes -= ofSocket;
    closed += 1;
    cutOff(socket);
  }
  onCrowded(closed);
}

function checkEvery(server: Server, ms: number, check: () => void): void {
  server.once("listening", () => {
    const checks = setInterval(check, ms).unref();
    server.once("close", () => clearInterval(checks));
  });
}
