import { describe, expect, test } from "vitest";
import { preferredCoding } from "../../../src/doors/rest/accept-encoding.ts";

describe("the coding of a file", () => {
  test.each([
    ["nothing, as many programs send", undefined, "identity"],
    ["an empty header", "", "identity"],
    ["Chromium's", "gzip, deflate, br, zstd", "br"],
    ["curl's", "deflate, gzip", "gzip"],
    ["brotli alone", "br", "br"],
    ["gzip under its old name", "x-gzip", "gzip"],
    ["capitals and spaces", " deflate ,GZIP ; Q=0.5", "gzip"],
    ["gzip before brotli", "br;q=0.8, gzip", "gzip"],
    ["gzip, brotli refused", "gzip, br;q=0", "gzip"],
    ["gzip, though little", "gzip;q=0.001", "gzip"],
    ["none before gzip", "gzip;q=0.5, identity", "identity"],
    ["gzip, or else none", "gzip, identity;q=0.5", "gzip"],
    ["anything", "*", "br"],
    ["anything but brotli", "br;q=0, *", "gzip"],
    ["gzip before anything else", "gzip, *;q=0.1", "gzip"],
    ["gzip and nothing else", "gzip, *;q=0", "gzip"],
    ["none and nothing else", "identity, *;q=0", "identity"],
    ["only codings that are not here", "zstd, deflate", "identity"],
    ["a coding whose name only ends alike", "xgzip, abr", "identity"],
    ["a weight that is no number", "gzip;q=high", "identity"],
    ["gzip refused", "gzip;q=0", "identity"],
    ["a body without a coding refused", "identity;q=0", "gzip"],
    ["a body without a coding refused, and gzip", "identity;q=0, gzip;q=0", "identity"],
    ["a body without a coding refused, brotli named", "identity;q=0, br", "br"],
    ["everything refused", "*;q=0", "identity"],
  ])("for %s", (_who, acceptEncoding, coding) => {
    expect(preferredCoding(acceptEncoding)).toBe(coding);
  });
});
