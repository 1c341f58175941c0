import { beforeAll, describe, expect, test } from "vitest";
import { fineHour, type HourOfWeather } from "../scoring/columns-of.ts";
import { profileOf, type Sport } from "../scoring/score-of.ts";
import { hoursOf } from "./hours-as-they-are.ts";
import { NAMED, NATIVE_WORDS } from "./native-words.ts";
import { namePattern, readSentence } from "./read-sentence.ts";
import { sessionIn } from "./realistic-sessions.ts";
import {
  type BrokenRule,
  brokenBy,
  brokenRules,
  reportOf,
  RULE_NAMES,
  NOT_YET,
  type RuleName,
  TAGS,
} from "./what-is-said.ts";

const SESSIONS = 200;

describe(`in ${SESSIONS} random sessions and all languages`, () => {
  let broken: readonly BrokenRule[];
  beforeAll(() => {
    broken = brokenRules(SESSIONS);
  }, 60_000);

  for (const rule of RULE_NAMES) {
    test.skipIf(NOT_YET.has(rule))(`${rule}`, () => {
      expect(reportOf(broken, rule)).toBe("");
    });
  }
});

/** A sport, what differs from fine hours, and a sentence about them that breaks a rule. */
type Untrue = readonly [sport: Sport, hours: readonly HourOfWeather[], sentence: string, tag?: string];

const WET = { rainMm: 1, precipProbPct: 90, weatherCode: 61 };
const WINDY = { windKmh: 25, gustKmh: 50 };
const FROST = { tempC: -8, apparentC: -13 };

