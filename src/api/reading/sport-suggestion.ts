import { nearestName } from "../../lib/nearest-name.ts";
import { findProfile, SPORT_NAMES, sportName } from "../../scoring/sports/find-profile.ts";
import { SPORT_BY_NAME } from "../../scoring/sports/sports.ts";
import { factsOf, surfacesOf, type VenueFact } from "../../scoring/sports/venue-facts.ts";

/** Other misspellings are found by similarity. */
const nameOfTyped = new Map(
  [...SPORT_BY_NAME].flatMap(([name, { typedAs = [] }]) => typedAs.map((typed) => [typed, name] as const)),
);

/** The venue parameter that a word in a sport's name stands for. */
const FACT_OF_WORD = new Map<string, readonly [fact: VenueFact, value: string]>([
  ["indoor", ["covered", "true"]],
  ["indoors", ["covered", "true"]],
  ["covered", ["covered", "true"]],
  ["roofed", ["covered", "true"]],
  ["sheltered", ["sheltered", "true"]],
  ["floodlit", ["floodlit", "true"]],
  ["night", ["floodlit", "true"]],
  ["clay", ["surface", "clay"]],
  ["grass", ["surface", "grass"]],
  ["hard", ["surface", "hard"]],
]);

/**
 * A hint for an unknown sport: a question or an instruction that ends with a space, or empty if nothing is near. `others`
 * are further known names, such as own sports.
 */
export function sportSuggestion(typed: string, others: readonly string[]): string {
  const words = sportName(typed).split("_");
  // Of two words about one parameter, the last counts.
  const facts = new Map(words.map((word) => FACT_OF_WORD.get(word)).filter((fact) => fact !== undefined));
  const sport = words.filter((word) => word !== "outdoor" && !FACT_OF_WORD.has(word)).join("_");
  const name = nearest(sport, others) ?? nearest(sportName(typed), others);
  if (name === undefined) return "";
  const parameters = [...facts].filter((fact) => takes(name, fact)).map((fact) => fact.join("="));
  return parameters.length === 0
    ? `Did you mean ${name}? `
    : `Use ${[`sport=${name}`, ...parameters].join("&")}. `;
}

function nearest(name: string, others: readonly string[]): string | undefined {
  // All words were about the venue, as in "indoor".
  if (name === "") return undefined;
  return nameOfTyped.get(name) ?? nearestName(name, [...others, ...SPORT_NAMES]);
}

/** Whether the built-in sport of this name takes this parameter. Own sports are not looked up. */
function takes(sport: string, [fact, value]: readonly [fact: VenueFact, value: string]): boolean {
  const profile = findProfile(sport);
  if (profile === undefined || !factsOf(profile).includes(fact)) return false;
  return fact !== "surface" || surfacesOf(profile).some((surface) => surface === value);
}
