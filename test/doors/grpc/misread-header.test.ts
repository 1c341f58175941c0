import { describe, expect, it } from "vitest";
import { misreadFromHeader, misreadToHeader } from "../../../src/doors/grpc/misread-header.ts";

const MISREAD = [
  { field: "bookings[0].told", description: "must be an object: {…}." },
  { field: "bookings[0].lat", description: "must be a number such as 51.5." },
  { field: "bookings[12].lat", description: "must be a number such as 51.5." },
];

describe("what a sidecar could not read", () => {
  it("arrives at the core, in characters that gRPC can carry", () => {
    const header = misreadToHeader(MISREAD);
    expect(header).toMatch(/^[ -~]+$/);
    expect(misreadFromHeader(header)).toEqual(MISREAD);
  });

  it.each([undefined, "", "x", "{}", "null", "7", "[7]", '[["a"]]', '[["a", 7]]', '[["a", {}]]'])(
    "is nothing if the header is %s",
    (header) => {
      expect(misreadFromHeader(header)).toBeUndefined();
    },
  );
});
