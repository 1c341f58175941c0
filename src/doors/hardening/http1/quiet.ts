// Which connections of an HTTP/1 port may be closed when the port is full.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RoomOptions } from "../make-room.ts";
import { createUnreadFor } from "./close-unread.ts";

/** What HTTP/1 connections are doing. */
export function createActivityAt(): RoomOptions["activityAt"] {
  const unreadFor = createUnreadFor();
  return (nowMs) => ({ isQuiet, unreadMs: (socket) => unreadFor(socket, nowMs) });
}

/**
 * Whether no answer is being made or sent on an HTTP/1 connection. Only a private field of Node's socket shows this. An
 * answer to an incomplete request does not count: otherwise a caller could keep the connection for as long as a request may
 * take.
 */
function isQuiet(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  const { _httpMessage: answer } = socket;
  return answer === undefined || answer === null || (!answer.req.complete && !answer.headersSent);
}
