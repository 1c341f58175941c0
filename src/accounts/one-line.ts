/**
 * Whether a text is a line that can be printed beside others: not empty, and nothing in it that ends the line, cannot be seen or
 * turns the text around it, such as U+202E.
 */
export function isOneLine(text: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(text);
}
