import { nearestName } from "../nearest-name.ts";
import { findProfile, SPORT_NAMES, sportName } from "../scoring/sports/find-profile.ts";
import { knownFacts, knownSurfaces, type VenueFact } from "../scoring/sports/venue-facts.ts";

/** What people type for a sport that has another name here. Names that are merely misspelt are found by their nearness. */
const MEANT_BY: Readonly<Record<string, string>> = {
  "5_a_side": "five_a_side",
  futbol: "football",
  fútbol: "football",
  futebol: "football",
  fussball: "football",
  fußball: "football",
  calcio: "football",
  voetbal: "football",
  fotboll: "football",
  gridiron: "american_football",
  field_hockey: "hockey",
  touch_rugby: "rugby",
  rugby_union: "rugby",
  rugby_league: "rugby",
  frisbee: "ultimate",
  ultimate_frisbee: "ultimate",
  frisbee_golf: "disc_golf",
  frolf: "disc_golf",
  tennis_court: "tennis",
  paddle: "padel",
  padle: "padel",
  boules: "bowls",
  petanque: "bowls",
  pétanque: "bowls",
  bocce: "bowls",
  bowling: "bowls",
  lawn_bowls: "bowls",
  croquet: "bowls",
  jog: "jogging",
  marathon: "running",
  parkrun: "running",
  race: "running",
  bicycle: "cycling",
  bicycling: "cycling",
  mtb: "mountain_biking",
  hike: "hiking",
  trek: "trekking",
  stroll: "walking",
  tour: "guided_tour",
  sightseeing: "guided_tour",
  horse: "horse_riding",
  riding: "horse_riding",
  equestrian: "horse_riding",
  horseback_riding: "horse_riding",
  climb: "climbing",
  boulder: "bouldering",
  ropes_course: "high_ropes",
  sail: "sailing",
  boat: "sailing",
  boating: "sailing",
  yacht: "yachting",
  windsurf: "windsurfing",
  kitesurf: "kitesurfing",
  wing: "wing_foiling",
  wingfoil: "wing_foiling",
  kayak: "kayaking",
  canoe: "canoeing",
  row: "rowing",
  paddle_board: "paddleboarding",
  paddle_boarding: "paddleboarding",
  stand_up_paddle: "sup",
  stand_up_paddling: "sup",
  stand_up_paddleboarding: "sup",
  cross_country: "cross_country_skiing",
  nordic_skiing: "cross_country_skiing",
  langlauf: "cross_country_skiing",
  swim: "swimming",
  sunbathe: "sunbathing",
  volleyball: "beach_volleyball",
  barbecue: "bbq",
  barbeque: "bbq",
  grill: "bbq",
  cinema: "outdoor_cinema",
  photo: "photoshoot",
  photography: "photoshoot",
  camp: "camping",
  tent: "camping",
  workout: "fitness",
  exercise: "fitness",
  crossfit: "fitness",
  skate: "skateboarding",
  skatepark: "skateboarding",
  basket: "basketball",
  streetball: "basketball",
};

/** What a word of a name says of the venue, as the parameter that says it. */
const FACT_OF_WORD: Readonly<Record<string, readonly [fact: VenueFact, value: string]>> = {
  indoor: ["covered", "true"],
  indoors: ["covered", "true"],
  covered: ["covered", "true"],
  roofed: ["covered", "true"],
  sheltered: ["sheltered", "true"],
  floodlit: ["floodlit", "true"],
  night: ["floodlit", "true"],
  clay: ["surface", "clay"],
  grass: ["surface", "grass"],
  hard: ["surface", "hard"],
};

/**
 * What to ask for instead of a sport that nobody knows: a question or an instruction that ends with a space; empty where
 * nothing is near. `others` are the sports that only the caller has.
 */
export function meantSport(typed: string, others: readonly string[]): string {
  const words = sportName(typed).split("_");
  const facts = words.flatMap((word) => (Object.hasOwn(FACT_OF_WORD, word) ? [FACT_OF_WORD[word]] : []));
  const sport = words.filter((word) => word !== "outdoor" && !Object.hasOwn(FACT_OF_WORD, word)).join("_");
  const meant = meantName(sport, others) ?? meantName(sportName(typed), others);
  if (meant === undefined) return "";
  const parameters = facts.flatMap((fact) =>
    fact !== undefined && isKnown(meant, fact) ? [fact.join("=")] : [],
  );
  return parameters.length === 0
    ? `Did you mean ${meant}? `
    : `Use ${[`sport=${meant}`, ...parameters].join("&")}. `;
}

function meantName(name: string, others: readonly string[]): string | undefined {
  return Object.hasOwn(MEANT_BY, name) ? MEANT_BY[name] : nearestName(name, [...others, ...SPORT_NAMES]);
}

/** Sports that only the caller has are not looked up: they may be told of by their names alone. */
function isKnown(sport: string, [fact, value]: readonly [fact: VenueFact, value: string]): boolean {
  const profile = findProfile(sport);
  if (profile === undefined || !knownFacts(profile).includes(fact)) return false;
  return fact !== "surface" || knownSurfaces(profile).some((surface) => surface === value);
}
