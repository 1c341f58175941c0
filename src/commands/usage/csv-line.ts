import { csvText } from "../csv-text.ts";

/** A line of CSV as RFC 4180 has it, without its end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map((cell) => (typeof cell === "number" ? String(cell) : csvText(cell))).join(",");
}
