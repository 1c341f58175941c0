type Cell = string | number;

/** Rows as lines of aligned columns. A column with a number in it is aligned to the right; numbers get separators. */
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
