import { articleOf, type Articles } from "../../article-of.ts";
import type { ReasonKind, Translation } from "../../language.ts";
import { celsius, kmh, NBSP } from "../../units.ts";
import { IT_NAMES } from "./names.ts";

const SURFACES: Articles = [
  ["roccia", "la"],
  ["parete", "la"],
  ["attrezzature", "le"],
  ["campo", "il"],
  ["percorso", "il"],
  ["strade", "le"],
  ["sentieri", "i"],
  ["terreno", "il"],
];

/** "Le strade saranno ancora bagnate": the surface as a sentence, which can follow another. */
function surfaceSentence(text: string): string {
  const article = articleOf(text, SURFACES);
  if (article === "") return text.replace("possibile ghiaccio", "potrebbe esserci ghiaccio");
  const verb = /^(?:le|i) /.test(article) ? "saranno" : "sarà";
  return `${article}${text.replace(/^(\S+) /, `$1 ${verb} `)}`;
}

/** Of the temperatures, only "temperature troppo alte" is a noun. */
function isNoun(kind: ReasonKind, text: string): boolean {
  return kind === "weather" || kind === "surface" || text.startsWith("temperature");
}

/** Weather and surface reasons are nouns, so that they can follow "con"; the others are sentences. */
export const IT: Translation = {
  tag: "it",
  names: IT_NAMES,

  temp: celsius(`${NBSP}°C`),
  percent: (whole) => `${whole}%`,
  speed: kmh(`${NBSP}km/h`),

  // prettier-ignore
  sports: {
    outdoor: "per le attività all’aperto",
    golf: "per il golf", driving_range: "per il campo pratica", disc_golf: "per il disc golf",
    tennis: "per il tennis", beach_tennis: "per il beach tennis", lawn_tennis: "per il tennis su erba",
    padel: "per il padel", paddle_tennis: "per il paddle tennis", platform_tennis: "per il platform tennis",
    pickleball: "per il pickleball",
    football: "per il calcio", futsal: "per il calcio a 5", five_a_side: "per il calcetto", rugby: "per il rugby",
    hockey: "per l’hockey su prato", american_football: "per il football americano", ultimate: "per l’ultimate frisbee",
    lacrosse: "per il lacrosse", gaelic_football: "per il calcio gaelico",
    cricket: "per il cricket", baseball: "per il baseball", softball: "per il softball", bowls: "per le bocce su prato",
    running: "per correre", jogging: "per fare jogging", athletics: "per l’atletica", trail_running: "per il trail running",
    cycling: "per andare in bici", road_cycling: "per la bici da corsa", mountain_biking: "per la mountain bike",
    e_bike: "per la bici elettrica",
    hiking: "per un’escursione", walking: "per una passeggiata", trekking: "per il trekking",
    guided_tour: "per una visita guidata", horse_riding: "per andare a cavallo",
    climbing: "per l’arrampicata", bouldering: "per il boulder", via_ferrata: "per la via ferrata",
    high_ropes: "per il parco avventura",
    sailing: "per la vela", dinghy: "per un’uscita in deriva", yachting: "per un’uscita in barca a vela",
    regatta: "per una regata",
    kitesurfing: "per il kitesurf", windsurfing: "per il windsurf", wing_foiling: "per il wing foil",
    paddling: "per canoa e kayak", kayaking: "per il kayak", canoeing: "per la canoa", sup: "per il SUP",
    rowing: "per il canottaggio",
    skiing: "per sciare", snowboarding: "per lo snowboard", cross_country_skiing: "per lo sci di fondo",
    beach: "per andare in spiaggia", swimming: "per nuotare", pool: "per la piscina", sunbathing: "per prendere il sole",
    beach_volleyball: "per il beach volley",
    event: "per gli eventi all’aperto", picnic: "per un picnic", wedding: "per un matrimonio", party: "per una festa",
    bbq: "per una grigliata", concert: "per un concerto", festival: "per un festival", market: "per un mercatino",
    photoshoot: "per un servizio fotografico", outdoor_cinema: "per il cinema all’aperto",
    camping: "per il campeggio", glamping: "per il glamping",
    fitness: "per allenarsi all’aperto", bootcamp: "per il bootcamp", yoga: "per lo yoga",
    calisthenics: "per il calisthenics", basketball: "per il basket", skateboarding: "per lo skate",
  },
  ownSport: (label) => `per «${label}»`,
  inTheDark: (sport) => `${sport} col buio`,
  underLights: (sport) => `${sport} con luce artificiale`,

  opening: {
    great: "Condizioni ideali",
    good: "Buone condizioni",
    reasonable: "Condizioni accettabili",
    poor: "Condizioni sfavorevoli",
    bad: "Pessime condizioni",
  },
  colon: ": ",
  semicolon: "; ",
  but: ({ kind, text }) => (isNoun(kind, text) ? `, ma con ${articleOf(text, SURFACES)}` : ", ma "),
  and: (first, { kind, text }, isAfterBut) => {
    if (kind === "storm" || kind === "darkness")
      return `${first.text}, ${text.startsWith("è") ? "ed" : "e"} ${text}`;
    if (kind === "surface" && first.kind === "storm") return `${first.text}, e ${surfaceSentence(text)}`;
    // "Pioggia e campo bagnato" after the colon, "con pioggia e il campo bagnato" after "con".
    const isAfterNoun = isNoun(first.kind, first.text);
    if (isAfterNoun && !isAfterBut) return `${first.text} e ${text}`;
    const conjunction = isAfterNoun ? " e" : ", con";
    return `${first.text}${conjunction} ${articleOf(text, SURFACES)}${text}`;
  },
  storm: (when, sport) => `Temporali previsti${when}: condizioni non sicure ${sport}`,
  stormNow: (when, sport) => `Ora sono previsti temporali${when}: condizioni non sicure ${sport}`,
  possibleStorm: {
    during: "sono possibili temporali",
    before: "è possibile un temporale poco prima dell’inizio",
    soon: "è possibile un temporale poco dopo la fine",
    later: "è possibile un temporale nelle ore successive",
  },

  sky: {
    sunny: "tempo asciutto e soleggiato",
    dry: "tempo asciutto",
    cloudy: "tempo asciutto ma nuvoloso",
    underRoof: "al coperto",
  },
  dryBut: {
    rain: "tempo asciutto, con bassa probabilità di pioggia",
    snow: "tempo asciutto, con bassa probabilità di neve",
    freezingRain: "tempo asciutto, con bassa probabilità di pioggia congelante",
  },
  outside: (precipitation) => `fuori, ${precipitation}`,
  withWind: {
    calm: ", quasi senza vento",
    light: ", con vento debole",
    breeze: ", con vento moderato",
  },
  withGoodWind: (amount) => `, con un buon vento (${amount})`,

  precipitation: {
    expected: {
      lightRain: "pioggia debole",
      rain: "pioggia",
      heavyRain: "pioggia forte",
      snow: "nevicate",
      heavySnow: "forti nevicate",
      freezingRain: "pioggia congelante",
    },
    likely: {
      lightRain: "probabile pioggia debole",
      rain: "probabile pioggia",
      heavyRain: "probabile pioggia forte",
      snow: "probabili nevicate",
      heavySnow: "probabili forti nevicate",
      freezingRain: "probabile pioggia congelante",
    },
    possible: {
      rain: "possibile pioggia",
      showers: "possibili rovesci",
      snow: "possibili nevicate",
      snowShowers: "possibili rovesci di neve",
      heavySnow: "possibili forti nevicate",
      freezingRain: "possibile pioggia congelante",
    },
    slight: {
      rain: "qualche possibilità di pioggia",
      snow: "qualche possibilità di neve",
      freezingRain: "qualche possibilità di pioggia congelante",
    },
  },
  wind: {
    breeze: "un po’ di vento",
    troublesome: "vento fastidioso",
    fresh: "vento sostenuto",
    strong: "vento forte",
    veryStrong: "vento molto forte",
    storm: "vento di burrasca",
    tooMuch: "troppo vento",
  },
  gustyWind: "vento a raffiche",
  littleWind: {
    safe_to_book: "vento debole",
    proceed_with_caution: "poco vento",
    not_recommended: "troppo poco vento",
  },
  almostNoWind: "vento quasi assente",
  aboutSpeed: (figure) => `circa ${figure}`,
  gustsTo: (figure) => `raffiche fino a ${figure}`,
  windBesides: (figure) => `vento di ${figure}`,
  temperature: {
    bitter: "farà un freddo pungente",
    cold: "farà freddo",
    tooCold: "farà troppo freddo",
    chilly: "farà fresco",
    cool: "farà fresco",
    notWarm: "non farà molto caldo",
    mild: "temperature troppo alte",
    tooWarm: "temperature troppo alte",
    warmish: "farà un po’ caldo",
    warm: "farà caldo",
    hot: "farà molto caldo",
    extreme: "farà un caldo estremo",
  },
  overcast: "cielo coperto",
  stillWet: {
    rock: "roccia ancora bagnata",
    wall: "parete ancora bagnata",
    equipment: "attrezzature ancora bagnate",
    court: "campo ancora bagnato",
    ballCourt: "campo ancora bagnato",
    course: "percorso ancora bagnato",
    pitch: "campo ancora bagnato",
    road: "strade ancora bagnate",
    path: "sentieri ancora bagnati",
    ground: "terreno ancora bagnato",
  },
  stillDamp: (stillWet) => stillWet.replace("ancora bagnat", "forse ancora umid"),
  waterlogged: "terreno zuppo d’acqua",
  icy: "possibile ghiaccio sul terreno",
  veiledBy: {
    fog: "nebbia",
    snow: "scarsa visibilità a causa della neve",
    heavySnow: "scarsa visibilità a causa delle forti nevicate",
    other: "scarsa visibilità",
  },
  expectedStorm: {
    before: "è previsto un temporale poco prima dell’inizio",
    soon: "è previsto un temporale poco dopo la fine",
    later: "è previsto un temporale nelle ore successive",
  },
  dark: {
    all: "sarà buio",
    soon: "farà buio poco dopo l’inizio",
    midway: "farà buio verso la metà",
    end: "farà buio verso la fine",
    first: "all’inizio sarà ancora buio",
    most: "sarà buio per gran parte del tempo",
    part: "in parte sarà buio",
  },
  when: {
    first: " all’inizio",
    firstHalf: " nella prima metà",
    firstHalfHour: " nella prima mezz’ora",
    firstHour: " nella prima ora",
    midway: " verso la metà",
    secondHalf: " nella seconda metà",
    end: " verso la fine",
    lastHalfHour: " nella mezz’ora finale",
    lastHour: " nell’ora finale",
    afterFirstHalfHour: " dopo la prima mezz’ora",
    afterFirstHour: " dopo la prima ora",
    fromThirdHour: " dalla terza ora",
    fromFourthHour: " dalla quarta ora",
    fromFifthHour: " dalla quinta ora",
    fromSixthHour: " dalla sesta ora",
    most: " per gran parte del tempo",
    part: " per parte del tempo",
    atTimes: " a tratti",
    afterwards: " dopo",
  },
  throughout: " per tutto il tempo",
  especially: (when) => `, soprattutto${when}`,
  worse: (when) => `, peggio${when}`,

  about: (temp) => `Circa ${temp}`,
  aboutAtStart: (temp) => `Circa ${temp} all’inizio`,
  feelsLike: (temp) => `percepit${/^−?1\D/.test(temp) ? "o" : "i"} ${temp}`,
  better: ({ time, weekday }) => `Meglio ${weekday === undefined ? "" : `${weekday} `}alle ${time}`,
  earlierOn: {
    today: "Prima",
    yesterday: "Ieri",
    weekday: (weekday) =>
      `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${weekday.endsWith("a") ? "scorsa" : "scorso"}`,
    before: "In precedenza",
  },
  looked: {
    safe_to_book: "le previsioni erano buone",
    proceed_with_caution: "le previsioni erano accettabili",
    not_recommended: "le previsioni erano negative",
  },
  looksNow: {
    safe_to_book: "Ora sono buone",
    proceed_with_caution: "Ora sono accettabili",
    not_recommended: "Ora sono negative",
  },
  looksNowAlone: {
    safe_to_book: "Ora le previsioni sono buone",
    proceed_with_caution: "Ora le previsioni sono accettabili",
    not_recommended: "Ora le previsioni sono negative",
  },
  looksStill: {
    safe_to_book: "Le previsioni restano buone",
    proceed_with_caution: "Le previsioni restano accettabili",
    not_recommended: "Le previsioni restano negative",
  },
  endMissing: "Le previsioni non coprono tutta la durata",
  partMissing: "Manca una parte delle previsioni",
  earlyDays: "Previsioni incerte",
  oftenChanges: "Previsioni come questa cambiano spesso",
  checkAgain: ": ricontrollare più avanti",
};
