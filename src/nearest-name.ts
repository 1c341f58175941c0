import { closest, distance } from "fastest-levenshtein";

/**
 * The name that was probably misspelt, whatever its case; undefined where none is near. Short words are alike by accident, as
 * boxing and rowing are, so that one slip in a word of up to six letters is near, and one more for every four.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const longest = Math.max(0, ...names.map(({ length }) => length));
  // Nothing so long is near, and to find that out takes time by the length: a path may have 8 kB.
  if (longest === 0 || given.length > 2 * longest) return undefined;
  const lower = given.toLowerCase();
  const nearest = closest(lower, names);
  const slipsMax = Math.max(1, Math.floor((Math.min(lower.length, nearest.length) + 1) / 4));
  const slips = isSwap(lower, nearest) ? 1 : distance(lower, nearest);
  return slips <= slipsMax ? nearest : undefined;
}

/** Two letters beside each other the wrong way round are one slip. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a.slice(at, at + 2) === `${b[at + 1] ?? ""}${b[at] ?? ""}` && a.slice(at + 2) === b.slice(at + 2);
}
