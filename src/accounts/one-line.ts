/**
 * Whether a text is one printable line: not empty, no line breaks, nothing invisible, and nothing that reverses the text
 * around it, such as U+202E.
 */
export function isOneLine(text: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(text);
}
