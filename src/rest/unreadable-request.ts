// Bytes that are no HTTP request, or too many of them: answered on the bare socket, since there is no request.
import { STATUS_CODES } from "node:http";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { Code } from "@connectrpc/connect";
import { REQUEST_ID_HEADER } from "../request-id.ts";
import type { ProblemInit } from "./problem.ts";
import { problem } from "./problem.ts";

/** Answers with a problem and closes the connection. */
export function refuseUnreadableRequest(
  error: NodeJS.ErrnoException,
  socket: Pick<Socket, "writable" | "write" | "destroySoon">,
): void {
  // https://nodejs.org/api/http.html#event-clienterror: after a reset there is nobody to answer.
  if (error.code !== "ECONNRESET" && socket.writable) {
    const requestId = randomUUID();
    const { status, headers, body } = problem({ ...refusal(error.code), requestId });
    const lines = Object.entries({
      ...headers,
      [REQUEST_ID_HEADER]: requestId,
      "content-length": Buffer.byteLength(body),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  }
  socket.destroySoon();
}

function refusal(code: string | undefined): Omit<ProblemInit, "requestId"> {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, code: Code.InvalidArgument, detail: "The URL and the headers are too long." };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, code: Code.DeadlineExceeded, detail: "The request did not arrive in time." };
    default:
      return { status: 400, code: Code.InvalidArgument, detail: "This is not a valid HTTP request." };
  }
}
