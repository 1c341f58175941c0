import { nearestName } from "../../lib/nearest-name.ts";
import { findProfile, SPORT_NAMES, sportName } from "../../scoring/sports/find-profile.ts";
import { SPORT_BY_NAME } from "../../scoring/sports/sports.ts";
import { knownFacts, knownSurfaces, type VenueFact } from "../../scoring/sports/venue-facts.ts";

/** Other misspellings are found by similarity. */
const meantByTyped = new Map(
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
export function meantSport(typed: string, others: readonly string[]): string {
  const words = sportName(typed).split("_");
  // Of two words about one parameter, the last counts.
  const facts = new Map(words.map((word) => FACT_OF_WORD.get(word)).filter((fact) => fact !== undefined));
  const sport = words.filter((word) => word !== "outdoor" && !FACT_OF_WORD.has(word)).join("_");
  const meant = meantName(sport, others) ?? meantName(sportName(typed), others);
  if (meant === undefined) return "";
  const parameters = [...facts].filter((fact) => isKnown(meant, fact)).map((fact) => fact.join("="));
  return parameters.length === 0
    ? `Did you mean ${meant}? `
    : `Use ${[`sport=${meant}`, ...parameters].join("&")}. `;
}

function meantName(name: string, others: readonly string[]): string | undefined {
  // All words were about the venue, as in "indoor".
  if (name === "") return undefined;
  return meantByTyped.get(name) ?? nearestName(name, [...others, ...SPORT_NAMES]);
}

/** Whether the built-in sport of this name takes this parameter. Own sports are not looked up. */
function isKnown(sport: string, [fact, value]: readonly [fact: VenueFact, value: string]): boolean {
  const profile = findProfile(sport);
  if (profile === undefined || !knownFacts(profile).includes(fact)) return false;
  return fact !== "surface" || knownSurfaces(profile).some((surface) => surface === value);
}
