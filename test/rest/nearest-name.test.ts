import { describe, expect, test } from "vitest";
import { nearestName } from "../../src/rest/nearest-name.ts";

describe("the nearest name", () => {
  test.each([
    { given: "sprot", names: ["lat", "sport"], expected: "sport" },
    { given: "SPORT", names: ["lat", "sport"], expected: "sport" },
    { given: "ab", names: ["ax"], expected: "ax" },
    { given: "a", names: ["ab"], expected: "ab" },
    { given: "ab", names: ["a"], expected: "a" },
    { given: "ab", names: ["xy"], expected: undefined },
    { given: "abcd", names: ["axyz"], expected: undefined },
    { given: "anything", names: [], expected: undefined },
  ])("to $given among $names is $expected", ({ given, names, expected }) => {
    expect(nearestName(given, names)).toBe(expected);
  });
});
