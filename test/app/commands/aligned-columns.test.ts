import { describe, expect, it } from "vitest";
import { csvLine } from "../../../src/app/commands/aligned-columns.ts";

const PAGE = new URL("../../../web/pages/dashboard/download-csv.js", import.meta.url).href;
const { csvCell } = (await import(PAGE)) as { readonly csvCell: (text: string) => string };

describe("a line of CSV", () => {
  it.each([
    ["plain", "plain"],
    ["", ""],
    ["a, b", '"a, b"'],
    ['the "club"', '"the ""club"""'],
    ["two\nlines", '"two\nlines"'],
    ["=1+1", "'=1+1"],
    ["+49 30 1234", "'+49 30 1234"],
    ["-5", "'-5"],
    ["@sum", "'@sum"],
    ["\tx", "'\tx"],
    ["\rx", '"\'\rx"'],
    ["＝1+1", "'＝1+1"],
    ['=HYPERLINK("https://evil.example","Pay")', `"'=HYPERLINK(""https://evil.example"",""Pay"")"`],
    ["a=1", "a=1"],
    // A spreadsheet that splits cells at ; or tab takes no notice of quotes inside a cell.
    ["x;=1+1;y", "x;'=1+1;y"],
    ["x\t=1+1", "x\t'=1+1"],
    ["x\n=1+1", '"x\n\'=1+1"'],
    ['x;"=1+1', `"x;'""=1+1"`],
    ["x; y", "x; y"],
  ])("has the text %j in one cell, and never as a formula: %s", (text, cell) => {
    expect(csvLine([text])).toBe(cell);
    // The dashboard's files have the same cell, always in quotes.
    expect(csvCell(text)).toBe(cell.startsWith('"') ? cell : `"${cell.replaceAll('"', '""')}"`);
  });

  it("leaves numbers alone", () => {
    expect(csvLine([-5, "a", 0])).toBe("-5,a,0");
  });
});
