import type { Language, Reason } from "../language.ts";
import { celsius, METRES_PER_SECOND, NBSP } from "../units.ts";

export const SV: Language = {
  tag: "sv",
  lengthMax: 160,

  temp: celsius,
  percent: (whole) => `${whole}${NBSP}%`,
  speed: METRES_PER_SECOND,

  // prettier-ignore
  sports: {
    outdoor: "för utomhusaktiviteter",
    golf: "för golf", driving_range: "för drivingrangen", disc_golf: "för discgolf",
    tennis: "för tennis", beach_tennis: "för beachtennis", lawn_tennis: "för grästennis",
    padel: "för padel", paddle_tennis: "för paddletennis", platform_tennis: "för plattformstennis",
    pickleball: "för pickleball",
    football: "för fotboll", futsal: "för futsal", five_a_side: "för femmannafotboll", rugby: "för rugby",
    hockey: "för landhockey", american_football: "för amerikansk fotboll", ultimate: "för ultimate frisbee",
    lacrosse: "för lacrosse", gaelic_football: "för gaelisk fotboll",
    cricket: "för cricket", baseball: "för baseboll", softball: "för softboll", bowls: "för bowls",
    running: "för löpning", jogging: "för joggning", athletics: "för friidrott", trail_running: "för traillöpning",
    cycling: "för cykling", road_cycling: "för landsvägscykling", mountain_biking: "för mountainbike",
    e_bike: "för elcykling",
    hiking: "för vandring", walking: "för en promenad", trekking: "för trekking", guided_tour: "för en guidad tur",
    horse_riding: "för ridning",
    climbing: "för klättring", bouldering: "för bouldering", via_ferrata: "för via ferrata",
    high_ropes: "för höghöjdsbanan",
    sailing: "för segling", dinghy: "för jollesegling", yachting: "för en segeltur", regatta: "för en regatta",
    kitesurfing: "för kitesurfing", windsurfing: "för vindsurfing", wing_foiling: "för wingfoiling",
    paddling: "för paddling", kayaking: "för kajakpaddling", canoeing: "för kanotpaddling", sup: "för SUP-paddling",
    rowing: "för rodd",
    skiing: "för skidåkning", snowboarding: "för snowboardåkning", cross_country_skiing: "för längdskidåkning",
    beach: "för en dag på stranden", swimming: "för bad", pool: "för poolen", sunbathing: "för solbad",
    beach_volleyball: "för beachvolley",
    event: "för evenemang utomhus", picnic: "för en picknick", wedding: "för ett bröllop", party: "för en fest",
    bbq: "för grillning", concert: "för en konsert", festival: "för en festival", market: "för en marknad",
    photoshoot: "för en fotografering", outdoor_cinema: "för utomhusbio",
    camping: "för camping", glamping: "för glamping",
    fitness: "för träning utomhus", bootcamp: "för bootcamp", yoga: "för yoga", calisthenics: "för calisthenics",
    basketball: "för basket", skateboarding: "för skateboard",
  },
  ownSport: (label) => `för ${label}`,
  afterDark: " efter solnedgången",

  opening: {
    great: "Perfekt väder",
    good: "Bra väder",
    reasonable: "Hyfsat väder",
    notIdeal: "Inte idealt",
    poor: "Dåliga förhållanden",
    bad: "Mycket dåliga förhållanden",
    unfit: "Inte lämpligt",
  },
  colon: ": ",
  but: () => ", men ",
  and: joined,
  storm: (when) => `Åska väntas${when}: alltför farligt`,

  sky: {
    sunny: "torrt och soligt",
    dry: "torrt",
    cloudy: "torrt men mulet",
    slightRain: "torrt, med liten risk för regn",
    slightSnow: "torrt, med liten risk för snö",
    underRoof: "torrt under taket",
  },
  withWind: {
    calm: ", nästan vindstilla",
    light: " med svag vind",
    breeze: " med måttlig vind",
    fresh: " med frisk vind",
    strong: " med kraftig vind",
    veryStrong: " med hård vind",
  },
  withGoodWind: (amount) => ` med bra vind (${amount})`,

  precipitation: {
    lightRain: "lätt regn",
    rain: "regn",
    heavyRain: "kraftigt regn",
    snow: "snöfall",
    heavySnow: "kraftigt snöfall",
    lightRainLikely: "sannolikt lätt regn",
    rainLikely: "sannolikt regn",
    heavyRainLikely: "sannolikt kraftigt regn",
    snowLikely: "sannolikt snöfall",
    showers: "risk för skurar",
    snowShowers: "risk för snöbyar",
    slightRain: "liten risk för regn",
    slightSnow: "liten risk för snö",
  },
  wind: { breeze: "måttlig vind", fresh: "frisk vind", strong: "kraftig vind", veryStrong: "hård vind" },
  gustyWind: (figure) => `byig vind (upp till ${figure})`,
  littleWind: "svag vind",
  tooLittleWind: "för lite vind",
  almostNoWind: "nästan ingen vind",
  aboutSpeed: (figure) => `cirka ${figure}`,
  gustsTo: (figure) => `byar på ${figure}`,
  temperature: {
    bitter: "bitande kallt",
    cold: "kallt",
    cool: "kyligt",
    notWarm: "inte särskilt varmt",
    mild: "för milt",
    warm: "varmt",
    hot: "mycket varmt",
    extreme: "extremt varmt",
  },
  overcast: "mulen himmel",
  stillWet: {
    rock: "fortfarande blöt klippa",
    court: "fortfarande blöt bana",
    ground: "fortfarande blött underlag",
  },
  fog: "dimma",
  blowingSnow: "dålig sikt i snöfall",
  freezingRain: "underkylt regn",
  stormBefore: "åska strax innan",
  stormSoon: "åska strax efteråt",
  dark: {
    all: "det är mörkt",
    soon: "det blir snart mörkt",
    midway: "det blir mörkt halvvägs",
    end: "det blir mörkt mot slutet",
    first: "det är mörkt i början",
    part: "det är mörkt en del av tiden",
  },
  when: { first: " i början", midway: " halvvägs", end: " mot slutet" },

  about: (temp) => `Cirka ${temp}`,
  aboutAtStart: (temp) => `Cirka ${temp} i början`,
  feelsLike: (temp) => `känns som ${temp}`,
  incomplete: "Prognosen är ofullständig",
};

/** The temperature is an adjective, and the dark a sentence. */
function joined(first: Reason, second: Reason): string {
  if (second.kind === "darkness") return `${first.text}, och ${second.text}`;
  if (first.kind === "temperature") return `${first.text} med ${second.text}`;
  if (first.kind !== "darkness") return `${first.text} och ${second.text}`;
  if (second.kind !== "temperature") return `${first.text}, med ${second.text}`;
  return `${first.text}${first.text === SV.dark.all ? " och" : ", och det är"} ${second.text}`;
}
