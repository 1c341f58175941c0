import { articleOf, type Articles } from "../../article-of.ts";
import { joinReasons } from "../../join-reasons.ts";
import type { Translation } from "../../language.ts";
import { celsius, kmh, NBSP } from "../../units.ts";
import { FR_NAMES } from "./names.ts";

const NOUNS: Articles = [
  ["pluie faible", "une"],
  ["pluie verglaçante", "une"],
  ["pluie", "de la"],
  ["fortes", "de"],
  ["chutes", "des"],
  ["risque", "un"],
  ["vent", "un"],
  ["ciel", "un"],
  ["brouillard", "du"],
  ["mauvaise", "une"],
];

const join = joinReasons("et", ["storm", "surface", "darkness"]);

/** "De la pluie est probable": the words after "mais" and "et", where "une pluie probable" is no French. */
function likelySentence(text: string): string | undefined {
  if (!text.includes(" probable")) return undefined;
  const [, noun = "", plural = "", rest = ""] = /^(.*?) probable(s?)\b(.*)$/.exec(text) ?? [];
  if (noun === "") return undefined;
  return `${articleOf(text, NOUNS)}${noun} ${plural === "" ? "est" : "sont"} probable${plural}${rest}`;
}

const isLikely = (text: string) => text.includes("est probable") || text.includes("sont probables");

/** "Attendus la plupart du temps" would mean: usually. */
const forPart = (when: string) => when.replace("la plupart du temps", "pendant la majeure partie du temps");

