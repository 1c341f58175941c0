// Rows as tables for people, and as CSV for spreadsheets.

type Cell = string | number;

/** Rows as aligned columns. Columns with numbers are aligned to the right, and numbers get separators. */
export function alignedColumns(rows: readonly (readonly Cell[])[]): string {
  const isNumeric: boolean[] = [];
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      isNumeric[column] ||= typeof cell === "number";
      widths[column] = Math.max(widths[column] ?? 0, cellText(cell).length);
    }
  }
  const line = (row: readonly Cell[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumeric[column] ? cellText(cell).padStart(width) : cellText(cell).padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return rows.map(line).join("\n");
}

/** `25,000` */
export function countText(count: number): string {
  return count.toLocaleString("en-GB");
}

function cellText(cell: Cell): string {
  return typeof cell === "number" ? countText(cell) : cell;
}

/**
 * Matches before a possible formula, also a full-width one (https://owasp.org/www-community/attacks/CSV_Injection): at
 * the beginning of a text, and where a cell begins for a spreadsheet with another separator.
 */
const BEFORE_FORMULA = /(?<=^|[;\t\r\n])(?="*[=+\-@\t\r＝＋－＠])/g;

/** A line of CSV (RFC 4180) without its line end. Texts that a spreadsheet would run get an apostrophe. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map((cell) => (typeof cell === "number" ? String(cell) : csvText(cell))).join(",");
}

export function csvLines(
  names: readonly string[],
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
): string {
  const cellsOf = (row: (typeof rows)[number]) =>
    names.map((name) => (typeof row[name] === "number" ? row[name] : String(row[name] ?? "")));
  return [names, ...rows.map(cellsOf)].map(csvLine).join("\n");
}

function csvText(text: string): string {
  const escaped = text.replaceAll(BEFORE_FORMULA, "'");
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
