import { describe, expect, it } from "vitest";
import { retryAfterSeconds } from "../src/http/retry-after.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 12);
/** Some implementations of fetch pass on the whitespace after a value, which Headers removes. */
const read = (headers: Record<string, string>) =>
  retryAfterSeconds({ get: (name) => headers[name] ?? null }, NOW_MS);

describe("a Retry-After", () => {
  it.each([
    ["0", 0],
    ["120", 120],
    ["007", 7],
    // RFC 9110 section 5.6.7: the form that is sent, and two that are obsolete but have to be read.
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30],
    ["Saturday, 21-Nov-26 12:00:30 GMT", 30],
    ["Sat Nov 21 12:00:30 2026", 30],
    ["Tue Dec  1 12:00:00 2026", 10 * 86_400],
    ["Fri, 20 Nov 2026 12:00:00 GMT", 0],
    ["9".repeat(400), 2 ** 31],
    ["120 \t", 120],
    ["Fri, 31 Dec 9999 23:59:59 GMT", 2 ** 31],
  ])("of %s is %d s", (text, seconds) => {
    expect(read({ "retry-after": text })).toBe(seconds);
  });

  it.each([
    "-3",
    "+120",
    "1.5",
    "1e3",
    "abc",
    "",
    "2026-11-21",
    "2026-11-21T12:00:30Z",
    "Sat, 32 Nov 2026 12:00:30 GMT",
    "Tue, 31 Nov 2026 12:00:30 GMT",
    "Sat, 21 Nov 2026 24:00:00 GMT",
    "Xyz, 21 Nov 2026 12:00:30 GMT",
  ])("of %s, which RFC 9110 does not allow, is none", (text) => {
    expect(read({ "retry-after": text })).toBeUndefined();
  });

  it("as a date is compared with the service's clock, not with ours", () => {
    const headers = { date: "Sat, 21 Nov 2026 11:00:00 GMT", "retry-after": "Sat, 21 Nov 2026 11:00:05 GMT" };
    expect(read(headers)).toBe(5);
  });
});
