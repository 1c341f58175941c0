// Finds built-in sports by id or alias. An alias has its own label: "rugby" for the alias `rugby` of football.
import { compileProfile, type CompiledProfile } from "./profile.ts";
import { PROFILES } from "./profiles.ts";

/** English labels of aliases; by default the alias with spaces for `_`. */
const LABELS: Readonly<Record<string, string>> = {
  general: "outdoor activities",
  generic: "outdoor activities",
  any: "outdoor activities",
  default: "outdoor activities",
  tee_time: "golf",
  driving_range: "the driving range",
  five_a_side: "five-a-side football",
  american_football: "American football",
  ultimate: "ultimate frisbee",
  gaelic_football: "Gaelic football",
  run: "running",
  bike: "cycling",
  biking: "cycling",
  e_bike: "e-biking",
  walk: "walking",
  guided_tour: "a guided tour",
  high_ropes: "the high ropes",
  dinghy: "dinghy sailing",
  regatta: "a regatta",
  kite: "kitesurfing",
  sup: "stand-up paddling",
  ski: "skiing",
  snowboard: "snowboarding",
  cross_country_skiing: "cross-country skiing",
  pool: "the pool",
  picnic: "a picnic",
  wedding: "a wedding",
  party: "a party",
  bbq: "a barbecue",
  concert: "a concert",
  festival: "a festival",
  market: "a market",
  photoshoot: "a photo shoot",
  outdoor_cinema: "an outdoor cinema",
  campsite: "camping",
  bootcamp: "boot camp",
  gym: "an outdoor workout",
};

/** Aliases that are synonyms of an id or of another alias: languages have one word for both. */
const SAME_AS: Readonly<Record<string, string>> = {
  general: "outdoor",
  generic: "outdoor",
  any: "outdoor",
  default: "outdoor",
  tee_time: "golf",
  soccer: "football",
  run: "running",
  bike: "cycling",
  biking: "cycling",
  walk: "walking",
  rock_climbing: "climbing",
  kite: "kitesurfing",
  kiteboarding: "kitesurfing",
  paddleboarding: "sup",
  ski: "skiing",
  snowboard: "snowboarding",
  campsite: "camping",
  outdoor_fitness: "fitness",
  gym: "fitness",
};

/** The id or alias under which languages have words for this alias. */
export function spokenName(alias: string): string {
  return SAME_AS[alias] ?? alias;
}

/** The sports a caller can ask for, `outdoor` first; aliases are accepted too. */
export const SPORT_IDS: readonly string[] = PROFILES.map(({ id }) => id);

/** The ids and aliases of all built-in sports. */
export const SPORT_NAMES: readonly string[] = PROFILES.flatMap(({ id, aliases }) => [id, ...aliases]);

const profileByName = new Map<string, CompiledProfile>();
for (const profile of PROFILES) {
  const compiled = compileProfile({ ...profile, builtInName: profile.id });
  profileByName.set(profile.id, compiled);
  for (const alias of profile.aliases) {
    const named = { label: LABELS[alias] ?? alias.replaceAll("_", " "), builtInName: spokenName(alias) };
    profileByName.set(alias, { ...compiled, ...named });
  }
}

const SPACE_OR_HYPHEN = /[\s-]/g;

/** The built-in profile with this id or alias, labelled by the name that was given. */
export function findProfile(name: string): CompiledProfile | undefined {
  return profileByName.get(name) ?? profileByName.get(sportName(name));
}

/** The spelling by which sports are looked up: `Tee-Time`, `tee time` and `tee_time` are the same name. */
export function sportName(text: string): string {
  return text.trim().toLowerCase().replaceAll(SPACE_OR_HYPHEN, "_");
}
