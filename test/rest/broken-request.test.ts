import { describe, expect, test } from "vitest";
import { refuseBrokenRequest } from "../../src/rest/broken-request.ts";

/** What is written to a connection that broke with this error code. */
function answer(code: string): string {
  let written = "";
  let isClosed = false;
  refuseBrokenRequest(Object.assign(new Error("parse error at 17"), { code }), {
    writable: true,
    write: (chunk: string | Uint8Array) => (written += chunk.toString()) !== "",
    destroySoon: () => void (isClosed = true),
  });
  expect(isClosed).toBe(true);
  return written;
}

describe("a broken request", () => {
  test.each([
    ["ERR_HTTP_REQUEST_TIMEOUT", "HTTP/1.1 408 Request Timeout"],
    ["HPE_HEADER_OVERFLOW", "HTTP/1.1 431 Request Header Fields Too Large"],
    ["HPE_INVALID_METHOD", "HTTP/1.1 400 Bad Request"],
  ])("with %s is answered %s", (code, line) => {
    expect(answer(code)).toMatch(new RegExp(`^${line}\r\n`));
    expect(answer(code)).not.toContain("parse error");
  });

  test("is not answered when the caller has gone", () => {
    expect(answer("ECONNRESET")).toBe("");
  });
});
