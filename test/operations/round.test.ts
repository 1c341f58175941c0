import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shortestDecimal } from "../../src/operations/answer-fields.ts";

describe("the shortest decimal", () => {
  test.each([0, -0.1, 17.1, 0.01, 101.3, 24_140, 1e-7])("of %d as a 32-bit float is that number", (value) => {
    expect(shortestDecimal(Math.fround(value))).toBe(value);
  });

  test("is the same 32-bit float, whatever it is", () => {
    const anyFloat = fc.float({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(anyFloat, (value) => {
        expect(Math.fround(shortestDecimal(value))).toBe(value + 0);
      }),
    );
  });

  test("is 0 for minus zero, which JSON would keep", () => {
    expect(shortestDecimal(-0)).toBe(0);
  });
});
