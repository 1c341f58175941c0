/** Escapes invisible characters and those that would reverse the line; line breaks stay. */
export function printable(text: string): string {
  return text.replaceAll(
    /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu,
    (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`,
  );
}
