const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;
const WHOLE = "█";

/** A bar of `width` characters for the largest value, to an eighth of a character; what is above 0 can be seen. */
export function barText(
  value: number,
  { valueMax, width }: { readonly valueMax: number; readonly width: number },
): string {
  if (value <= 0) {
    return "";
  }
  const eighths = Math.max(1, Math.round((value / valueMax) * width * EIGHTHS.length));
  return WHOLE.repeat(Math.floor(eighths / EIGHTHS.length)) + (EIGHTHS[eighths % EIGHTHS.length] ?? "");
}
