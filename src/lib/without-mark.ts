/** The text of a file without the byte order mark that editors on Windows put before it. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}
