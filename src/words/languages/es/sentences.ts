import { articleOf, type Articles } from "../../article-of.ts";
import { joinReasons } from "../../join-reasons.ts";
import type { Translation } from "../../language.ts";
import { celsius, kmh, NBSP } from "../../units.ts";
import { ES_NAMES } from "./names.ts";

const SURFACES: Articles = [
  ["roca", "la"],
  ["rocódromo", "el"],
  ["instalaciones", "las"],
  ["pista", "la"],
  ["campo", "el"],
  ["carreteras", "las"],
  ["caminos", "los"],
  ["suelo", "el"],
];

/** "Las carreteras seguirán mojadas": the surface as a sentence, which can follow another. */
function surfaceSentence(text: string): string {
  const article = articleOf(text, SURFACES);
  if (article === "") return `habrá ${text}`;
  const isPlural = /^l[ao]s /.test(article);
  return `${article}${text.replace(/(quizá )?aún /, `$1${isPlural ? "seguirán" : "seguirá"} `).replace(/^suelo encharcado/, "suelo estará encharcado")}`;
}

const join = joinReasons("y", ["storm", "darkness"]);

/** "Se esperan la mayor parte del tiempo" would mean: usually. */
const forPart = (when: string) => when.replace(/(?:la mayor )?parte del tiempo/, "durante $&");

