import { describe, expect, test } from "vitest";
import { refuseUnreadableRequest } from "../../../src/doors/rest/unreadable-request.ts";

/** What is written to a connection that broke with this error code. */
function answer(code: string): string {
  let written = "";
  let isClosed = false;
  refuseUnreadableRequest(Object.assign(new Error("parse error at 17"), { code }), {
    writable: true,
    write: (chunk: string | Uint8Array) => (written += chunk.toString()) !== "",
    destroySoon: () => void (isClosed = true),
    destroy: () => void (isClosed = true),
  });
  expect(isClosed).toBe(true);
  return written;
}

describe("an unreadable request", () => {
  test.each([
    [
      "ERR_HTTP_REQUEST_TIMEOUT",
      "408 Request Timeout",
      "deadline_exceeded",
      "The request did not arrive in time.",
    ],
    [
      "HPE_HEADER_OVERFLOW",
      "431 Request Header Fields Too Large",
      "invalid_argument",
      "The URL and the headers are too long.",
    ],
    ["HPE_INVALID_METHOD", "400 Bad Request", "invalid_argument", "This is not a valid HTTP request."],
  ])("with %s is answered %s, and the connection closed", (error, status, code, detail) => {
    const [head = "", body = ""] = answer(error).split("\r\n\r\n");
    const [first, ...lines] = head.split("\r\n");
    expect(first).toBe(`HTTP/1.1 ${status}`);
    const problem = JSON.parse(body) as Record<string, unknown>;
    expect(problem).toMatchObject({ code, detail });
    expect(lines.toSorted()).toEqual([
      "cache-control: no-store",
      "connection: close",
      `content-length: ${Buffer.byteLength(body)}`,
      "content-type: application/problem+json",
      `x-request-id: ${String(problem["request_id"])}`,
    ]);
  });

  test("is not answered when the caller has gone", () => {
    expect(answer("ECONNRESET")).toBe("");
  });
});
