/** The beginning of a text, and the article for texts with that beginning. */
export type Articles = readonly (readonly [beginning: string, article: string])[];

/** The article before a text in mid-sentence, with a space after it; empty if it needs none. */
export function articleOf(text: string, articles: Articles): string {
  const found = articles.find(([beginning]) => text.startsWith(beginning));
  return found === undefined ? "" : `${found[1]} `;
}