/** Weather and surface reasons are nouns, so that they can follow "con"; the others are sentences. */
export const ES: Translation = {
  tag: "es",
  names: ES_NAMES,

  temp: celsius(`${NBSP}°C`),
  percent: (whole) => `${whole}${NBSP}%`,
  speed: kmh(`${NBSP}km/h`),

  // prettier-ignore
  sports: {
    outdoor: "para actividades al aire libre",
    golf: "para el golf", driving_range: "para el campo de prácticas", disc_golf: "para el disc golf",
    tennis: "para el tenis", beach_tennis: "para el tenis playa", lawn_tennis: "para el tenis sobre hierba",
    padel: "para el pádel", paddle_tennis: "para el paddle tennis", platform_tennis: "para el platform tennis",
    pickleball: "para el pickleball",
    football: "para el fútbol", futsal: "para el fútbol sala", five_a_side: "para el fútbol 5", rugby: "para el rugby",
    hockey: "para el hockey hierba", american_football: "para el fútbol americano", ultimate: "para el ultimate frisbee",
    lacrosse: "para el lacrosse", gaelic_football: "para el fútbol gaélico",
    cricket: "para el críquet", baseball: "para el béisbol", softball: "para el sóftbol",
    bowls: "para los bolos sobre hierba",
    running: "para correr", jogging: "para salir a trotar", athletics: "para el atletismo",
    trail_running: "para el trail running",
    cycling: "para montar en bici", road_cycling: "para el ciclismo de carretera",
    mountain_biking: "para la bicicleta de montaña", e_bike: "para la bici eléctrica",
    hiking: "para el senderismo", walking: "para salir a caminar", trekking: "para el trekking",
    guided_tour: "para una visita guiada", horse_riding: "para montar a caballo",
    climbing: "para escalar", bouldering: "para el búlder", via_ferrata: "para la vía ferrata",
    high_ropes: "para el parque multiaventura",
    sailing: "para navegar a vela", dinghy: "para la vela ligera", yachting: "para salir en velero",
    regatta: "para una regata",
    kitesurfing: "para el kitesurf", windsurfing: "para el windsurf", wing_foiling: "para el wing foil",
    paddling: "para el piragüismo", kayaking: "para el kayak", canoeing: "para la canoa", sup: "para el paddle surf",
    rowing: "para el remo",
    skiing: "para esquiar", snowboarding: "para el snowboard", cross_country_skiing: "para el esquí de fondo",
    beach: "para la playa", swimming: "para nadar", pool: "para la piscina", sunbathing: "para tomar el sol",
    beach_volleyball: "para el vóley playa",
    event: "para eventos al aire libre", picnic: "para un pícnic", wedding: "para una boda", party: "para una fiesta",
    bbq: "para una barbacoa", concert: "para un concierto", festival: "para un festival",
    market: "para un mercadillo", photoshoot: "para una sesión de fotos", outdoor_cinema: "para el cine al aire libre",
    camping: "para acampar", glamping: "para el glamping",
    fitness: "para hacer ejercicio al aire libre", bootcamp: "para el bootcamp", yoga: "para el yoga",
    calisthenics: "para la calistenia", basketball: "para el baloncesto", skateboarding: "para el skate",
  },
  ownSport: (label) => `para «${label}»`,
  inTheDark: (sport) => `${sport} de noche`,
  underLights: (sport) => `${sport} con luz artificial`,

  opening: {
    great: "Condiciones ideales",
    good: "Buenas condiciones",
    reasonable: "Condiciones aceptables",
    poor: "Malas condiciones",
    bad: "Muy malas condiciones",
  },
  colon: ": ",
  semicolon: "; ",
  but: ({ kind, text }) =>
    kind === "weather" || kind === "surface" ? `, pero con ${articleOf(text, SURFACES)}` : ", pero ",
  and: (first, { kind, text }, isAfterBut) => {
    // "Lluvia y pista mojada" after the colon, "con lluvia y la pista mojada" after "con".
    const isBare = first.kind === "weather" && !isAfterBut;
    const noun = isBare ? text : articleOf(text, SURFACES) + text;
    if (kind === "surface" && first.kind === "storm") return `${first.text}, y ${surfaceSentence(text)}`;
    return first.kind === "temperature" && (kind === "weather" || kind === "surface")
      ? `${first.text}, con ${noun}`
      : join(first, { kind, text: noun });
  },
  storm: (when, sport) => `Se esperan tormentas${forPart(when)}: no es seguro ${sport}`,
  stormNow: (when, sport) => `Ahora se esperan tormentas${forPart(when)}: no es seguro ${sport}`,
  possibleStorm: {
    during: "puede haber tormentas",
    before: "puede haber tormenta poco antes de empezar",
    soon: "puede haber tormenta poco después de terminar",
    later: "puede haber tormenta en las horas siguientes",
  },

  sky: {
    sunny: "tiempo seco y soleado",
    dry: "tiempo seco",
    cloudy: "tiempo seco, aunque nublado",
    underRoof: "bajo techo",
  },
  dryBut: {
    rain: "tiempo seco, con poca probabilidad de lluvia",
    snow: "tiempo seco, con poca probabilidad de nieve",
    freezingRain: "tiempo seco, con poca probabilidad de lluvia engelante",
  },
  outside: (precipitation) => `fuera, ${precipitation}`,
  withWind: {
    calm: ", casi sin viento",
    light: ", con viento flojo",
    breeze: ", con viento moderado",
  },
  withGoodWind: (amount) => `, con buen viento (${amount})`,

  precipitation: {
    expected: {
      lightRain: "lluvia débil",
      rain: "lluvia",
      heavyRain: "lluvia fuerte",
      snow: "nevadas",
      heavySnow: "nevadas intensas",
      freezingRain: "lluvia engelante",
    },
    likely: {
      lightRain: "probable lluvia débil",
      rain: "probable lluvia",
      heavyRain: "probable lluvia fuerte",
      snow: "probables nevadas",
      heavySnow: "probables nevadas intensas",
      freezingRain: "probable lluvia engelante",
    },
    possible: {
      rain: "posible lluvia",
      showers: "posibles chubascos",
      snow: "posibles nevadas",
      snowShowers: "posibles chubascos de nieve",
      heavySnow: "posibles nevadas intensas",
      freezingRain: "posible lluvia engelante",
    },
    slight: {
      rain: "algún riesgo de lluvia",
      snow: "algún riesgo de nieve",
      freezingRain: "algún riesgo de lluvia engelante",
    },
  },
  wind: {
    breeze: "algo de viento",
    troublesome: "viento molesto",
    fresh: "bastante viento",
    strong: "viento fuerte",
    veryStrong: "viento muy fuerte",
    storm: "temporal de viento",
    tooMuch: "demasiado viento",
  },
  gustyWind: "viento racheado",
  littleWind: {
    safe_to_book: "viento flojo",
    proceed_with_caution: "poco viento",
    not_recommended: "viento insuficiente",
  },
  almostNoWind: "viento casi nulo",
  aboutSpeed: (figure) => `unos ${figure}`,
  gustsTo: (figure) => `rachas de ${figure}`,
  windBesides: (figure) => `viento de ${figure}`,
  temperature: {
    bitter: "hará un frío intenso",
    cold: "hará frío",
    tooCold: "hará demasiado frío",
    chilly: "hará frío",
    cool: "hará fresco",
    notWarm: "no hará mucho calor",
    mild: "la temperatura será demasiado alta",
    tooWarm: "la temperatura será demasiado alta",
    warmish: "la temperatura será algo alta",
    warm: "hará calor",
    hot: "hará mucho calor",
    extreme: "hará un calor extremo",
  },
  overcast: "cielo cubierto",
  stillWet: {
    rock: "roca aún mojada",
    wall: "rocódromo aún mojado",
    equipment: "instalaciones aún mojadas",
    court: "pista aún mojada",
    ballCourt: "pista aún mojada",
    course: "campo aún mojado",
    pitch: "campo aún mojado",
    road: "carreteras aún mojadas",
    path: "caminos aún mojados",
    ground: "suelo aún mojado",
  },
  stillDamp: (stillWet) => stillWet.replace("aún mojad", "quizá aún húmed"),
  waterlogged: "suelo encharcado",
  icy: "posible hielo en el suelo",
  veiledBy: {
    fog: "niebla",
    snow: "mala visibilidad por la nieve",
    heavySnow: "mala visibilidad por las nevadas intensas",
    other: "mala visibilidad",
  },
  expectedStorm: {
    before: "habrá tormenta poco antes de empezar",
    soon: "habrá tormenta poco después de terminar",
    later: "habrá tormenta en las horas siguientes",
  },
  dark: {
    all: "será de noche",
    soon: "anochecerá poco después del inicio",
    midway: "anochecerá hacia la mitad",
    end: "anochecerá hacia el final",
    first: "al principio aún será de noche",
    most: "será de noche la mayor parte del tiempo",
    part: "será de noche parte del tiempo",
  },
  when: {
    first: " al principio",
    firstHalf: " en la primera mitad",
    firstHalfHour: " en la primera media hora",
    firstHour: " en la primera hora",
    midway: " hacia la mitad",
    secondHalf: " en la segunda mitad",
    end: " hacia el final",
    lastHalfHour: " en la media hora final",
    lastHour: " en la hora final",
    afterFirstHalfHour: " tras la primera media hora",
    afterFirstHour: " tras la primera hora",
    fromThirdHour: " desde la tercera hora",
    fromFourthHour: " desde la cuarta hora",
    fromFifthHour: " desde la quinta hora",
    fromSixthHour: " desde la sexta hora",
    most: " la mayor parte del tiempo",
    part: " parte del tiempo",
    atTimes: " a ratos",
    afterwards: " después",
  },
  throughout: " en todo momento",
  especially: (when) => `, sobre todo${when}`,
  worse: (when) => `, peor${when}`,

  about: (temp) => `Cerca de ${temp}`,
  aboutAtStart: (temp) => `Cerca de ${temp} al principio`,
  feelsLike: (temp) => `sensación de ${temp}`,
  better: ({ time, hour, weekday }) =>
    `Mejor ${weekday === undefined ? "" : `el ${weekday} `}${hour === 1 ? "a la" : "a las"} ${time}`,
  earlierOn: {
    today: "Hoy mismo",
    yesterday: "Ayer",
    weekday: (weekday) => `El ${weekday} pasado`,
    before: "Antes",
  },
  looked: {
    safe_to_book: "la previsión era buena",
    proceed_with_caution: "la previsión era regular",
    not_recommended: "la previsión era mala",
  },
  looksNow: {
    safe_to_book: "Ahora es buena",
    proceed_with_caution: "Ahora es regular",
    not_recommended: "Ahora es mala",
  },
  looksNowAlone: {
    safe_to_book: "Ahora la previsión es buena",
    proceed_with_caution: "Ahora la previsión es regular",
    not_recommended: "Ahora la previsión es mala",
  },
  looksStill: {
    safe_to_book: "La previsión sigue siendo buena",
    proceed_with_caution: "La previsión sigue siendo regular",
    not_recommended: "La previsión sigue siendo mala",
  },
  endMissing: "La previsión no llega hasta el final",
  partMissing: "Falta una parte de la previsión",
  earlyDays: "Previsión incierta",
  oftenChanges: "Las previsiones así cambian a menudo",
  checkAgain: ": conviene volver a comprobarlo",
};
