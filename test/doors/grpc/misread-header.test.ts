import { describe, expect, it } from "vitest";
import { misreadFromHeader, misreadToHeader } from "../../../src/doors/grpc/misread-header.ts";

const MISREAD = [
  { field: "bookings[0].told", description: "must be an object: {…}." },
  { field: "bookings[0].lat", description: "must be a number such as 51.5." },
  { field: "bookings[12].lat", description: "must be a number such as 51.5." },
  { field: "bookings[12].told.source", description: "must be a string." },
];

describe("what a sidecar could not read", () => {
  it("arrives at the core, in characters that gRPC can carry", () => {
    const header = misreadToHeader(MISREAD);
    expect(header).toMatch(/^[ -~]+$/);
    expect(misreadFromHeader(header)).toEqual(MISREAD);
  });

  it("fits into the headers of a call, if all fields of twenty bookings are wrong", () => {
    const description = "must be one of safe_to_book, proceed_with_caution, not_recommended.";
    const misread = Array.from({ length: 20 * 20 }, (_, i) => ({
      field: `bookings[${i % 20}].told.recommendation_${Math.floor(i / 20)}`,
      description,
    }));
    expect(misreadToHeader(misread).length).toBeLessThan(4_096);
  });

  it("is cut short, whoever sent it: an answer repeats it for each item", () => {
    const header = JSON.stringify([["d".repeat(3_000), "b", "f".repeat(3_000), [0, 1]]]);
    for (const { field, description } of misreadFromHeader(header) ?? []) {
      expect([field.slice(0, 5), field.length]).toEqual([expect.stringMatching(/^b\[\d\]\.$/), 256]);
      expect(description).toBe("d".repeat(256));
    }
  });

  it("is made well-formed, whoever sent it: an answer could not carry half a character", () => {
    expect(misreadFromHeader(String.raw`[["\ud800", "b", "a\udc00", [0]]]`)).toEqual([
      { field: "b[0].a\ufffd", description: "\ufffd" },
    ]);
  });

  it.each([
    undefined,
    "",
    "x",
    "{}",
    "null",
    "7",
    "[7]",
    '[["a"]]',
    '[["a", "b", "c", 7]]',
    '[["a", "b", "c", {}]]',
  ])("is nothing if the header is %s", (header) => {
    expect(misreadFromHeader(header)).toBeUndefined();
  });
});
