/**
 * A Markdown table, aligned as Prettier aligns it. The first row is the head. Columns from `numbersFrom` on are aligned to the
 * right; by default none.
 */
export function markdownTable(
  rows: readonly (readonly string[])[],
  { numbersFrom = Infinity }: { readonly numbersFrom?: number } = {},
): string {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width, i) => (i < numbersFrom ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  const padded = (cell: string, i: number) =>
    i < numbersFrom ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  const line = (row: readonly string[]) => `| ${row.map(padded).join(" | ")} |`;
  return [line(head), line(rule), ...others.map(line)].join("\n");
}
