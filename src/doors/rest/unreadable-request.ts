// Answers bytes that are no HTTP request, or too many of them, on the bare socket.
import { STATUS_CODES } from "../../lib/node-http.ts";
import { randomUUID } from "node:crypto";
import { refuseOnce, type RefusedSocket } from "../hardening/http1/request-bounds.ts";
import { REQUEST_ID_HEADER } from "../http/request-id.ts";
import { type ProblemInit, problem } from "./errors.ts";

/** Answers with a problem and closes the connection. */
export function refuseUnreadableRequest(error: NodeJS.ErrnoException, socket: RefusedSocket): void {
  refuseOnce(error, socket, (code) => {
    const requestId = randomUUID();
    const { status, headers, body } = problem({ ...refusal(code), requestId });
    const lines = Object.entries({
      ...headers,
      [REQUEST_ID_HEADER]: requestId,
      "content-length": Buffer.byteLength(body),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
  });
}

function refusal(code: string | undefined): Omit<ProblemInit, "requestId"> {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { reason: "HEADERS_TOO_LONG", detail: "The URL and the headers are too long." };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { reason: "REQUEST_TOO_SLOW", detail: "The request did not arrive in time." };
    default:
      return { reason: "MALFORMED_REQUEST", detail: "This is not a valid HTTP request." };
  }
}
