// Tables of the page, and estimates as their cells.
import type { Estimate } from "./week-blocks.ts";

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) =>
    Math.max(3, name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [
    line(header),
    `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`,
    ...rows.map(line),
  ].join("\n");
}

/** With its interval; empty where there is nothing to tell. */
export function percent(estimate?: Estimate): string {
  if (estimate === undefined || estimate.n === 0) return "";
  return `${whole(estimate.value)} % (${whole(estimate.low)} to ${whole(estimate.high)})`;
}

export function short({ value }: Estimate): string {
  return Number.isNaN(value) ? "" : `${whole(value)} %`;
}

function whole(share: number): string {
  return String(Math.round(share * 100));
}
