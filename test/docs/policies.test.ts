// The figures that a policy is written by are those of the verification.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");

const PAGE = read("policies.md");
const VERIFICATION = read("verification.md");

/** The lines of the table between two marks, or after a sentence. */
function tableAfter(text: string, beginning: string): string {
  const [, after = ""] = text.split(beginning);
  return /(?:^\|.*\|\n)+/m.exec(after)?.[0] ?? "";
}

describe("docs/policies.md", () => {
  it.each([
    { mark: "<!-- changes -->", beginning: "What the last forecast before a session says" },
    { mark: "<!-- on the day -->", beginning: "The same on the day" },
  ])("has the table of verification.md: $mark", ({ mark, beginning }) => {
    const quoted = tableAfter(PAGE, mark);
    expect(quoted.split("\n").length).toBeGreaterThan(4);
    expect(quoted).toBe(tableAfter(VERIFICATION, beginning));
  });

  /** The percentages of a row that begins with these cells. */
  function shares(beginning: string, ...cells: readonly string[]): readonly number[] {
    const rows = tableAfter(VERIFICATION, beginning)
      .split("\n")
      .map((row) => row.split("|").map((cell) => cell.trim()));
    const row = rows.find((each) => cells.every((cell, column) => each[column + 1] === cell)) ?? [];
    return row.slice(1 + cells.length, -1).map((cell) => Number.parseInt(cell, 10));
  }

  it("says in words what is in the tables", () => {
    const changes = (...cells: readonly string[]) =>
      shares("What the last forecast before a session says", ...cells);
    expect(PAGE).toMatch(/in\s+at\s+most\s+one\s+case\s+of\s+a\s+hundred, and the other way round/);
    expect(changes("1", "`safe_to_book`")[2]).toBeLessThanOrEqual(1);
    expect(changes("1", "`not_recommended`")[0]).toBeLessThanOrEqual(1);
    expect(PAGE).toContain("one in six clears up");
    expect(Math.round(100 / (changes("1", "`proceed_with_caution`")[0] ?? 0))).toBe(6);
    expect(PAGE).toContain("Of what was `safe_to_book` six days before, one in five does not stay");
    expect(Math.round(100 / (100 - (changes("6", "`safe_to_book`")[0] ?? 0)))).toBe(5);

    expect(PAGE).toContain(
      "Five days ahead `not_recommended` is wrong in a quarter of cases, and `proceed_with_caution` in half",
    );
    const [, caution = 0, , not = 0] = shares("How often the verdict that was said came", "5");
    expect(Math.round((100 - not) / 25)).toBe(1);
    expect(Math.round((100 - caution) / 25)).toBe(2);
  });
});
