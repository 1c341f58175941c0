import { articleOf, type Articles } from "../../article-of.ts";
import { joinReasons } from "../../join-reasons.ts";
import type { Translation } from "../../language.ts";
import { celsius, kmh, NBSP } from "../../units.ts";
import { PT_NAMES } from "./names.ts";

const SURFACES: Articles = [
  ["rocha", "a"],
  ["parede", "a"],
  ["equipamento", "o"],
  ["campo", "o"],
  ["estradas", "as"],
  ["caminhos", "os"],
  ["piso", "o"],
];

const join = joinReasons("e");

/** The Portuguese of Portugal. Darkness is a sentence; the other reasons are nouns, so that they can follow "com". */
export const PT: Translation = {
  tag: "pt",
  names: PT_NAMES,

  temp: celsius(`${NBSP}°C`),
  percent: (whole) => `${whole}%`,
  speed: kmh(`${NBSP}km/h`),

  // prettier-ignore
  sports: {
    outdoor: "para atividades ao ar livre",
    golf: "para o golfe", driving_range: "para o driving range", disc_golf: "para o disc golf",
    tennis: "para o ténis", beach_tennis: "para o ténis de praia", lawn_tennis: "para o ténis em relva",
    padel: "para o padel", paddle_tennis: "para o paddle tennis", platform_tennis: "para o platform tennis",
    pickleball: "para o pickleball",
    football: "para o futebol", futsal: "para o futsal", five_a_side: "para o futebol de 5", rugby: "para o râguebi",
    hockey: "para o hóquei em campo", american_football: "para o futebol americano", ultimate: "para o ultimate frisbee",
    lacrosse: "para o lacrosse", gaelic_football: "para o futebol gaélico",
    cricket: "para o críquete", baseball: "para o basebol", softball: "para o softbol",
    bowls: "para o bowls",
    running: "para correr", jogging: "para uma corrida leve", athletics: "para o atletismo",
    trail_running: "para o trail running",
    cycling: "para andar de bicicleta", road_cycling: "para o ciclismo de estrada", mountain_biking: "para o BTT",
    e_bike: "para a bicicleta elétrica",
    hiking: "para uma caminhada", walking: "para um passeio a pé", trekking: "para o trekking",
    guided_tour: "para uma visita guiada", horse_riding: "para andar a cavalo",
    climbing: "para a escalada", bouldering: "para o boulder", via_ferrata: "para a via ferrata",
    high_ropes: "para o arborismo",
    sailing: "para velejar", dinghy: "para a vela ligeira", yachting: "para um passeio de veleiro",
    regatta: "para uma regata",
    kitesurfing: "para o kitesurf", windsurfing: "para o windsurf", wing_foiling: "para o wing foil",
    paddling: "para a canoagem", kayaking: "para o caiaque", canoeing: "para a canoa", sup: "para o stand up paddle",
    rowing: "para o remo",
    skiing: "para esquiar", snowboarding: "para o snowboard", cross_country_skiing: "para o esqui de fundo",
    beach: "para a praia", swimming: "para nadar", pool: "para a piscina", sunbathing: "para apanhar sol",
    beach_volleyball: "para o voleibol de praia",
    event: "para eventos ao ar livre", picnic: "para um piquenique", wedding: "para um casamento",
    party: "para uma festa", bbq: "para um churrasco", concert: "para um concerto", festival: "para um festival",
    market: "para uma feira", photoshoot: "para uma sessão de fotos", outdoor_cinema: "para o cinema ao ar livre",
    camping: "para acampar", glamping: "para o glamping",
    fitness: "para treinar ao ar livre", bootcamp: "para o bootcamp", yoga: "para o ioga",
    calisthenics: "para a calistenia", basketball: "para o basquetebol", skateboarding: "para o skate",
  },
  ownSport: (label) => `para «${label}»`,
  inTheDark: (sport) => `${sport} de noite`,

  opening: {
    great: "Condições ideais",
    good: "Boas condições",
    reasonable: "Condições razoáveis",
    poor: "Más condições",
    bad: "Péssimas condições",
  },
  colon: ": ",
  semicolon: "; ",
  but: ({ kind, text }) => (kind === "darkness" ? ", mas " : `, mas com ${articleOf(text, SURFACES)}`),
  and: (first, { kind, text }) => join(first, { kind, text: articleOf(text, SURFACES) + text }),
  storm: (when) => `Trovoada prevista${when}: é perigoso estar ao ar livre`,
  possibleStorm: {
    during: "possibilidade de trovoada",
    before: "possibilidade de trovoada pouco antes do início",
    soon: "possibilidade de trovoada pouco depois do fim",
    later: "possibilidade de trovoada nas horas seguintes",
  },

  sky: {
    sunny: "sol e tempo seco",
    dry: "tempo seco",
    cloudy: "tempo seco, mas nublado",
    underRoof: "em recinto coberto",
  },
  dryBut: {
    rain: "tempo seco, com pequena probabilidade de chuva",
    snow: "tempo seco, com pequena probabilidade de neve",
    freezingRain: "tempo seco, com pequena probabilidade de chuva congelante",
  },
  outside: (precipitation) => `lá fora, ${precipitation}`,
  withWind: {
    calm: ", quase sem vento",
    light: ", com vento fraco",
    breeze: ", com vento moderado",
  },
  withGoodWind: (amount) => `, com bom vento (${amount})`,

  precipitation: {
    expected: {
      lightRain: "chuva fraca",
      rain: "chuva",
      heavyRain: "chuva forte",
      snow: "queda de neve",
      heavySnow: "forte queda de neve",
      freezingRain: "chuva congelante",
    },
    likely: {
      lightRain: "chuva fraca provável",
      rain: "chuva provável",
      heavyRain: "chuva forte provável",
      snow: "queda de neve provável",
      heavySnow: "forte queda de neve provável",
      freezingRain: "chuva congelante provável",
    },
    possible: {
      rain: "possibilidade de chuva",
      showers: "possibilidade de aguaceiros",
      snow: "possibilidade de neve",
      snowShowers: "possibilidade de aguaceiros de neve",
      heavySnow: "possibilidade de forte queda de neve",
      freezingRain: "possibilidade de chuva congelante",
    },
    slight: {
      rain: "uma pequena probabilidade de chuva",
      snow: "uma pequena probabilidade de neve",
      freezingRain: "uma pequena probabilidade de chuva congelante",
    },
  },
  wind: {
    breeze: "algum vento",
    troublesome: "vento incómodo",
    fresh: "bastante vento",
    strong: "vento forte",
    veryStrong: "vento muito forte",
    storm: "vento excecionalmente forte",
    tooMuch: "vento a mais",
  },
  gustyWind: "vento em rajadas",
  littleWind: {
    safe_to_book: "vento fraco",
    proceed_with_caution: "pouco vento",
    not_recommended: "muito pouco vento",
  },
  almostNoWind: "vento quase nulo",
  aboutSpeed: (figure) => `cerca de ${figure}`,
  gustsTo: (figure) => `rajadas até ${figure}`,
  upTo: (figure) => `até ${figure}`,
  windBesides: (figure) => `vento de ${figure}`,
  temperature: {
    bitter: "frio intenso",
    cold: "frio",
    cool: "algum frio",
    notWarm: "tempo pouco quente",
    mild: "temperatura demasiado alta",
    warm: "calor",
    hot: "muito calor",
    extreme: "calor extremo",
  },
  overcast: "céu encoberto",
  stillWet: {
    rock: "rocha ainda molhada",
    wall: "parede ainda molhada",
    equipment: "equipamento ainda molhado",
    court: "campo ainda molhado",
    ballCourt: "campo ainda molhado",
    course: "campo ainda molhado",
    pitch: "campo ainda molhado",
    road: "estradas ainda molhadas",
    path: "caminhos ainda molhados",
    ground: "piso ainda molhado",
  },
  waterlogged: "piso encharcado",
  icy: "piso gelado",
  veiledBy: {
    fog: "nevoeiro",
    snow: "má visibilidade devido à neve",
    heavySnow: "má visibilidade devido à forte queda de neve",
    other: "má visibilidade",
  },
  expectedStorm: {
    before: "trovoada pouco antes do início",
    soon: "trovoada pouco depois do fim",
    later: "trovoada nas horas seguintes",
  },
  dark: {
    all: "vai estar escuro",
    soon: "vai escurecer pouco depois do início",
    midway: "vai escurecer a meio da sessão",
    end: "vai escurecer perto do fim",
    first: "no início ainda estará escuro",
    part: "vai estar escuro parte do tempo",
  },
  when: {
    first: " no início",
    midway: " a meio da sessão",
    end: " perto do fim",
    firstHalfHour: " na primeira meia hora",
    lastHalfHour: " na última meia hora",
    firstHour: " na primeira hora",
    lastHour: " na última hora",
  },
  especially: (when) => `, sobretudo${when}`,
  worse: (when) => `, pior${when}`,

  about: (temp) => `Cerca de ${temp}`,
  aboutAtStart: (temp) => `Cerca de ${temp} no início`,
  feelsLike: (temp) => `sensação térmica de ${temp}`,
  better: ({ time, hour, weekday }) => {
    // "No sábado", but "na segunda-feira".
    const day = weekday === undefined ? "" : `${weekday.endsWith("feira") ? "na" : "no"} ${weekday} `;
    return `Melhores condições ${day}${hour === 1 ? "à" : "às"} ${time}`;
  },
  toldOn: {
    today: "Há algumas horas",
    yesterday: "Ontem",
    weekday: (weekday) => `${weekday.endsWith("feira") ? "Na" : "No"} ${weekday}`,
    before: "Antes",
  },
  looked: {
    safe_to_book: "a previsão era boa",
    proceed_with_caution: "a previsão era razoável",
    not_recommended: "a previsão era má",
  },
  looksNow: {
    safe_to_book: "Agora é boa",
    proceed_with_caution: "Agora é razoável",
    not_recommended: "Agora é má",
  },
  endMissing: "A previsão não cobre todo o tempo",
  partMissing: "Falta uma parte da previsão",
  earlyDays: "Previsão ainda incerta",
  checkAgain: ": volte a ver mais perto da data",
};
