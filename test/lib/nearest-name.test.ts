import { describe, expect, test } from "vitest";
import { nearestName } from "../../src/lib/nearest-name.ts";

describe("the nearest name", () => {
  test.each([
    { given: "sprot", names: ["lat", "sport"], expected: "sport" },
    { given: "SPORT", names: ["lat", "sport"], expected: "sport" },
    { given: "ab", names: ["ax"], expected: "ax" },
    { given: "a", names: ["ab"], expected: "ab" },
    { given: "ab", names: ["a"], expected: "a" },
    { given: "ab", names: ["xy"], expected: undefined },
    { given: "abcd", names: ["axyz"], expected: undefined },
    { given: "tenins", names: ["tennis"], expected: "tennis" },
    {
      given: "cross_contry_skiing",
      names: ["skiing", "cross_country_skiing"],
      expected: "cross_country_skiing",
    },
    { given: "boxing", names: ["rowing"], expected: undefined },
    { given: "surfing", names: ["running", "windsurfing"], expected: undefined },
    { given: "volleyball", names: ["football"], expected: undefined },
    { given: "date", names: ["lat", "days"], expected: undefined },
    { given: "anything", names: [], expected: undefined },
  ])("to $given among $names is $expected", ({ given, names, expected }) => {
    expect(nearestName(given, names)).toBe(expected);
  });
});
