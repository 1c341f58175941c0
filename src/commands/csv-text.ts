/** What spreadsheets take for the beginning of a formula in the widths that they read (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Free text as a cell of CSV (RFC 4180). What a spreadsheet would run is put behind an apostrophe, as it shows it then. */
export function csvText(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
