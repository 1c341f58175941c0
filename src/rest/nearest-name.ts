import { closest, distance } from "fastest-levenshtein";

/** The name that was probably meant, whatever its case; undefined when none is within half of what was given. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const lower = given.toLowerCase();
  const nearest = closest(lower, names);
  return distance(lower, nearest) * 2 <= Math.max(lower.length, nearest.length) ? nearest : undefined;
}
