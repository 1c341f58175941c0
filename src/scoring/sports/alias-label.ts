// What a sport is called in an English summary when it is asked for by an alias: who asks for rugby reads of rugby.

/** Those that do not read as they are spelt. */
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

export function aliasLabel(alias: string): string {
  return LABELS[alias] ?? alias.replaceAll("_", " ");
}

/** Aliases that are other words for a sport rather than sports of their own: other languages have one word for both. */
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

/** The id or alias under which languages have their words for an alias. */
export function spokenName(alias: string): string {
  return SAME_AS[alias] ?? alias;
}