/** Weather reasons are nouns, with an article after "mais avec"; the others are sentences. */
export const FR: Translation = {
  tag: "fr",
  names: FR_NAMES,

  temp: celsius(`${NBSP}°C`),
  percent: (whole) => `${whole}${NBSP}%`,
  speed: kmh(`${NBSP}km/h`),
  clock: (hour, minute) =>
    `${hour}${NBSP}h${minute === 0 ? "" : `${NBSP}${String(minute).padStart(2, "0")}`}`,

  // prettier-ignore
  sports: {
    outdoor: "pour les activités de plein air",
    golf: "pour le golf", driving_range: "pour le practice", disc_golf: "pour le disc golf",
    tennis: "pour le tennis", beach_tennis: "pour le beach tennis", lawn_tennis: "pour le tennis sur gazon",
    padel: "pour le padel", paddle_tennis: "pour le paddle tennis", platform_tennis: "pour le platform tennis",
    pickleball: "pour le pickleball",
    football: "pour le football", futsal: "pour le futsal", five_a_side: "pour le foot à 5", rugby: "pour le rugby",
    hockey: "pour le hockey sur gazon", american_football: "pour le football américain", ultimate: "pour l’ultimate",
    lacrosse: "pour le lacrosse", gaelic_football: "pour le football gaélique",
    cricket: "pour le cricket", baseball: "pour le baseball", softball: "pour le softball",
    bowls: "pour les boules sur gazon",
    running: "pour courir", jogging: "pour un jogging", athletics: "pour l’athlétisme", trail_running: "pour le trail",
    cycling: "pour le vélo", road_cycling: "pour le vélo de route", mountain_biking: "pour le VTT",
    e_bike: "pour le vélo électrique",
    hiking: "pour la randonnée", walking: "pour une promenade", trekking: "pour le trek",
    guided_tour: "pour une visite guidée", horse_riding: "pour l’équitation",
    climbing: "pour l’escalade", bouldering: "pour le bloc", via_ferrata: "pour la via ferrata",
    high_ropes: "pour l’accrobranche",
    sailing: "pour la voile", dinghy: "pour le dériveur", yachting: "pour une sortie en voilier",
    regatta: "pour une régate",
    kitesurfing: "pour le kitesurf", windsurfing: "pour la planche à voile", wing_foiling: "pour le wingfoil",
    paddling: "pour le canoë-kayak", kayaking: "pour le kayak", canoeing: "pour le canoë", sup: "pour le paddle",
    rowing: "pour l’aviron",
    skiing: "pour le ski", snowboarding: "pour le snowboard", cross_country_skiing: "pour le ski de fond",
    beach: "pour aller à la plage", swimming: "pour la baignade", pool: "pour la piscine", sunbathing: "pour bronzer",
    beach_volleyball: "pour le beach-volley",
    event: "pour les événements en plein air", picnic: "pour un pique-nique", wedding: "pour un mariage",
    party: "pour une fête", bbq: "pour un barbecue", concert: "pour un concert", festival: "pour un festival",
    market: "pour un marché", photoshoot: "pour une séance photo", outdoor_cinema: "pour le cinéma en plein air",
    camping: "pour le camping", glamping: "pour le glamping",
    fitness: "pour le sport en plein air", bootcamp: "pour le bootcamp", yoga: "pour le yoga",
    calisthenics: "pour le street workout", basketball: "pour le basket", skateboarding: "pour le skate",
  },
  ownSport: (label) => `pour «${NBSP}${label}${NBSP}»`,
  inTheDark: (sport) => `${sport} de nuit`,
  underLights: (sport) => `${sport} en nocturne`,

  opening: {
    great: "Conditions idéales",
    good: "Bonnes conditions",
    reasonable: "Conditions correctes",
    poor: "Mauvaises conditions",
    bad: "Très mauvaises conditions",
  },
  colon: `${NBSP}: `,
  semicolon: `${NBSP}; `,
  but: ({ kind, text }) =>
    kind === "weather" && likelySentence(text) === undefined
      ? `, mais avec ${articleOf(text, NOUNS)}`
      : ", mais ",
  afterBut: ({ kind, text }) => (kind === "weather" ? likelySentence(text) : undefined) ?? text,
  and: (first, second, isAfterBut) => {
    const { kind, text } = second;
    if (kind === "surface" && first.kind === "weather") {
      // "Avec du vent et le sol encore mouillé": the sentence continues as it began.
      const isNoun = isAfterBut && /\bser(?:a|ont) /.test(text) && !isLikely(first.text);
      return isNoun
        ? `${first.text} et ${text.replace(/ser(?:a|ont) (encore )?/, "$1")}`
        : `${first.text}, et ${text}`;
    }
    if (kind !== "weather") return join(first, second);
    // After a colon, nouns have no article: "vent fort et pluie".
    if (first.kind === "weather" && !isAfterBut) return join(first, second);
    const likely = likelySentence(text);
    if (likely !== undefined) return `${first.text}, et ${likely}`;
    const noun = articleOf(text, NOUNS) + text;
    const isSentence = first.kind === "temperature" || isLikely(first.text);
    return isSentence ? `${first.text}, avec ${noun}` : `${first.text} et ${noun}`;
  },
  storm: (when, sport) => `Orages attendus${forPart(when)}${NBSP}: dangereux ${sport}`,
  stormNow: (when, sport) =>
    `Maintenant, des orages sont attendus${forPart(when)}${NBSP}: dangereux ${sport}`,
  possibleStorm: {
    during: "des orages sont possibles",
    before: "un orage est possible juste avant le début",
    soon: "un orage est possible peu après la fin",
    later: "un orage est possible dans les heures qui suivent",
  },

  sky: {
    sunny: "temps sec et ensoleillé",
    dry: "temps sec",
    cloudy: "temps sec mais nuageux",
    underRoof: "au sec sous le toit",
  },
  dryBut: {
    rain: "temps sec, faible risque de pluie",
    snow: "temps sec, faible risque de neige",
    freezingRain: "temps sec, faible risque de pluie verglaçante",
  },
  outside: (precipitation) => `dehors, ${precipitation}`,
  withWind: {
    calm: ", presque pas de vent",
    light: ", vent faible",
    breeze: ", vent modéré",
  },
  withGoodWind: (amount) => `, bon vent (${amount})`,

  precipitation: {
    expected: {
      lightRain: "pluie faible",
      rain: "pluie",
      heavyRain: "fortes pluies",
      snow: "chutes de neige",
      heavySnow: "fortes chutes de neige",
      freezingRain: "pluie verglaçante",
    },
    likely: {
      lightRain: "pluie faible probable",
      rain: "pluie probable",
      heavyRain: "fortes pluies probables",
      snow: "chutes de neige probables",
      heavySnow: "fortes chutes de neige probables",
      freezingRain: "pluie verglaçante probable",
    },
    possible: {
      rain: "risque de pluie",
      showers: "risque d’averses",
      snow: "risque de neige",
      snowShowers: "risque d’averses de neige",
      heavySnow: "risque de fortes chutes de neige",
      freezingRain: "risque de pluie verglaçante",
    },
    slight: {
      rain: "un léger risque de pluie",
      snow: "un léger risque de neige",
      freezingRain: "un léger risque de pluie verglaçante",
    },
  },
  wind: {
    breeze: "un peu de vent",
    troublesome: "vent gênant",
    fresh: "vent assez fort",
    strong: "vent fort",
    veryStrong: "vent très fort",
    storm: "vent de tempête",
    tooMuch: "trop de vent",
  },
  gustyWind: "vent rafaleux",
  littleWind: {
    safe_to_book: "vent faible",
    proceed_with_caution: "peu de vent",
    not_recommended: "vent insuffisant",
  },
  almostNoWind: "vent presque nul",
  aboutSpeed: (figure) => `environ ${figure}`,
  gustsTo: (figure) => `rafales à ${figure}`,
  windBesides: (figure) => `vent d’${figure}`,
  temperature: {
    bitter: "il fera glacial",
    cold: "il fera froid",
    tooCold: "il fera trop froid",
    chilly: "il fera frais",
    cool: "il fera frais",
    notWarm: "il ne fera pas très chaud",
    mild: "il fera trop doux",
    tooWarm: "il fera beaucoup trop chaud",
    warmish: "il fera un peu chaud",
    warm: "il fera chaud",
    hot: "il fera très chaud",
    extreme: "il fera extrêmement chaud",
  },
  overcast: "ciel couvert",
  stillWet: {
    rock: "le rocher sera encore mouillé",
    wall: "le mur sera encore mouillé",
    equipment: "les équipements seront encore mouillés",
    court: "le court sera encore mouillé",
    ballCourt: "le terrain sera encore mouillé",
    course: "le parcours sera encore mouillé",
    pitch: "le terrain sera encore mouillé",
    road: "les routes seront encore mouillées",
    path: "les chemins seront encore mouillés",
    ground: "le sol sera encore mouillé",
  },
  stillDamp: (stillWet) =>
    stillWet
      .replace("encore mouillé", "peut-être encore humide")
      .replace("humidees", "humides")
      .replace("humidee", "humide"),
  waterlogged: "le sol sera gorgé d’eau",
  icy: "le sol risque d’être verglacé",
  veiledBy: {
    fog: "brouillard",
    snow: "mauvaise visibilité sous la neige",
    heavySnow: "mauvaise visibilité sous forte neige",
    other: "mauvaise visibilité",
  },
  expectedStorm: {
    before: "un orage est attendu juste avant le début",
    soon: "un orage est attendu peu après la fin",
    later: "un orage est attendu dans les heures qui suivent",
  },
  dark: {
    all: "il fera nuit",
    soon: "la nuit tombera peu après le début",
    midway: "la nuit tombera vers le milieu",
    end: "la nuit tombera vers la fin",
    first: "il fera encore nuit au début",
    most: "il fera nuit la plupart du temps",
    part: "il fera nuit une partie du temps",
  },
  when: {
    first: " au début",
    firstHalf: " en première moitié",
    firstHalfHour: " la première demi-heure",
    firstHour: " la première heure",
    midway: " vers le milieu",
    secondHalf: " en seconde moitié",
    end: " vers la fin",
    lastHalfHour: " la dernière demi-heure",
    lastHour: " la dernière heure",
    afterFirstHalfHour: " après la première demi-heure",
    afterFirstHour: " après la première heure",
    fromThirdHour: " dès la troisième heure",
    fromFourthHour: " dès la quatrième heure",
    fromFifthHour: " dès la cinquième heure",
    fromSixthHour: " dès la sixième heure",
    most: " la plupart du temps",
    part: " une partie du temps",
    atTimes: " par moments",
    afterwards: " ensuite",
  },
  throughout: " tout le temps",
  especially: (when) => `, surtout${when}`,
  worse: (when) => `, moins bien${when}`,

  about: (temp) => `Environ ${temp}`,
  aboutAtStart: (temp) => `Environ ${temp} au début`,
  feelsLike: (temp) => `ressenti ${temp}`,
  better: ({ time, weekday }) => `Mieux ${weekday === undefined ? "" : `${weekday} `}à ${time}`,
  earlierOn: {
    today: "Plus tôt dans la journée,",
    yesterday: "Hier,",
    weekday: (weekday) => `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} dernier,`,
    before: "Auparavant,",
  },
  looked: {
    safe_to_book: "cela s’annonçait bien",
    proceed_with_caution: "cela s’annonçait mitigé",
    not_recommended: "cela s’annonçait mal",
  },
  looksNow: {
    safe_to_book: "Maintenant, cela s’annonce bien",
    proceed_with_caution: "Maintenant, cela s’annonce mitigé",
    not_recommended: "Maintenant, cela s’annonce mal",
  },
  looksStill: {
    safe_to_book: "Cela s’annonce toujours bien",
    proceed_with_caution: "Cela s’annonce toujours mitigé",
    not_recommended: "Cela s’annonce toujours mal",
  },
  endMissing: "Les prévisions s’arrêtent avant la fin",
  partMissing: "Prévisions incomplètes",
  earlyDays: "Prévisions incertaines",
  oftenChanges: "De telles prévisions changent souvent",
  checkAgain: `${NBSP}: à revérifier plus tard`,
};
