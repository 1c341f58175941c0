import fc from "fast-check";

/** One of the words of a text. */
export function wordOf(text: string): fc.Arbitrary<string> {
  return fc.constantFrom(...wordsIn(text));
}

/** The words of a text, which stands for a list of them where that would be longer. */
export function wordsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
