import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isoTime, parseIsoTime } from "../../src/iso-time.ts";

const EARLIEST_SECOND = -62_135_596_800;
const LATEST_SECOND = 253_402_300_799;
const seconds = fc.integer({ min: EARLIEST_SECOND, max: LATEST_SECOND });

// Close to the form: its characters, and pieces of real times.
const almostTime = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789-+:.TZ "), maxLength: 32 }),
  fc.string(),
  fc.tuple(seconds, fc.nat(30), fc.string({ maxLength: 2 })).map(([second, at, piece]) => {
    const text = isoTime(second * 1000);
    return text.slice(0, at) + piece + text.slice(at + 1);
  }),
);

describe("times", () => {
  test("what is written reads back as the same second", () => {
    fc.assert(
      fc.property(seconds, fc.nat(999), (second, fraction) => {
        expect(parseIsoTime(isoTime(second * 1000 + fraction))).toEqual({ ms: second * 1000 });
      }),
    );
  });

  test("any text is either a time that exists or a sentence", () => {
    const holds = fc.property(almostTime, (text) => {
      const time = parseIsoTime(text);
      if ("problem" in time) return /^(is|has|must|falls) .*\.$/.test(time.problem);
      // The platform's own parser agrees wherever it reads the same form.
      return Math.floor(Date.parse(text) / 1000) === Math.floor(time.ms / 1000);
    });
    expect(() => fc.assert(holds, { numRuns: 1000 })).not.toThrow();
  });
});
