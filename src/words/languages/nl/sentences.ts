import type { Reason, Translation } from "../../language.ts";
import { celsius, kmh, NBSP } from "../../units.ts";
import { NL_NAMES } from "./names.ts";

const WHEN: Translation["when"] = {
  first: " in het begin",
  firstHalf: " in de eerste helft",
  firstHalfHour: " in het eerste halfuur",
  firstHour: " in het eerste uur",
  midway: " halverwege",
  secondHalf: " in de tweede helft",
  end: " tegen het einde",
  lastHalfHour: " in het laatste halfuur",
  lastHour: " in het laatste uur",
  afterFirstHalfHour: " na het eerste halfuur",
  afterFirstHour: " na het eerste uur",
  fromThirdHour: " vanaf het derde uur",
  fromFourthHour: " vanaf het vierde uur",
  fromFifthHour: " vanaf het vijfde uur",
  fromSixthHour: " vanaf het zesde uur",
  most: " het grootste deel van de tijd",
  part: " een deel van de tijd",
  atTimes: " af en toe",
  afterwards: " daarna",
};

const THROUGHOUT = " de hele tijd";
const BEFORE = "kort voor aanvang";
const SOON_AFTER = "kort na afloop";
const HOURS_AFTER = "in de uren erna";
const ICY = "kans op gladheid";
const ALL_DARK = "het is dan donker";

const TIMES = [THROUGHOUT, BEFORE, SOON_AFTER, HOURS_AFTER, ...Object.values(WHEN)];

function beginsWithTime(text: string): boolean {
  return TIMES.some((time) => text.startsWith(time.trimStart()));
}

/** "Met waarschijnlijk regen" and "met in het begin regen" are no Dutch; "met kans op gladheid" is. */
function followsMet({ kind, text }: Reason): boolean {
  if (kind === "surface") return text === ICY;
  const isNoun = (kind === "weather" || kind === "storm") && !text.startsWith("waarschijnlijk");
  return isNoun && !beginsWithTime(text);
}

/**
 * Darkness and wet surfaces are sentences, the temperature is an adjective; other reasons can follow "met". The time comes
 * first: "af en toe heet", "in het begin regen".
 */
