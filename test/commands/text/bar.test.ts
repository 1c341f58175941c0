import { describe, expect, it } from "vitest";
import { barText } from "../../../src/commands/text/bar.ts";

describe("barText", () => {
  it.each([
    { value: 100, bar: "████" },
    { value: 50, bar: "██" },
    { value: 53, bar: "██▏" },
    { value: 97, bar: "███▉" },
    { value: 12.5, bar: "▌" },
    { value: 0.001, bar: "▏" },
    { value: 0, bar: "" },
  ])("$value of 100 in 4 characters is $bar", ({ value, bar }) => {
    expect(barText(value, { valueMax: 100, width: 4 })).toBe(bar);
  });
});
