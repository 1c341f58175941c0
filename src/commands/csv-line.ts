/** What spreadsheets take for the beginning of a formula in the widths that they read (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** A line of CSV as RFC 4180 has it, without its end. Of texts, what a spreadsheet would run is put behind an apostrophe. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map((cell) => (typeof cell === "number" ? String(cell) : csvText(cell))).join(",");
}

function csvText(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
