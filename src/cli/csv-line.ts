/**
 * Before what spreadsheets take for a formula in the widths that they read (https://owasp.org/www-community/attacks/CSV_Injection):
 * at the beginning, and where a spreadsheet that splits at another character than the comma sees a cell begin.
 */
const BEFORE_FORMULA = /(?<=^|[;\t\r\n])(?="*[=+\-@\t\r＝＋－＠])/g;

/** A line of CSV as RFC 4180 has it, without its end. Of texts, what a spreadsheet would run is put behind an apostrophe. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map((cell) => (typeof cell === "number" ? String(cell) : csvText(cell))).join(",");
}

function csvText(text: string): string {
  const shown = text.replaceAll(BEFORE_FORMULA, "'");
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
