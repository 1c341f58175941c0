import type { Language } from "../language.ts";
import { celsius, kmh, NBSP } from "../units.ts";

/** Reasons are nouns and adjectives, so that they can stand after a colon in lower case, after "aber" and after a comma. */
export const DE: Language = {
  tag: "de",

  temp: celsius(`${NBSP}°C`),
  percent: (whole) => `${whole}${NBSP}%`,
  speed: kmh(`${NBSP}km/h`),

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
  ownSport: (label) => `für ${label}`,
  inTheDark: " im Dunkeln",

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
    const along = { temperature: "", weather: " dazu", storm: "", surface: "", darkness: " außerdem" };
    return `${first.text},${along[second.kind]} ${second.text}`;
  },
  storm: (when) => `Gewitter${when} erwartet: im Freien nicht sicher`,
  possibleStorm: {
    during: "Gewitter möglich",
    before: "kurz davor Gewitter möglich",
    after: "kurz danach Gewitter möglich",
  },

  sky: {
    sunny: "trocken und sonnig",
    dry: "trocken",
    cloudy: "bewölkt, aber trocken",
    slightRain: "trocken, nur geringes Regenrisiko",
    slightSnow: "trocken, nur geringes Schneefallrisiko",
    underRoof: "trocken unter dem Dach",
  },
  outside: (precipitation) => `draußen ${precipitation}`,
  withWind: {
    calm: ", fast windstill",
    light: ", schwacher Wind",
    breeze: ", mäßiger Wind",
    fresh: ", frischer Wind",
    strong: ", starker Wind",
    veryStrong: ", sehr starker Wind",
  },
  withGoodWind: (amount) => `, guter Wind (${amount})`,

  precipitation: {
    lightRain: "leichter Regen",
    rain: "Regen",
    heavyRain: "starker Regen",
    snow: "Schneefall",
    heavySnow: "starker Schneefall",
    lightRainLikely: "leichter Regen wahrscheinlich",
    rainLikely: "Regen wahrscheinlich",
    heavyRainLikely: "starker Regen wahrscheinlich",
    snowLikely: "Schneefall wahrscheinlich",
    showers: "Schauer möglich",
    snowShowers: "Schneeschauer möglich",
    slightRain: "geringes Regenrisiko",
    slightSnow: "geringes Schneefallrisiko",
  },
  wind: {
    breeze: "spürbarer Wind",
    fresh: "frischer Wind",
    strong: "starker Wind",
    veryStrong: "sehr starker Wind",
  },
  gustyWind: "böiger Wind",
  littleWind: "wenig Wind",
  tooLittleWind: "zu wenig Wind",
  almostNoWind: "fast kein Wind",
  aboutSpeed: (figure) => `etwa ${figure}`,
  gustsTo: (figure) => `Böen bis ${figure}`,
  upTo: (figure) => `bis ${figure}`,
  temperature: {
    bitter: "bitterkalt",
    cold: "kalt",
    cool: "kühl",
    notWarm: "nicht sehr warm",
    mild: "zu mild",
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
    course: "Platz noch nass",
    pitch: "Spielfeld noch nass",
    road: "Straßen noch nass",
    path: "Wege noch nass",
    ground: "Boden noch nass",
  },
  fog: "Nebel",
  blowingSnow: "schlechte Sicht bei Schneefall",
  freezingRain: "Eisregen",
  stormBefore: "kurz davor ein Gewitter",
  stormSoon: "kurz danach ein Gewitter",
  dark: {
    all: "zu dunkel",
    soon: "kurz nach Beginn dunkel",
    midway: "ab der Hälfte dunkel",
    end: "gegen Ende dunkel",
    first: "anfangs noch dunkel",
    part: "zeitweise dunkel",
  },
  when: {
    first: " zu Beginn",
    midway: " zwischendurch",
    end: " gegen Ende",
    firstHalfHour: " in der ersten halben Stunde",
    lastHalfHour: " in der letzten halben Stunde",
    firstHour: " in der ersten Stunde",
    lastHour: " in der letzten Stunde",
  },
  worst: (when) => `, am schlechtesten${when}`,

  about: (temp) => `Etwa ${temp}`,
  aboutAtStart: (temp) => `Anfangs etwa ${temp}`,
  feelsLike: (temp) => `gefühlt ${temp}`,
  better: ({ time, weekday, isUtc }) =>
    `Besser ${weekday === undefined ? "" : `am ${weekday} `}um ${time}${isUtc ? "" : " Uhr"}`,
  endMissing: "Die Vorhersage reicht nicht bis zum Ende",
  partMissing: "Ein Teil der Vorhersage fehlt",
  earlyDays: "Frühe Prognose: kurz vorher noch einmal prüfen",
};

const withSs = (text: string) => text.replaceAll("ß", "ss");

function swiss<Words extends Readonly<Record<string, string>>>(words: Words): Words {
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [name, withSs(text)])) as Words;
}

/** As Switzerland spells it. */
export const DE_CH: Language = {
  ...DE,
  tag: "de-CH",
  sports: swiss(DE.sports),
  and: (first, second) => withSs(DE.and(first, second)),
  outside: (precipitation) => withSs(DE.outside(precipitation)),
  withWind: swiss(DE.withWind),
  temperature: swiss(DE.temperature),
  stillWet: swiss(DE.stillWet),
};
