import type { Reason, Translation } from "../../language.ts";
import { celsius, METRES_PER_SECOND, NBSP } from "../../units.ts";
import { SV_NAMES } from "./names.ts";

const ALL_DARK = "då är det mörkt";

/** "Risk för halka" is a noun among surfaces that are sentences. */
const isRisk = ({ text }: Reason) => text.startsWith("risk ");

/** Darkness and wet surfaces are sentences; the temperature is an adjective. */
export const SV: Translation = {
  tag: "sv",
  names: SV_NAMES,

  temp: celsius(`${NBSP}°C`),
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
    cycling: "för cykling", road_cycling: "för landsvägscykling", mountain_biking: "för mountainbikecykling",
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
    beach: "för en dag på stranden", swimming: "för simning", pool: "för poolen", sunbathing: "för solbad",
    beach_volleyball: "för beachvolley",
    event: "för evenemang utomhus", picnic: "för en picknick", wedding: "för ett bröllop", party: "för en fest",
    bbq: "för grillning", concert: "för en konsert", festival: "för en festival", market: "för en marknad",
    photoshoot: "för en fotografering", outdoor_cinema: "för utomhusbio",
    camping: "för camping", glamping: "för glamping",
    fitness: "för träning utomhus", bootcamp: "för bootcamp", yoga: "för yoga", calisthenics: "för calisthenics",
    basketball: "för basket", skateboarding: "för skateboardåkning",
  },
  ownSport: (label) => `för ”${label}”`,
  inTheDark: (sport) => `${sport} i mörker`,
  underLights: (sport) => `${sport} med belysning`,

  opening: {
    great: "Perfekta förhållanden",
    good: "Bra förhållanden",
    reasonable: "Hyfsade förhållanden",
    poor: "Dåliga förhållanden",
    bad: "Mycket dåliga förhållanden",
  },
  colon: ": ",
  semicolon: "; ",
  but: () => ", men ",
  and: (first, second) => {
    // "Regn i början, och då är det mörkt" would be dark at first.
    if (second.text === ALL_DARK) return `${first.text}, dessutom är det mörkt`;
    // "Regn och åska strax efteråt" would be rain after the end, too.
    if (first.kind !== "temperature" && second.text.startsWith("åska"))
      return `${first.text}, dessutom ${second.text}`;
    const isSentence = second.kind === "darkness" || (second.kind === "surface" && !isRisk(second));
    if (first.kind !== "temperature" || isSentence)
      return `${first.text}${isSentence ? "," : ""} och ${second.text}`;
    // "Med mulet" and "med troligen regn" are no Swedish.
    return `${first.text} ${/^(?:mulet|troligen)/.test(second.text) ? "och" : "med"} ${second.text}`;
  },
  storm: (when, sport) => `Åska väntas${when}: farliga förhållanden ${sport}`,
  stormNow: (when, sport) => `Nu väntas åska${when}: farliga förhållanden ${sport}`,
  possibleStorm: {
    during: "risk för åska",
    before: "risk för åska strax före start",
    soon: "risk för åska strax efteråt",
    later: "risk för åska under timmarna efteråt",
  },

  sky: {
    sunny: "torrt och soligt",
    dry: "torrt",
    cloudy: "torrt men mulet",
    underRoof: "torrt under tak",
  },
  dryBut: {
    rain: "torrt, med liten risk för regn",
    snow: "torrt, med liten risk för snö",
    freezingRain: "torrt, med liten risk för underkylt regn",
  },
  outside: (precipitation) => `${precipitation} utanför`,
  withWind: {
    calm: ", nästan vindstilla",
    light: " med svag vind",
    breeze: " med måttlig vind",
  },
  withGoodWind: (amount) => ` med bra vind (${amount})`,

  precipitation: {
    expected: {
      lightRain: "lätt regn",
      rain: "regn",
      heavyRain: "kraftigt regn",
      snow: "snöfall",
      heavySnow: "kraftigt snöfall",
      freezingRain: "underkylt regn",
    },
    likely: {
      lightRain: "troligen lätt regn",
      rain: "troligen regn",
      heavyRain: "troligen kraftigt regn",
      snow: "troligen snöfall",
      heavySnow: "troligen kraftigt snöfall",
      freezingRain: "troligen underkylt regn",
    },
    possible: {
      rain: "risk för regn",
      showers: "risk för skurar",
      snow: "risk för snö",
      snowShowers: "risk för snöbyar",
      heavySnow: "risk för kraftigt snöfall",
      freezingRain: "risk för underkylt regn",
    },
    slight: {
      rain: "en viss risk för regn",
      snow: "en viss risk för snö",
      freezingRain: "en viss risk för underkylt regn",
    },
  },
  wind: {
    breeze: "en del vind",
    troublesome: "besvärande vind",
    fresh: "frisk vind",
    strong: "kraftig vind",
    veryStrong: "hård vind",
    storm: "mycket hård vind",
    tooMuch: "för mycket vind",
  },
  gustyWind: "byig vind",
  littleWind: {
    safe_to_book: "svag vind",
    proceed_with_caution: "ganska lite vind",
    not_recommended: "för lite vind",
  },
  almostNoWind: "nästan ingen vind",
  aboutSpeed: (figure) => `cirka ${figure}`,
  gustsTo: (figure) => `byar upp till ${figure}`,
  windBesides: (figure) => `vind ${figure}`,
  temperature: {
    bitter: "bitande kallt",
    cold: "kallt",
    tooCold: "för kallt",
    chilly: "kyligt",
    cool: "svalt",
    notWarm: "inte särskilt varmt",
    mild: "för milt",
    tooWarm: "alldeles för varmt",
    warmish: "lite varmt",
    warm: "varmt",
    hot: "mycket varmt",
    extreme: "extremt varmt",
  },
  overcast: "mulet",
  stillWet: {
    rock: "klippan är fortfarande blöt",
    wall: "klätterväggen är fortfarande blöt",
    equipment: "banan är fortfarande blöt",
    court: "banan är fortfarande blöt",
    ballCourt: "planen är fortfarande blöt",
    course: "banan är fortfarande blöt",
    pitch: "planen är fortfarande blöt",
    road: "vägarna är fortfarande blöta",
    path: "stigarna är fortfarande blöta",
    ground: "underlaget är fortfarande blött",
  },
  stillDamp: (stillWet) => stillWet.replace("är fortfarande blöt", "kan fortfarande vara fuktig"),
  waterlogged: "underlaget är genomblött",
  icy: "risk för halka",
  veiledBy: {
    fog: "dimma",
    snow: "dålig sikt i snöfall",
    heavySnow: "dålig sikt i kraftigt snöfall",
    other: "dålig sikt",
  },
  expectedStorm: {
    before: "åska strax före start",
    soon: "åska strax efteråt",
    later: "åska under timmarna efteråt",
  },
  dark: {
    all: ALL_DARK,
    soon: "det blir mörkt strax efter start",
    midway: "det blir mörkt halvvägs in",
    end: "det blir mörkt mot slutet",
    first: "det är mörkt i början",
    most: "det är mörkt större delen av tiden",
    part: "det är mörkt en del av tiden",
  },
  when: {
    first: " i början",
    firstHalf: " under första halvan",
    firstHalfHour: " den första halvtimmen",
    firstHour: " den första timmen",
    midway: " halvvägs in",
    secondHalf: " under andra halvan",
    end: " mot slutet",
    lastHalfHour: " under sista halvtimmen",
    lastHour: " under sista timmen",
    afterFirstHalfHour: " efter den första halvtimmen",
    afterFirstHour: " efter den första timmen",
    fromThirdHour: " från den tredje timmen",
    fromFourthHour: " från den fjärde timmen",
    fromFifthHour: " från den femte timmen",
    fromSixthHour: " från den sjätte timmen",
    most: " större delen av tiden",
    part: " en del av tiden",
    atTimes: " tidvis",
    afterwards: " därefter",
  },
  throughout: " hela tiden",
  especially: (when) => `, framför allt${when}`,
  worse: (when) => `, sämre${when}`,

  about: (temp) => `Cirka ${temp}`,
  aboutAtStart: (temp) => `Cirka ${temp} i början`,
  feelsLike: (temp) => `känns som ${temp}`,
  better: ({ time, weekday }) => `Bättre ${weekday === undefined ? "" : `på ${weekday} `}kl. ${time}`,
  earlierOn: {
    today: "Tidigare i dag",
    yesterday: "I går",
    weekday: (weekday) => `I ${weekday}s`,
    before: "Tidigare",
  },
  looked: {
    safe_to_book: "såg det bra ut",
    proceed_with_caution: "såg det hyfsat ut",
    not_recommended: "såg det dåligt ut",
  },
  looksNow: {
    safe_to_book: "Nu ser det bra ut",
    proceed_with_caution: "Nu ser det hyfsat ut",
    not_recommended: "Nu ser det dåligt ut",
  },
  looksStill: {
    safe_to_book: "Det ser fortfarande bra ut",
    proceed_with_caution: "Det ser fortfarande hyfsat ut",
    not_recommended: "Det ser fortfarande dåligt ut",
  },
  endMissing: "Prognosen räcker inte till slutet",
  partMissing: "En del av prognosen saknas",
  earlyDays: "Prognosen är ännu osäker",
  oftenChanges: "Sådana prognoser ändras ofta",
  checkAgain: ": titta igen närmare inpå",
};
