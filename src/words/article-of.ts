/** Articles by the beginning of a text. The first match wins: "pluie faible" must come before "pluie". */
export type Articles = readonly (readonly [beginning: string, article: string])[];

/** The article of a text in mid-sentence, with a space after it; empty if no beginning matches. */
export function articleOf(text: string, articles: Articles): string {
  const found = articles.find(([beginning]) => text.startsWith(beginning));
  return found === undefined ? "" : `${found[1]} `;
}
