import { nearestName } from "../nearest-name.ts";
import { findProfile, SPORT_NAMES, sportName } from "../scoring/sports/find-profile.ts";
import { knownFacts, knownSurfaces, type VenueFact } from "../scoring/sports/venue-facts.ts";

/** Names that people type for sports with another name here. Other misspellings are found by similarity. */
const TYPED_FOR: Readonly<Record<string, readonly string[]>> = {
  five_a_side: ["5_a_side"],
  football: ["futbol", "fútbol", "futebol", "fussball", "fußball", "calcio", "voetbal", "fotboll"],
  american_football: ["gridiron"],
  hockey: ["field_hockey"],
  rugby: ["touch_rugby", "rugby_union", "rugby_league"],
  ultimate: ["frisbee", "ultimate_frisbee"],
  disc_golf: ["frisbee_golf", "frolf"],
  tennis: ["tennis_court"],
  padel: ["paddle", "padle"],
  bowls: ["boules", "petanque", "pétanque", "bocce", "bowling", "lawn_bowls", "croquet"],
  jogging: ["jog"],
  running: ["marathon", "parkrun", "race"],
  cycling: ["bicycle", "bicycling"],
  mountain_biking: ["mtb"],
  hiking: ["hike"],
  trekking: ["trek"],
  walking: ["stroll"],
  guided_tour: ["tour", "sightseeing"],
  horse_riding: ["horse", "riding", "equestrian", "horseback_riding"],
  climbing: ["climb"],
  bouldering: ["boulder"],
  high_ropes: ["ropes_course"],
  sailing: ["sail", "boat", "boating"],
  yachting: ["yacht"],
  windsurfing: ["windsurf"],
  kitesurfing: ["kitesurf"],
  wing_foiling: ["wing", "wingfoil"],
  kayaking: ["kayak"],
  canoeing: ["canoe"],
  rowing: ["row"],
  paddleboarding: ["paddle_board", "paddle_boarding"],
  sup: ["stand_up_paddle", "stand_up_paddling", "stand_up_paddleboarding"],
  cross_country_skiing: ["cross_country", "nordic_skiing", "langlauf"],
  swimming: ["swim"],
  sunbathing: ["sunbathe"],
  beach_volleyball: ["volleyball"],
  bbq: ["barbecue", "barbeque", "grill"],
  outdoor_cinema: ["cinema"],
  photoshoot: ["photo", "photography"],
  camping: ["camp", "tent"],
  fitness: ["workout", "exercise", "crossfit"],
  skateboarding: ["skate", "skatepark"],
  basketball: ["basket", "streetball"],
};

const MEANT_BY = new Map(
  Object.entries(TYPED_FOR).flatMap(([sport, names]) => names.map((name) => [name, sport] as const)),
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
  return MEANT_BY.get(name) ?? nearestName(name, [...others, ...SPORT_NAMES]);
}

/** Whether the built-in sport of this name takes this parameter. Own sports are not looked up. */
function isKnown(sport: string, [fact, value]: readonly [fact: VenueFact, value: string]): boolean {
  const profile = findProfile(sport);
  if (profile === undefined || !knownFacts(profile).includes(fact)) return false;
  return fact !== "surface" || knownSurfaces(profile).some((surface) => surface === value);
}
