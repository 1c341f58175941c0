/**
 * The different values of a header that was sent in several lines: they arrive as one, joined by commas (RFC 9110, section
 * 5.3). Empty lines carry nothing.
 */
export function headerValues(header: string): readonly string[] {
  if (!header.includes(",")) return header === "" ? [] : [header];
  return [
    ...new Set(
      header
        .split(",")
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    ),
  ];
}
