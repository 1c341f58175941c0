/** How texts begin, and the article that goes before those which do. */
export type Articles = readonly (readonly [beginning: string, article: string])[];

/** What a text needs before it in the middle of a sentence, with its space; empty where it needs nothing. */
export function articleOf(text: string, articles: Articles): string {
  const found = articles.find(([beginning]) => text.startsWith(beginning));
  return found === undefined ? "" : `${found[1]} `;
}
