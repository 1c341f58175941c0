import type { Language, Reason } from "../language.ts";
import { celsius, kmh, NBSP } from "../units.ts";

export const NL: Language = {
  tag: "nl",
  lengthMax: 160,

  temp: celsius,
  percent: (whole) => `${whole}%`,
  speed: kmh(`${NBSP}km/u`),

  // prettier-ignore
  sports: {
    outdoor: "voor buitenactiviteiten",
    golf: "om te golfen", driving_range: "voor de drivingrange", disc_golf: "voor discgolf",
    tennis: "om te tennissen", beach_tennis: "voor beachtennis", lawn_tennis: "voor tennis op gras",
    padel: "voor padel", paddle_tennis: "voor paddletennis", platform_tennis: "voor platformtennis",
    pickleball: "voor pickleball",
    football: "om te voetballen", futsal: "voor futsal", five_a_side: "voor vijf-tegen-vijfvoetbal", rugby: "voor rugby",
    hockey: "om te hockeyen", american_football: "voor American football", ultimate: "voor ultimate frisbee",
    lacrosse: "voor lacrosse", gaelic_football: "voor Gaelic football",
    cricket: "voor cricket", baseball: "voor honkbal", softball: "voor softbal", bowls: "voor bowls",
    running: "om hard te lopen", jogging: "om te joggen", athletics: "voor atletiek", trail_running: "om te trailrunnen",
    cycling: "om te fietsen", road_cycling: "om te wielrennen", mountain_biking: "om te mountainbiken",
    e_bike: "voor de e-bike",
    hiking: "voor een wandeltocht", walking: "om te wandelen", trekking: "voor een trektocht",
    guided_tour: "voor een rondleiding", horse_riding: "om paard te rijden",
    climbing: "om te klimmen", bouldering: "om te boulderen", via_ferrata: "voor de via ferrata",
    high_ropes: "voor het klimpark",
    sailing: "om te zeilen", dinghy: "om in een zwaardboot te zeilen", yachting: "voor een zeiltocht",
    regatta: "voor een zeilwedstrijd",
    kitesurfing: "om te kitesurfen", windsurfing: "om te windsurfen", wing_foiling: "om te wingfoilen",
    paddling: "om te peddelen", kayaking: "om te kajakken", canoeing: "om te kanoën", sup: "om te suppen",
    rowing: "om te roeien",
    skiing: "om te skiën", snowboarding: "om te snowboarden", cross_country_skiing: "om te langlaufen",
    beach: "voor het strand", swimming: "om te zwemmen", pool: "voor het zwembad", sunbathing: "om te zonnen",
    beach_volleyball: "voor beachvolleybal",
    event: "voor buitenevenementen", picnic: "voor een picknick", wedding: "voor een bruiloft",
    party: "voor een feest", bbq: "om te barbecueën", concert: "voor een concert", festival: "voor een festival",
    market: "voor een markt", photoshoot: "voor een fotoshoot", outdoor_cinema: "voor de openluchtbioscoop",
    camping: "om te kamperen", glamping: "voor glamping",
    fitness: "om buiten te sporten", bootcamp: "voor een bootcamp", yoga: "voor yoga", calisthenics: "voor calisthenics",
    basketball: "om te basketballen", skateboarding: "om te skateboarden",
  },
  ownSport: (label) => `voor ${label}`,
  afterDark: " na zonsondergang",

  opening: {
    great: "Ideaal weer",
    good: "Goed weer",
    reasonable: "Redelijk weer",
    notIdeal: "Niet ideaal",
    poor: "Slechte omstandigheden",
    bad: "Zeer slechte omstandigheden",
    unfit: "Niet aan te raden",
  },
  colon: ": ",
  but: () => ", maar ",
  and: joined,
  storm: (when) => `Onweer verwacht${when}: te gevaarlijk`,

  sky: {
    sunny: "droog en zonnig",
    dry: "droog",
    cloudy: "droog maar bewolkt",
    slightRain: "droog, met een kleine kans op regen",
    slightSnow: "droog, met een kleine kans op sneeuw",
    underRoof: "droog onder het dak",
  },
  withWind: {
    calm: ", vrijwel windstil",
    light: " met weinig wind",
    breeze: " met matige wind",
    fresh: " met vrij krachtige wind",
    strong: " met krachtige wind",
    veryStrong: " met harde wind",
  },
  withGoodWind: (amount) => ` met een goede wind (${amount})`,

  precipitation: {
    lightRain: "lichte regen",
    rain: "regen",
    heavyRain: "zware regen",
    snow: "sneeuw",
    heavySnow: "zware sneeuwval",
    lightRainLikely: "waarschijnlijk lichte regen",
    rainLikely: "waarschijnlijk regen",
    heavyRainLikely: "waarschijnlijk zware regen",
    snowLikely: "waarschijnlijk sneeuw",
    showers: "kans op buien",
    snowShowers: "kans op sneeuwbuien",
    slightRain: "een kleine kans op regen",
    slightSnow: "een kleine kans op sneeuw",
  },
  wind: {
    breeze: "wat wind",
    fresh: "vrij krachtige wind",
    strong: "krachtige wind",
    veryStrong: "harde wind",
  },
  gustyWind: (figure) => `vlagerige wind (tot ${figure})`,
  littleWind: "weinig wind",
  tooLittleWind: "te weinig wind",
  almostNoWind: "vrijwel geen wind",
  aboutSpeed: (figure) => `ongeveer ${figure}`,
  gustsTo: (figure) => `windstoten tot ${figure}`,
  temperature: {
    bitter: "ijskoud",
    cold: "koud",
    cool: "fris",
    notWarm: "niet erg warm",
    mild: "te zacht",
    warm: "warm",
    hot: "heet",
    extreme: "extreem heet",
  },
  overcast: "veel bewolking",
  stillWet: { rock: "nog natte rotsen", court: "een nog natte baan", ground: "een nog natte ondergrond" },
  fog: "mist",
  blowingSnow: "slecht zicht door sneeuw",
  freezingRain: "ijzel",
  stormBefore: "kort ervoor onweer",
  stormSoon: "kort erna onweer",
  dark: {
    all: "het is dan donker",
    soon: "het wordt al snel donker",
    midway: "het wordt halverwege donker",
    end: "het wordt tegen het einde donker",
    first: "het is in het begin nog donker",
    part: "het is een deel van de tijd donker",
  },
  when: { first: " in het begin", midway: " halverwege", end: " tegen het einde" },

  about: (temp) => `Ongeveer ${temp}`,
  aboutAtStart: (temp) => `In het begin ongeveer ${temp}`,
  feelsLike: (temp) => `voelt als ${temp}`,
  incomplete: "Verwachting onvolledig",
};

/** The temperature is an adjective, and the dark a sentence. */
function joined(first: Reason, second: Reason): string {
  if (second.kind === "darkness") return `${first.text}, en ${second.text}`;
  if (first.kind === "temperature") return `${first.text} met ${second.text}`;
  if (first.kind !== "darkness") return `${first.text} en ${second.text}`;
  if (second.kind !== "temperature") return `${first.text}, met ${second.text}`;
  return `${first.text}${first.text === NL.dark.all ? " en" : ", en het is"} ${second.text}`;
}
