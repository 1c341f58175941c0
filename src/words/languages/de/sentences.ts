import type { Translation } from "../../language.ts";
import { celsius, kmh, NBSP } from "../../units.ts";
import { DE_NAMES, DE_CH_NAMES } from "./names.ts";

const ALL_DARK = "es ist dann dunkel";

/** What has one part of the session. */
const IN_A_PART = /^(?:zu Beginn|in der |zwischendurch|gegen Ende|nach der |ab der )/;

/** "Jetzt werden die meiste Zeit Gewitter erwartet" would be what is expected most of the time. */
const forPart = (when: string) =>
  when.replace("die meiste Zeit", "für die meiste Zeit").replace("eine Zeit lang", "zeitweise");

/**
 * Reasons are nouns and adjectives, darkness is a sentence. All can follow a colon, "aber" or a comma unchanged. The
 * time comes first. "In der letzten Stunde" alone could mean the past hour, so "des Termins" follows.
 */
export const DE: Translation = {
  tag: "de",
  names: DE_NAMES,

  temp: celsius(`${NBSP}°C`),
  percent: (whole) => `${whole}${NBSP}%`,
  speed: kmh(`${NBSP}km/h`),
  clock: (hour, minute) => `${hour}:${String(minute).padStart(2, "0")}`,

  // prettier-ignore
  sports: {
    outdoor: "für Aktivitäten im Freien",
    golf: "für Golf", driving_range: "für die Driving Range", disc_golf: "für Discgolf",
    tennis: "für Tennis", beach_tennis: "für Beachtennis", lawn_tennis: "für Rasentennis",
    padel: "für Padel", paddle_tennis: "für Paddle-Tennis", platform_tennis: "für Platform-Tennis",
    pickleball: "für Pickleball",
    football: "für Fußball", futsal: "für Futsal", five_a_side: "für Kleinfeldfußball", rugby: "für Rugby",
    hockey: "für Hockey", american_football: "für American Football", ultimate: "für Ultimate Frisbee",
    lacrosse: "für Lacrosse", gaelic_football: "für Gaelic Football",
    cricket: "für Cricket", baseball: "für Baseball", softball: "für Softball", bowls: "für Bowls",
    running: "zum Laufen", jogging: "zum Joggen", athletics: "für Leichtathletik", trail_running: "fürs Trailrunning",
    cycling: "zum Radfahren", road_cycling: "zum Rennradfahren", mountain_biking: "zum Mountainbiken",
    e_bike: "fürs E-Bike",
    hiking: "zum Wandern", walking: "zum Spazierengehen", trekking: "fürs Trekking",
    guided_tour: "für eine Führung", horse_riding: "zum Reiten",
    climbing: "zum Klettern", bouldering: "zum Bouldern", via_ferrata: "für den Klettersteig",
    high_ropes: "für den Hochseilgarten",
    sailing: "zum Segeln", dinghy: "zum Jollensegeln", yachting: "für einen Segeltörn", regatta: "für eine Regatta",
    kitesurfing: "zum Kitesurfen", windsurfing: "zum Windsurfen", wing_foiling: "zum Wingfoilen",
    paddling: "zum Paddeln", kayaking: "zum Kajakfahren", canoeing: "zum Kanufahren", sup: "fürs Stand-up-Paddling",
    rowing: "zum Rudern",
    skiing: "zum Skifahren", snowboarding: "zum Snowboarden", cross_country_skiing: "zum Langlaufen",
    beach: "für einen Strandtag", swimming: "zum Schwimmen", pool: "für den Pool", sunbathing: "zum Sonnenbaden",
    beach_volleyball: "für Beachvolleyball",
    event: "für Veranstaltungen im Freien", picnic: "für ein Picknick", wedding: "für eine Hochzeit",
    party: "für eine Party", bbq: "zum Grillen", concert: "für ein Konzert", festival: "für ein Festival",
    market: "für einen Markt", photoshoot: "für ein Fotoshooting", outdoor_cinema: "fürs Freiluftkino",
    camping: "zum Campen", glamping: "fürs Glamping",
    fitness: "für Sport im Freien", bootcamp: "fürs Bootcamp", yoga: "für Yoga", calisthenics: "für Calisthenics",
    basketball: "für Basketball", skateboarding: "zum Skateboarden",
  },
  ownSport: (label) => `für „${label}“`,
  inTheDark: (sport) => `${sport} bei Dunkelheit`,
  underLights: (sport) => `${sport} bei Flutlicht`,

  opening: {
    great: "Ideale Bedingungen",
    good: "Gute Bedingungen",
    reasonable: "Akzeptable Bedingungen",
    poor: "Schlechte Bedingungen",
    bad: "Sehr schlechte Bedingungen",
  },
  colon: ": ",
  semicolon: "; ",
  but: () => ", aber ",
  and: (first, second) => {
    // "In der ersten Stunde Regen, und es ist dann dunkel" would be dark after that hour.
    if (second.text === ALL_DARK) return `${first.text}, außerdem ist es dunkel`;
    // "In der ersten Stunde heiß, dazu in der letzten Regen" would be hot in the last hour too.
    const isApart = IN_A_PART.test(first.text) && IN_A_PART.test(second.text);
    const weather = isApart ? "" : " dazu";
    const along = { temperature: "", weather, storm: "", surface: "", darkness: " und" };
    return `${first.text},${along[second.kind]} ${second.text}`;
  },
  storm: (when, sport) => {
    const expected =
      when === "" ? "Gewitter erwartet" : `${capitalized(forPart(when).trimStart())} Gewitter erwartet`;
    return `${expected}: zu gefährlich ${sport}`;
  },
  stormNow: (when, sport) => `Jetzt werden${forPart(when)} Gewitter erwartet: zu gefährlich ${sport}`,
  possibleStorm: {
    during: "Gewitter möglich",
    before: "kurz vor Beginn Gewitter möglich",
    soon: "kurz nach dem Ende Gewitter möglich",
    later: "in den Stunden danach Gewitter möglich",
  },

  sky: {
    sunny: "trocken und sonnig",
    dry: "trocken",
    cloudy: "bewölkt, aber trocken",
    underRoof: "trocken unter dem Dach",
  },
  dryBut: {
    rain: "trocken, nur geringes Regenrisiko",
    snow: "trocken, nur geringes Schneefallrisiko",
    freezingRain: "trocken, nur geringes Eisregenrisiko",
  },
  outside: (precipitation) => `draußen ${precipitation}`,
  withWind: {
    calm: ", fast windstill",
    light: ", schwacher Wind",
    breeze: ", mäßiger Wind",
  },
  withGoodWind: (amount) => `, guter Wind (${amount})`,

  precipitation: {
    expected: {
      lightRain: "leichter Regen",
      rain: "Regen",
      heavyRain: "starker Regen",
      snow: "Schneefall",
      heavySnow: "starker Schneefall",
      freezingRain: "Eisregen",
    },
    likely: {
      lightRain: "wahrscheinlich leichter Regen",
      rain: "wahrscheinlich Regen",
      heavyRain: "wahrscheinlich starker Regen",
      snow: "wahrscheinlich Schneefall",
      heavySnow: "wahrscheinlich starker Schneefall",
      freezingRain: "wahrscheinlich Eisregen",
    },
    possible: {
      rain: "Regen möglich",
      showers: "Schauer möglich",
      snow: "Schneefall möglich",
      snowShowers: "Schneeschauer möglich",
      heavySnow: "starker Schneefall möglich",
      freezingRain: "Eisregen möglich",
    },
    slight: {
      rain: "ein leichtes Regenrisiko",
      snow: "ein leichtes Schneefallrisiko",
      freezingRain: "ein leichtes Eisregenrisiko",
    },
  },
  wind: {
    breeze: "spürbarer Wind",
    troublesome: "störender Wind",
    fresh: "frischer Wind",
    strong: "starker Wind",
    veryStrong: "sehr starker Wind",
    storm: "Sturm",
    tooMuch: "zu viel Wind",
  },
  gustyWind: "böiger Wind",
  littleWind: {
    safe_to_book: "schwacher Wind",
    proceed_with_caution: "wenig Wind",
    not_recommended: "zu wenig Wind",
  },
  almostNoWind: "fast kein Wind",
  aboutSpeed: (figure) => `etwa ${figure}`,
  gustsTo: (figure) => `Böen bis ${figure}`,
  windBesides: (figure) => `Wind ${figure}`,
  temperature: {
    bitter: "bitterkalt",
    cold: "kalt",
    tooCold: "zu kalt",
    chilly: "kühl",
    cool: "kühl",
    notWarm: "nicht sehr warm",
    mild: "zu mild",
    tooWarm: "viel zu warm",
    warmish: "recht warm",
    warm: "warm",
    hot: "heiß",
    extreme: "extrem heiß",
  },
  overcast: "bedeckter Himmel",
  stillWet: {
    rock: "Fels noch nass",
    wall: "Kletterwand noch nass",
    equipment: "Anlage noch nass",
    court: "Platz noch nass",
    ballCourt: "Spielfeld noch nass",
    course: "Platz noch nass",
    pitch: "Spielfeld noch nass",
    road: "Straßen noch nass",
    path: "Wege noch nass",
    ground: "Boden noch nass",
  },
  stillDamp: (stillWet) => stillWet.replace("noch nass", "vielleicht noch feucht"),
  waterlogged: "Boden völlig durchnässt",
  icy: "Glättegefahr",
  veiledBy: {
    fog: "Nebel",
    snow: "schlechte Sicht bei Schneefall",
    heavySnow: "schlechte Sicht bei starkem Schneefall",
    other: "schlechte Sicht",
  },
  expectedStorm: {
    before: "kurz vor Beginn ein Gewitter",
    soon: "kurz nach dem Ende ein Gewitter",
    later: "in den Stunden danach ein Gewitter",
  },
  dark: {
    all: ALL_DARK,
    soon: "kurz nach Beginn wird es dunkel",
    midway: "nach etwa der Hälfte wird es dunkel",
    end: "gegen Ende wird es dunkel",
    first: "anfangs ist es noch dunkel",
    most: "die meiste Zeit ist es dunkel",
    part: "zeitweise ist es dunkel",
  },
  when: {
    first: " zu Beginn",
    firstHalf: " in der ersten Hälfte",
    firstHalfHour: " in der ersten halben Stunde",
    firstHour: " in der ersten Stunde",
    midway: " zwischendurch",
    secondHalf: " in der zweiten Hälfte",
    end: " gegen Ende",
    lastHalfHour: " in der letzten halben Stunde des Termins",
    lastHour: " in der letzten Stunde des Termins",
    afterFirstHalfHour: " nach der ersten halben Stunde",
    afterFirstHour: " nach der ersten Stunde",
    fromThirdHour: " ab der dritten Stunde",
    fromFourthHour: " ab der vierten Stunde",
    fromFifthHour: " ab der fünften Stunde",
    fromSixthHour: " ab der sechsten Stunde",
    most: " die meiste Zeit",
    part: " eine Zeit lang",
    atTimes: " zeitweise",
    afterwards: " danach",
  },
  throughout: " durchgehend",
  // "Platz in der ersten Stunde noch nass", but "in der ersten Stunde Regen".
  withWhen: (words, when) =>
    / (?:noch|völlig) /.test(words)
      ? words.replace(/ (?=(?:(?:vielleicht )?noch|völlig) )/, `${when} `)
      : `${when.trimStart()} ${words}`,
  especially: (when) => `, vor allem${when.replace("zwischendurch", "in der Mitte")}`,
  worse: (when) => `,${when} schlechter`,

  about: (temp) => `Etwa ${temp}`,
  aboutAtStart: (temp) => `Anfangs etwa ${temp}`,
  feelsLike: (temp) => `gefühlt ${temp}`,
  better: ({ time, weekday, isUtc }) =>
    `Besser ${weekday === undefined ? "" : `am ${weekday} `}um ${time}${isUtc ? "" : " Uhr"}`,
  earlierOn: {
    today: "Früher am Tag",
    yesterday: "Gestern",
    weekday: (weekday) => `Letzten ${weekday}`,
    before: "Zuvor",
  },
  looked: {
    safe_to_book: "sah es gut aus",
    proceed_with_caution: "sah es durchwachsen aus",
    not_recommended: "sah es schlecht aus",
  },
  looksNow: {
    safe_to_book: "Jetzt sieht es gut aus",
    proceed_with_caution: "Jetzt sieht es durchwachsen aus",
    not_recommended: "Jetzt sieht es schlecht aus",
  },
  looksStill: {
    safe_to_book: "Es sieht weiterhin gut aus",
    proceed_with_caution: "Es sieht weiterhin durchwachsen aus",
    not_recommended: "Es sieht weiterhin schlecht aus",
  },
  endMissing: "Die Vorhersage deckt nicht den ganzen Termin ab",
  partMissing: "Ein Teil der Vorhersage fehlt",
  earlyDays: "Vorhersage noch unsicher",
  oftenChanges: "Solche Vorhersagen ändern sich oft",
  checkAgain: ": kurz vorher noch einmal nachsehen",
};

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const withSs = (text: string) => text.replaceAll("ß", "ss");

function swiss<Words extends Readonly<Record<string, string>>>(words: Words): Words {
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [name, withSs(text)])) as Words;
}

/** In Swiss spelling, with the words of Switzerland. */
export const DE_CH: Translation = {
  ...DE,
  tag: "de-CH",
  names: DE_CH_NAMES,
  // prettier-ignore
  sports: {
    ...swiss(DE.sports),
    cycling: "zum Velofahren", road_cycling: "zum Rennvelofahren", e_bike: "fürs E-Bike", bbq: "zum Grillieren",
  },
  ownSport: (label) => `für «${label}»`,
  clock: (hour, minute) => `${hour}.${String(minute).padStart(2, "0")}`,
  and: (first, second, isAfterBut) => withSs(DE.and(first, second, isAfterBut)),
  outside: (precipitation) => withSs(DE.outside(precipitation)),
  withWind: swiss(DE.withWind),
  temperature: swiss(DE.temperature),
  stillWet: swiss(DE.stillWet),
};
