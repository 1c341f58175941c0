import { closest, distance } from "fastest-levenshtein";

/**
 * The name that was probably misspelt, ignoring case; undefined if none is near. Short words resemble each other by
 * accident, like boxing and rowing: one slip is allowed for up to six letters, and one more for every four.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const longest = Math.max(0, ...names.map(({ length }) => length));
  // A text this long is near no name, and comparing takes time: a path may have 8 kB.
  if (longest === 0 || given.length > 2 * longest) return undefined;
  const lower = given.toLowerCase();
  const nearest = closest(lower, names);
  const slipsMax = Math.max(1, Math.floor((Math.min(lower.length, nearest.length) + 1) / 4));
  const slips = isSwap(lower, nearest) ? 1 : distance(lower, nearest);
  return slips <= slipsMax ? nearest : undefined;
}

/** Whether two neighbouring letters are swapped, which counts as one slip. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a.slice(at, at + 2) === `${b[at + 1] ?? ""}${b[at] ?? ""}` && a.slice(at + 2) === b.slice(at + 2);
}