/** Most are what was once said. */
const UNTRUE: Readonly<Record<RuleName, Untrue>> = {
  "rain and snow with a chance of 50 % are said": [
    "running",
    [WET],
    "Good weather for running, but warm (20°C).",
  ],
  "freezing rain with a chance of 50 % is said": [
    "running",
    [{ ...WET, weatherCode: 66, tempC: -1, apparentC: -1 }],
    "Very poor weather for running: rain expected. About −1°C.",
  ],
  "what falls with less than 50 % is not said as certain": [
    "golf",
    [{ precipProbPct: 40, weatherCode: 71, tempC: 1, apparentC: 1 }],
    "Malas condiciones para el golf: hará frío (1 °C), con nevadas.",
    "es",
  ],
  "a chance in brackets is one of the hours'": [
    "golf",
    [{ precipProbPct: 40 }],
    "Buenas condiciones para el golf, pero con probabilidad de lluvia (60 %).",
    "es",
  ],
  "gusts of 45 km/h are said in sports on water": [
    "sailing",
    [WINDY],
    "Ideale Bedingungen zum Segeln: trocken und sonnig, guter Wind (etwa 25 km/h).",
    "de",
  ],
  "the wind is always said in sports on water": [
    "regatta",
    [{ windKmh: 21, gustKmh: 30, apparentC: 12 }],
    "Buone condizioni per una regata, ma farà fresco (percepiti 12 °C).",
    "it",
  ],
  "gusts in brackets are the session's highest, unless their time is said": [
    "golf",
    [
      { windKmh: 30, gustKmh: 40 },
      { windKmh: 20, gustKmh: 60 },
    ],
    "Poor weather for golf: a fresh wind (about 30 km/h, gusts up to 40). About 20°C.",
  ],
  "no wet ground in hard frost": [
    "football",
    [{ ...FROST, rainMm: 2, precipProbPct: 20 }],
    "Poor weather for football: the ground will be waterlogged. About −8°C.",
  ],
  "nothing is sunny where most of it is night": [
    "running",
    [{}, { isDay: 0 }, { isDay: 0 }],
    "Great weather for running: dry and sunny with light winds. About 20°C.",
  ],
  "a dry session is cloudy only if half of it is": [
    "golf",
    [{}, {}, { cloudPct: 90 }],
    "Great weather for golf: dry but cloudy with light winds. About 20°C.",
  ],
  "no rain below −2 °C unless it freezes": [
    "skiing",
    [{ ...FROST, precipProbPct: 60, rainMm: 0.2, weatherCode: 3 }],
    "Bonnes conditions pour le ski, mais avec un risque d’averses (60 %). Environ −8 °C.",
    "fr",
  ],
  "freezing rain only by its code": ["running", [WET], "Más condições para correr: chuva congelante.", "pt"],
  "nothing still wet beside safe to book": [
    "golf",
    [{}],
    "Goede omstandigheden om te golfen, maar de baan is nog nat.",
    "nl",
  ],
  "no wet ground while it rains at the start": [
    "climbing",
    [WET, WET],
    "Very poor weather for climbing: heavy rain expected and the rock still wet.",
  ],
  "ground that is wet afterwards follows rain that has a time": [
    "climbing",
    [WET, { ...WET, precipProbPct: 40 }],
    "Schlechte Bedingungen zum Klettern: wahrscheinlich Regen (90 %), Fels danach noch nass.",
    "de",
  ],
  "nothing is still wet that was dry at the start": [
    "softball",
    [{}, { rainMm: 30, precipProbPct: 40 }, {}],
    "Condizioni sfavorevoli per il softball: terreno ancora bagnato nell’ora finale.",
    "it",
  ],
  "wet or icy ground only where something fell": [
    "tennis",
    [{}, {}],
    "Dåliga förhållanden för tennis: banan är blöt.",
    "sv",
  ],
  "no time that contradicts the hours": [
    "event",
    [{}, WET, WET],
    "Conditions correctes pour un concert, mais avec de la pluie à mi-séance.",
    "fr",
  ],
  "it gets dark soon after the start only in the first half": [
    "golf",
    [{}, { isDay: 0 }],
    "Condições razoáveis para o golfe, mas vai escurecer pouco depois do início.",
    "pt",
  ],
  "the third that loses 15 points more is told": [
    "tennis",
    [{}, {}, WET],
    "Poor weather for tennis: rain expected.",
  ],
  "a rounded wind has one word in a sport and verdict": [
    "padel",
    [{ windKmh: 30, gustKmh: 40 }],
    "Poor weather for padel: a mighty wind (about 30 km/h).",
  ],
  "the wind has one word in all units": [
    "padel",
    [{ windKmh: 30, gustKmh: 40 }],
    "Poor weather for padel: a mighty wind (about 30 km/h).",
  ],
  "no breeze has gusts of 45 km/h": [
    "cycling",
    [{ windKmh: 10, gustKmh: 44 }],
    "Reasonable weather for cycling, but with a noticeable breeze (about 10 km/h, gusts up to 45).",
  ],
  "no wind of 20 km/h is light, and none below 10 km/h a noticeable breeze": [
    "kitesurfing",
    [{ windKmh: 23 }],
    "Reasonable weather for kitesurfing, but with light winds (about 25 km/h). About 20°C.",
  ],
  "no mild word beside very poor": [
    "paddling",
    [{ tempC: 2, apparentC: -5, windKmh: 30, gustKmh: 38 }],
    "Péssimas condições para a canoagem: frio e algum vento.",
    "pt",
  ],
  "a sentence is well formed and not too long": ["golf", [{}], "Good weather for golf: dry  and sunny."],
  "a sentence has its subject": ["golf", [WET], "Ora sono negative: pioggia forte.", "it"],
  "both reasons have a time or neither": [
    "football",
    [
      { tempC: 33, apparentC: 36 },
      { tempC: 29, apparentC: 29 },
      { ...WET, rainMm: 5 },
    ],
    "Schlechte Bedingungen für Fußball: in der ersten Stunde heiß (gefühlt 36 °C), dazu starker Regen.",
    "de",
  ],
  "what holds throughout holds in every hour": [
    "hiking",
    [{ windKmh: 60 }, { windKmh: 25 }, { ...WET, windKmh: 25 }],
    "Sehr schlechte Bedingungen zum Wandern: durchgehend sehr starker Wind, dazu in der letzten Stunde Regen.",
    "de",
  ],
  "fog only by its code or in humid air": [
    "sailing",
    [{ visibilityM: 800, humidityPct: 15, weatherCode: 0 }],
    "Cattive condizioni per la vela: nebbia, poco vento.",
    "it",
  ],
  "poor visibility only where it is poor": [
    "golf",
    [{}],
    "Slechte omstandigheden om te golfen: slecht zicht.",
    "nl",
  ],
  "snow that takes the view falls in no clear view": [
    "cycling",
    [
      { ...FROST, ...WET, weatherCode: 73 },
      { ...FROST, ...WET, weatherCode: 73, visibilityM: 300 },
    ],
    "Very poor weather for cycling: poor visibility in snow in the final hour.",
  ],
  "fog is said on water and in mountains": [
    "kitesurfing",
    [{ visibilityM: 300, weatherCode: 45 }],
    "Very poor weather for kitesurfing: very little wind (about 10 km/h).",
  ],
  "thunder is never unsaid": [
    "beach",
    [{}, { ...WET, weatherCode: 95 }],
    "Dåliga förhållanden för en dag på stranden: risk för regn den sista timmen.",
    "sv",
  ],
  "thunder is never said where there is none": [
    "golf",
    [{ rainMm: 0, precipProbPct: 0, weatherCode: 95 }],
    "Gewitter erwartet: im Freien gefährlich.",
    "de",
  ],
  "nothing is hot below 24 °C": [
    "running",
    [{}],
    "Buenas condiciones para correr, pero hará calor (20 °C).",
    "es",
  ],
  "nothing is cold from 16 °C up": [
    "beach",
    [{ tempC: 17, apparentC: 17 }],
    "Más condições para a praia: algum frio (17 °C).",
    "pt",
  ],
  "no feels-like 8 degrees off in air above 10 °C": [
    "hiking",
    [{ tempC: 12, apparentC: -4, windKmh: 75 }],
    "Poor weather for hiking: very strong winds (about 75 km/h). About 12°C, feels like −4°C.",
  ],
  "temperatures are those of an hour": [
    "golf",
    [{}],
    "Ideale omstandigheden om te golfen: droog. Ongeveer 25 °C.",
    "nl",
  ],
  "of temperatures that cost the same, the worst is said": [
    "padel",
    [
      { tempC: -15, apparentC: -20 },
      { tempC: -19, apparentC: -30 },
    ],
    "Sehr schlechte Bedingungen für Padel: bitterkalt (gefühlt −20 °C).",
    "de",
  ],
  "wind speeds are those of an hour": [
    "golf",
    [{ windKmh: 30, gustKmh: 40 }],
    "Bonnes conditions pour le golf, mais avec un vent assez fort (environ 30 km/h, rafales à 55).",
    "fr",
  ],
  "better weather only if weather was the matter": [
    "golf",
    [{ isDay: 0 }],
    "Very poor conditions for golf: it will be dark. Better weather at 09:00.",
  ],
  "showers only by their codes": [
    "golf",
    [{ precipProbPct: 40, weatherCode: 61 }],
    "Goede omstandigheden om te golfen, maar met kans op buien (40%).",
    "nl",
  ],
  "all languages name the same things": [
    "golf",
    [{}],
    "Gute Bedingungen für Golf, aber bedeckter Himmel.",
    "de",
  ],
  "wet weather is not called dry": [
    "golf",
    [{ precipProbPct: 40 }],
    "Perfekta förhållanden för golf: torrt och soligt.",
    "sv",
  ],
  "a roof over wet weather is told": [
    { id: "hall", base: "padel", covered: true },
    [WET],
    "Buone condizioni per il padel: tempo soleggiato.",
    "it",
  ],
  "rain and snow fall outside a roof": [
    { id: "hall", base: "padel", covered: true },
    [WET],
    "Gute Bedingungen für Padel: trocken unter dem Dach, aber Regen.",
    "de",
  ],
  "a session under a roof is not called weather": [
    { id: "hall", base: "padel", covered: true },
    [{}],
    "Great weather for padel: dry and sunny.",
  ],
};

