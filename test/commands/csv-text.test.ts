import { describe, expect, it } from "vitest";
import { csvText } from "../../src/commands/csv-text.ts";

describe("csvText", () => {
  it.each([
    ["Court Finder", "Court Finder"],
    ["Court, Finder", '"Court, Finder"'],
    ['the "Court"', '"the ""Court"""'],
    ["two\nlines", '"two\nlines"'],
    ["", ""],
  ])("writes %j as %j", (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("lets no spreadsheet run %j", (text) => {
    expect(csvText(text).replace(/^"/, "")).toMatch(/^'/);
  });
});
