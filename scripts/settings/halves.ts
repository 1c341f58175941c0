/** A page before and after a comment of it. Throws if it has none. */
export function halves(page: string, comment: string): readonly [string, string] {
  const at = page.indexOf(comment);
  if (at < 0) throw new Error(`the page has no ${comment}`);
  return [page.slice(0, at), page.slice(at + comment.length)];
}