describe("a sentence that breaks a rule is noticed", () => {
  test.each(Object.entries(UNTRUE))("%s", (rule, [sport, changes, sentence, tag = "en"]) => {
    const session = sessionIn(changes.map(fineHour), {
      sport: JSON.stringify(sport),
      profile: profileOf(sport),
    });
    if (session === undefined) throw new Error("the session has no score");
    const read = (text: string) => readSentence(tag, text, false);
    const english = tag === "en" ? read(sentence) : readSentence("en", "Good weather for golf: dry.", false);
    const about = { session, hours: hoursOf(session), english };
    // The same wind had another word before.
    const seen = new Map<string, string>();
    brokenBy({ ...read(sentence.replace("mighty", "mild")), ...about }, seen);
    const broken = brokenBy({ ...read(sentence), ...about }, seen);
    expect(broken.map((each) => each.rule)).toContain(rule);
  });
});

/** Each with the same times: heat at first, and rain from the third hour on. */
const TIMED = {
  en: "Poor weather for golf: hot at first (feels like 36°C), with heavy rain from the third hour on.",
  de: "Schlechte Bedingungen für Golf: anfangs heiß (gefühlt 36 °C), ab der dritten Stunde starker Regen.",
  fr: "Mauvaises conditions pour le golf : il fera très chaud au début (ressenti 36 °C), fortes pluies à partir de la troisième heure.",
  es: "Malas condiciones para el golf: hará mucho calor al principio (sensación térmica de 36 °C) y lluvia fuerte desde la tercera hora.",
  it: "Condizioni sfavorevoli per il golf: farà molto caldo all’inizio (percepiti 36 °C) e pioggia forte dalla terza ora in poi.",
  pt: "Más condições para o golfe: muito calor no início (sensação térmica de 36 °C) e chuva forte a partir da terceira hora.",
  nl: "Slechte omstandigheden om te golfen: in het begin heet (gevoelstemperatuur 36 °C) en zware regen vanaf het derde uur.",
  sv: "Dåliga förhållanden för golf: hett i början (känns som 36 °C) och kraftigt regn från den tredje timmen.",
};

test.each(Object.entries(TIMED))("each time is read with its thing: %s", (tag, sentence) => {
  const { about, parts } = readSentence(tag, sentence, false);
  expect(parts.map(({ kind, count }, index) => [about[index], kind, count])).toEqual([
    ["warm", "atFirst", 1],
    ["rain", "fromHour", 3],
  ]);
});

test("every language has words for everything that a sentence can name", () => {
  for (const tag of TAGS) {
    for (const kind of NAMED) expect(namePattern(tag, kind).source, `${tag} ${kind}`).not.toContain("(?!)");
    expect(NATIVE_WORDS[tag]?.numbers).toHaveLength(12);
  }
});