export const NL: Translation = {
  tag: "nl",
  names: NL_NAMES,

  temp: celsius(`${NBSP}°C`),
  percent: (whole) => `${whole}%`,
  speed: kmh(`${NBSP}km/u`),

  // prettier-ignore
  sports: {
    outdoor: "voor buitenactiviteiten",
    golf: "om te golfen", driving_range: "voor de drivingrange", disc_golf: "voor discgolf",
    tennis: "om te tennissen", beach_tennis: "voor beachtennis", lawn_tennis: "voor tennis op gras",
    padel: "voor padel", paddle_tennis: "voor paddletennis", platform_tennis: "voor platformtennis",
    pickleball: "voor pickleball",
    football: "om te voetballen", futsal: "voor futsal", five_a_side: "voor 5-tegen-5-voetbal", rugby: "voor rugby",
    hockey: "om te hockeyen", american_football: "voor American football", ultimate: "voor ultimate frisbee",
    lacrosse: "voor lacrosse", gaelic_football: "voor Gaelic football",
    cricket: "voor cricket", baseball: "voor honkbal", softball: "voor softbal", bowls: "voor bowls",
    running: "om hard te lopen", jogging: "om te joggen", athletics: "voor atletiek", trail_running: "om te trailrunnen",
    cycling: "om te fietsen", road_cycling: "om te wielrennen", mountain_biking: "om te mountainbiken",
    e_bike: "om elektrisch te fietsen",
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
  ownSport: (label) => `voor ‘${label}’`,
  // "Om in het donker te tennissen".
  inTheDark: (sport) =>
    sport.startsWith("om ") ? `om in het donker ${sport.slice(3)}` : `${sport} in het donker`,
  underLights: (sport) => `${sport} bij kunstlicht`,

  opening: {
    great: "Ideale omstandigheden",
    good: "Goede omstandigheden",
    reasonable: "Redelijke omstandigheden",
    poor: "Slechte omstandigheden",
    bad: "Zeer slechte omstandigheden",
  },
  colon: ": ",
  semicolon: "; ",
  but: (first) => (followsMet(first) ? ", maar met " : ", maar "),
  and: (first, second) => {
    // "In het begin regen, en het is dan donker" would be dark at first.
    if (second.text === ALL_DARK) return `${first.text}, bovendien is het donker`;
    const isSentence =
      second.kind === "darkness" || (second.kind === "surface" && !second.text.includes(ICY));
    // "In het begin koud met regen" would be rain at first only.
    if (beginsWithTime(first.text) && !first.isTimeOfBoth && !beginsWithTime(second.text) && !isSentence)
      return `${first.text}, bovendien ${second.text}`;
    if (first.kind === "temperature" && followsMet(second)) return `${first.text} met ${second.text}`;
    return `${first.text}${isSentence ? "," : ""} en ${second.text}`;
  },
  storm: (when, sport) => {
    const expected = `${when} onweer verwacht`.trimStart();
    return `${expected.charAt(0).toUpperCase()}${expected.slice(1)}: niet veilig ${sport}`;
  },
  stormNow: (when, sport) => `Nu wordt${when} onweer verwacht: niet veilig ${sport}`,
  possibleStorm: {
    during: "kans op onweer",
    before: `${BEFORE} kans op onweer`,
    soon: `${SOON_AFTER} kans op onweer`,
    later: `${HOURS_AFTER} kans op onweer`,
  },

  sky: {
    sunny: "droog en zonnig",
    dry: "droog",
    cloudy: "droog maar bewolkt",
    underRoof: "droog onder het dak",
  },
  dryBut: {
    rain: "droog, met een kleine kans op regen",
    snow: "droog, met een kleine kans op sneeuw",
    freezingRain: "droog, met een kleine kans op ijzel",
  },
  outside: (precipitation) => `buiten ${precipitation}`,
  withWind: {
    calm: ", vrijwel windstil",
    light: " met zwakke wind",
    breeze: " met matige wind",
  },
  withGoodWind: (amount) => ` met een goede wind (${amount})`,

  precipitation: {
    expected: {
      lightRain: "lichte regen",
      rain: "regen",
      heavyRain: "zware regen",
      snow: "sneeuwval",
      heavySnow: "zware sneeuwval",
      freezingRain: "ijzel",
    },
    likely: {
      lightRain: "waarschijnlijk lichte regen",
      rain: "waarschijnlijk regen",
      heavyRain: "waarschijnlijk zware regen",
      snow: "waarschijnlijk sneeuw",
      heavySnow: "waarschijnlijk zware sneeuwval",
      freezingRain: "waarschijnlijk ijzel",
    },
    possible: {
      rain: "kans op regen",
      showers: "kans op buien",
      snow: "kans op sneeuw",
      snowShowers: "kans op sneeuwbuien",
      heavySnow: "kans op zware sneeuwval",
      freezingRain: "kans op ijzel",
    },
    slight: {
      rain: "een klein risico op regen",
      snow: "een klein risico op sneeuw",
      freezingRain: "een klein risico op ijzel",
    },
  },
  wind: {
    breeze: "wat wind",
    troublesome: "hinderlijke wind",
    fresh: "vrij krachtige wind",
    strong: "krachtige wind",
    veryStrong: "harde wind",
    storm: "storm",
    tooMuch: "te veel wind",
  },
  gustyWind: "vlagerige wind",
  littleWind: {
    safe_to_book: "zwakke wind",
    proceed_with_caution: "weinig wind",
    not_recommended: "te weinig wind",
  },
  almostNoWind: "vrijwel geen wind",
  aboutSpeed: (figure) => `ongeveer ${figure}`,
  gustsTo: (figure) => `windstoten tot ${figure}`,
  windBesides: (figure) => `wind ${figure}`,
  temperature: {
    bitter: "ijskoud",
    cold: "koud",
    tooCold: "te koud",
    chilly: "fris",
    cool: "fris",
    notWarm: "niet erg warm",
    mild: "te warm",
    tooWarm: "veel te warm",
    warmish: "aan de warme kant",
    warm: "warm",
    hot: "heet",
    extreme: "extreem heet",
  },
  overcast: "veel bewolking",
  stillWet: {
    rock: "de rotsen zijn nog nat",
    wall: "de klimwand is nog nat",
    equipment: "het parcours is nog nat",
    court: "de baan is nog nat",
    ballCourt: "het veld is nog nat",
    course: "de baan is nog nat",
    pitch: "het veld is nog nat",
    road: "de wegen zijn nog nat",
    path: "de paden zijn nog nat",
    ground: "de ondergrond is nog nat",
  },
  stillDamp: (stillWet) => stillWet.replace("nog nat", "misschien nog vochtig"),
  waterlogged: "de ondergrond is doorweekt",
  icy: ICY,
  veiledBy: {
    fog: "mist",
    snow: "slecht zicht door sneeuw",
    heavySnow: "slecht zicht door zware sneeuwval",
    other: "slecht zicht",
  },
  expectedStorm: {
    before: `${BEFORE} onweer`,
    soon: `${SOON_AFTER} onweer`,
    later: `${HOURS_AFTER} onweer`,
  },
  dark: {
    all: ALL_DARK,
    soon: "het wordt kort na het begin donker",
    midway: "het wordt halverwege donker",
    end: "het wordt tegen het einde donker",
    first: "het is in het begin nog donker",
    most: "het is het grootste deel van de tijd donker",
    part: "het is een deel van de tijd donker",
  },
  when: WHEN,
  throughout: THROUGHOUT,
  // "De baan is in het begin nog nat", but "in het begin regen".
  withWhen: (words, when) =>
    / (?:zijn|is) /.test(words)
      ? words.replace(/ (?:zijn|is)(?= )/, `$&${when}`)
      : `${when.trimStart()} ${words}`,
  especially: (when) => `, vooral${when}`,
  worse: (when) => `, slechter${when}`,

  about: (temp) => `Ongeveer ${temp}`,
  aboutAtStart: (temp) => `In het begin ongeveer ${temp}`,
  feelsLike: (temp) => `voelt als ${temp}`,
  better: ({ time, weekday, isUtc }) =>
    `Beter ${weekday === undefined ? "" : `op ${weekday} `}om ${time}${isUtc ? "" : " uur"}`,
  earlierOn: {
    today: "Eerder vandaag",
    yesterday: "Gisteren",
    weekday: (weekday) => `Afgelopen ${weekday}`,
    before: "Eerder",
  },
  looked: {
    safe_to_book: "zag het er goed uit",
    proceed_with_caution: "zag het er matig uit",
    not_recommended: "zag het er slecht uit",
  },
  looksNow: {
    safe_to_book: "Nu ziet het er goed uit",
    proceed_with_caution: "Nu ziet het er matig uit",
    not_recommended: "Nu ziet het er slecht uit",
  },
  looksStill: {
    safe_to_book: "Het ziet er nog steeds goed uit",
    proceed_with_caution: "Het ziet er nog steeds matig uit",
    not_recommended: "Het ziet er nog steeds slecht uit",
  },
  endMissing: "De verwachting loopt niet tot het einde",
  partMissing: "Een deel van de verwachting ontbreekt",
  earlyDays: "Verwachting nog onzeker",
  oftenChanges: "Zulke verwachtingen veranderen vaak",
  checkAgain: ": kijk kort van tevoren nog eens",
};
