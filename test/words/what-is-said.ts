// What sentences have to say, and must not say, in any sport, weather and language: the rules, and what breaks them. They are
// checked against the hours and the score; the sentences are read with the words of `native-words.ts`.
import { pointsLost, type Factor } from "../../src/scoring/hour-score.ts";
import { findLanguage } from "../../src/words/find-language.ts";
import { summary } from "../../src/words/summary.ts";
import { fallenMm, type Hour, hoursInShort, hoursOf, isThunderAt } from "./hours-as-they-are.ts";
import { NAMED, type Named } from "./native-words.ts";
import {
  type FoundPart,
  has,
  namePattern,
  pattern,
  type Reading,
  readSentence,
  wordsOf,
} from "./read-sentence.ts";
import { type RealisticSession, realisticSessions } from "./realistic-sessions.ts";

export const TAGS = ["en", "de", "fr", "es", "it", "pt", "nl", "sv"] as const;

/** English in other units. */
const UNITS = ["en-GB", "en-US"] as const;

/** A session, its hours, and the sentence about it in one language. */
export interface Said extends Reading {
  readonly session: RealisticSession;
  readonly hours: readonly Hour[];
  /** English in km/h, of which other languages and units have to say the same. */
  readonly english: Reading;
}

type Problem = string | false | undefined;

/** Each returns what is wrong with a sentence. */
type Rule = (said: Said, seen: Map<string, string>) => Problem;

const WATER = new Set(["sailing", "kitesurfing", "paddling"]);
const MOUNTAINS = new Set(["hiking", "climbing", "skiing"]);

const isOnWater = ({ session }: Said) => WATER.has(session.score.session.profile.base);
const isCovered = ({ session }: Said) => session.score.session.profile.isCovered === true;
const isThundery = ({ hours }: Said) => hours.some(({ isThunder }) => isThunder);
/** A thunderstorm is all that such a sentence is about. */
const isStormTold = (said: Said) => isThundery(said) && said.named.has("thunder");
const FALLING: readonly Named[] = ["rain", "snow", "freezingRain"];
const namesAny = ({ named }: Reading, names: readonly Named[]) => names.some((name) => named.has(name));
const around = (told: number, values: readonly number[], by: number) =>
  values.some((value) => Math.abs(value - told) <= by + 1e-6);

/** In minutes. */
const lasting = (hours: readonly Hour[]) => hours.reduce((sum, { from, to }) => sum + to - from, 0);

export const RULES = {
  "rain and snow with a chance of 50 % are said": (said) => {
    if (isStormTold(said) || isCovered(said) || namesAny(said, FALLING)) return false;
    const unsaid = said.hours.find(({ counts, chancePct }) => counts && chancePct >= 50);
    return unsaid && `${unsaid.isSnow ? "snow" : "rain"} with ${Math.round(unsaid.chancePct)}% is unsaid`;
  },

  "freezing rain with a chance of 50 % is said": (said) =>
    !isStormTold(said) &&
    !said.named.has("freezingRain") &&
    said.hours.some(({ counts, isFreezing, chancePct }) => counts && isFreezing && chancePct >= 50) &&
    "freezing rain is unsaid",

  "what falls with less than 50 % is not said as certain": (said) => {
    if (isThundery(said)) return false;
    const perhaps = pattern(said.tag, "perhaps", wordsOf(said.tag).perhaps);
    const highest = (of: (hour: Hour) => boolean) =>
      Math.max(0, ...said.hours.filter(of).map(({ chancePct }) => chancePct));
    const chances: Readonly<Partial<Record<Named, number>>> = {
      freezingRain: highest(({ isFreezing }) => isFreezing),
      // Within an hour, rain and snow may change places.
      rain: highest(() => true),
      snow: highest(() => true),
    };
    for (const { kind, from } of said.things) {
      const chance = chances[kind];
      if (chance === undefined || chance >= 50) continue;
      const clause = clauseOf(said.body, from);
      if (!has(perhaps, clause) && !/\d ?%/.test(clause))
        return `${kind} with ${Math.round(chance)}% is certain`;
    }
    return false;
  },

  "a chance in brackets is one of the hours'": (said) => {
    const told = [...said.body.matchAll(/\((\d+) ?%\)/g)].map(([, chance]) => Number(chance));
    const chances = said.hours.map(({ chancePct }) => chancePct);
    const wrong = told.find((chance) => !around(chance, chances, 5));
    return wrong !== undefined && `no hour has a chance of ${wrong}%`;
  },

  "gusts of 45 km/h are said in sports on water": (said) =>
    isOnWater(said) &&
    !isStormTold(said) &&
    !said.namedAnywhere.has("gusts") &&
    // Gusts that are shown as the same speed as the wind are no gusts for readers.
    said.hours.some(
      ({ counts, windKmh, gustKmh }) =>
        counts && gustKmh >= 45 && Math.round(gustKmh / 5) > Math.round(windKmh / 5),
    ) &&
    "the gusts are unsaid",

  "the wind is always said in sports on water": (said) =>
    isOnWater(said) &&
    !isStormTold(said) &&
    !said.namedAnywhere.has("wind") &&
    !said.namedAnywhere.has("gusts") &&
    "the wind is unsaid",

  "gusts in brackets are the session's highest, unless their time is said": (said) => {
    if (said.parts.length > 0 || isStormTold(said) || said.says("tooWindy")) return false;
    const [, told] = /\d+ km\/[hu], [^\d.;)]*(\d+)\)/.exec(said.body) ?? [];
    const highest = Math.max(...said.hours.filter(({ counts }) => counts).map(({ gustKmh }) => gustKmh || 0));
    return told !== undefined && Number(told) < highest - 2.5 - 1e-6 && `gusts of ${highest} km/h are in it`;
  },

  "no wet ground in hard frost": (said) =>
    namesAny(said, ["wet", "waterlogged"]) &&
    said.hours.every(({ tempC }) => tempC <= -3) &&
    "the ground is frozen",

  "nothing is sunny where most of it is night": (said) => {
    if (said.tag !== "en" || !/\bsunny\b/.test(said.body)) return false;
    const night = said.hours.filter(({ isDark }) => isDark);
    return lasting(night) * 2 > lasting(said.hours) && "it is night";
  },

  "a dry session is cloudy only if half of it is": (said) => {
    // "Dry but cloudy, worse at first": the clouds say why.
    if (said.tag !== "en" || !/\bdry but cloudy\b/.test(said.body) || said.parts.length > 0) return false;
    const { score, weather } = said.session;
    const cloudy = said.hours.filter(
      ({ isDark }, entry) => !isDark && Number(weather.cloudPct[score.hours.first + entry]) > 70,
    );
    return lasting(cloudy) * 2 < score.coveredMinutes && "most of it is not";
  },

  "no rain below −2 °C unless it freezes": (said) => {
    if (!said.named.has("rain")) return false;
    const canRain = said.hours.some(
      ({ tempC, isFreezing, isThunder }) => tempC >= -2 || isFreezing || isThunder,
    );
    return !canRain && "rain in frost";
  },

  "freezing rain only by its code": (said) =>
    said.named.has("freezingRain") &&
    !said.hours.some(({ isFreezing }) => isFreezing) &&
    "no hour has freezing rain",

  "nothing still wet beside safe to book": (said) =>
    said.session.score.recommendation === "safe_to_book" &&
    said.says("stillWet") &&
    "still wet, and safe to book",

  "no wet ground while it rains at the start": (said) => {
    if (!said.named.has("wet") || isCovered(said)) return false;
    const start = said.hours.find(({ counts }) => counts);
    if (start === undefined || start.chancePct < 50) return false;
    // "Rain in the first hour, then wet rock."
    const isLater = said.hours.some(({ counts, chancePct }) => counts && chancePct < 50);
    return !(isLater && said.parts.some(({ kind }) => kind === "later")) && "wet ground in the rain";
  },

  "ground that is wet afterwards follows rain that has a time": (said) => {
    const about = (of: (part: FoundPart) => boolean) =>
      said.about.filter((_, index) => of(said.parts[index] as FoundPart));
    if (!about(({ kind }) => kind === "later").includes("wet")) return false;
    const isTimed = about(({ kind }) => kind !== "later").some((thing) => thing && FALLING.includes(thing));
    return !isTimed && "nobody knows after what";
  },

  "nothing is still wet that was dry at the start": (said) => {
    if (!said.named.has("wet") || said.parts.some(({ kind }) => kind === "later")) return false;
    const start = said.hours.find(({ counts }) => counts);
    return start !== undefined && start.left("wet") >= 0.98 && "it was dry at the start";
  },

  "wet or icy ground only where something fell": (said) => {
    if (!namesAny(said, ["wet", "waterlogged", "icy"])) return false;
    if (fallenMm(said.session) === 0) return "nothing has fallen";
    const isFrosty = said.hours.some(({ tempC }) => tempC <= 1);
    return said.named.has("icy") && !isFrosty && "ice above 1 °C";
  },

  "no time that contradicts the hours": timeContradicted,

  "it gets dark soon after the start only in the first half": (said) => {
    const isSoon = said.parts.some(({ kind }, index) => kind === "soon" && said.about[index] === "dark");
    const from = said.hours.find(({ isDark }) => isDark)?.from ?? 0;
    return (
      isSoon && from * 2 >= said.session.score.session.durationMinutes && `it gets dark after ${from} min`
    );
  },

  "the third that loses 15 points more is told": (said) => {
    const { score } = said.session;
    if (score.session.durationMinutes < 45 || isStormTold(said) || score.isStormy) return false;
    if (said.parts.length > 0 || said.says("justBefore") || said.says("afterTheEnd")) return false;
    const losses = [0, 1, 2].map((third) => meanLoss(said, third)).filter((loss) => !Number.isNaN(loss));
    const [worst = 0, next = worst] = losses.toSorted((a, b) => b - a);
    return worst - next >= 15 + 1e-6 && "the worst third is not told";
  },

  "a rounded wind has one word in a sport and verdict": (said, seen) => {
    // Its word in each language by the English figure, in km/h.
    const figure = /\(about (\d+) km\/h/.exec(said.english.text)?.[1];
    const word = windWord(said);
    if (figure === undefined || word === undefined) return false;
    const { score } = said.session;
    const isOwn = has(namePattern(said.tag, "gusts"), word) || said.says("tooWindy");
    const sport = JSON.stringify(score.session.profile.wind);
    const verdict = score.playabilityScore < 20 ? "very poor" : score.recommendation;
    const gusts = isOwn ? /\([^)]*km\/h[^)]*\)/.exec(said.english.text)?.[0] : "";
    const key = `${said.tag} ${sport} ${verdict} ${figure} ${gusts}`;
    const before = seen.get(key) ?? word;
    seen.set(key, before);
    return before !== word && `${figure} km/h was “${before}” before, now “${word}”`;
  },

  "the wind has one word in all units": (said) => {
    if (said.tag !== "en") return false;
    for (const tag of UNITS) {
      const other = sentenceOf(said.session, tag);
      const [word, otherWord] = [windWord(said), windWord(other)];
      // A longer figure may leave no room for it.
      if (word !== undefined && otherWord !== undefined && word !== otherWord)
        return `“${word}”, but in ${tag} “${otherWord}”: ${other.text}`;
    }
    return false;
  },

  "no breeze has gusts of 45 km/h": (said) => {
    const gustKmh = Number(/\(about \d+ km\/h, gusts up to (\d+)\)/.exec(said.body)?.[1]);
    const isBreeze = /^(?:noticeable breeze|troublesome wind)$/.test(windWord(said) ?? "");
    return isBreeze && gustKmh >= 45 && `a breeze with gusts of ${gustKmh} km/h`;
  },

  "no wind of 20 km/h is light, and none below 10 km/h a noticeable breeze": (said) => {
    if (said.tag !== "en") return false;
    const figure = Number(/\(about (\d+) km\/h/.exec(said.body)?.[1]);
    const word = windWord(said);
    const isWrong = (word === "light winds" && figure >= 20) || (word === "noticeable breeze" && figure < 10);
    return isWrong && `${word} of ${figure} km/h`;
  },

  "no mild word beside very poor": (said) =>
    said.session.score.playabilityScore < 20 && said.says("someWind") && "a mild word",

  "a sentence is well formed and not too long": ({ tag, text, session: { options } }) => {
    // The shorter limit of English was promised before there were other languages.
    if (text.length > (tag === "en" && options.earlier === undefined ? 139 : 160))
      return `${text.length} characters are too many`;
    if (/NaN|undefined|null|Infinity|\[object|\s-\d|−0(?!\d)|\.\.| {2}|\( *\)| [.,]|,,|\( | \)/.test(text))
      return "a misprint";
    return !/^\p{Lu}.*\.$/u.test(text) && "it is not a sentence";
  },

  "a sentence has its subject": ({ tag, text }) => {
    // "The forecast was good. Now it is poor" needs its first half where the verb has no pronoun.
    const bare: Readonly<Record<string, RegExp>> = {
      es: /^Ahora es/,
      it: /^Ora sono (?!previst)/,
      pt: /^Agora é/,
    };
    return bare[tag]?.test(text) === true && "nobody knows what is";
  },

  "both reasons have a time or neither": (said) => {
    if (isStormTold(said)) return false;
    const reasons = reasonsOf(said);
    const times = said.about.filter((thing) => thing !== undefined && FACTOR_OF[thing] !== undefined);
    if (reasons.length < 2 || times.length === 0) return false;
    if (times.length >= reasons.length || isTimeOfAll(said, reasons)) return false;
    return `a time for ${times.length} of ${reasons.join(", ")}`;
  },

  "what holds throughout holds in every hour": (said) => {
    const throughout = findLanguage(said.tag)?.throughout.trim();
    const index = said.parts.findIndex(({ from, to }) => said.body.slice(from, to) === throughout);
    const thing = said.about[index];
    const hours = said.hours.filter(({ counts }) => counts);
    if (thing === "wind") {
      const winds = hours.map(({ windKmh }) => windKmh);
      const [lowest, highest] = [Math.min(...winds), Math.max(...winds)];
      return lowest < 0.56 * highest && highest - lowest > 10 && `wind of ${lowest} and of ${highest} km/h`;
    }
    if (thing === undefined || !FALLING.includes(thing)) return false;
    const isLikely = hours.some(({ chancePct }) => chancePct >= 50);
    const dry = hours.find(({ chancePct, mm }) => chancePct < (isLikely ? 50 : 15) && (isLikely || mm < 0.1));
    return dry && `${thing} with ${Math.round(dry.chancePct)}%`;
  },

  "fog only by its code or in humid air": (said) =>
    said.named.has("fog") && !said.hours.some(({ isFog }) => isFog) && "no hour has fog",

  "poor visibility only where it is poor": (said) =>
    said.named.has("visibility") && !said.hours.some(({ isHidden }) => isHidden) && "the view is clear",

  "snow that takes the view falls in no clear view": (said) => {
    if (said.tag !== "en" || !/\bvisibility in (?:heavy )?snow\b/.test(said.body)) return false;
    const clear = said.hours.find(
      ({ counts, isSnow, chancePct, left }) => counts && isSnow && chancePct >= 50 && left("fog") === 1,
    );
    return clear !== undefined && `snow with ${Math.round(clear.chancePct)}% in a clear view`;
  },

  "fog is said on water and in mountains": (said) => {
    const { base } = said.session.score.session.profile;
    if (!WATER.has(base) && !MOUNTAINS.has(base)) return false;
    if (isStormTold(said) || namesAny(said, [...FALLING, "fog", "visibility"])) return false;
    return said.hours.some(({ counts, isHidden }) => counts && isHidden) && "fog is unsaid";
  },

  "thunder is never unsaid": (said) => {
    if (said.named.has("thunder")) return false;
    if (isThundery(said)) return "thunder is unsaid";
    return said.session.score.stormAfter !== undefined && "thunder after the end is unsaid";
  },

  "thunder is never said where there is none": (said) => {
    if (!said.named.has("thunder") || isThundery(said)) return false;
    const { weather, score } = said.session;
    const first = score.hours.first;
    const end = first + score.hours.count;
    const isBefore = isThunderAt(weather, first - 1);
    if (said.says("justBefore")) return !isBefore && "no thunder before the start";
    const after = Math.max(1, score.session.profile.storm.hours);
    const isAfter = Array.from({ length: after }, (_, later) => isThunderAt(weather, end + later)).includes(
      true,
    );
    if (said.says("afterTheEnd")) return !isAfter && "no thunder after the end";
    return "no thunder during the session";
  },

  "nothing is hot below 24 °C": (said) => {
    const body = said.text.replaceAll(pattern(said.tag, "notHot", wordsOf(said.tag).notHot), "");
    const highest = Math.max(...temperaturesOf(said));
    return (
      highest < 24 && has(pattern(said.tag, "hot", wordsOf(said.tag).hot), body) && `hot at ${highest} °C`
    );
  },

  "nothing is cold from 16 °C up": (said) => {
    const lowest = Math.min(...temperaturesOf(said));
    return lowest >= 16 && said.says("cold") && `cold at ${lowest} °C`;
  },

  "no feels-like 8 degrees off in air above 10 °C": (said) => {
    const felt = feltTold(said);
    if (felt === undefined) return false;
    const { score } = said.session;
    const all = [
      ...said.hours.map(({ tempC, feltC }) => [tempC, feltC] as const),
      [score.tempC, score.feelsLikeC] as const,
    ];
    const meant = all.filter(([, feltC]) => Math.abs(feltC - felt) <= 0.55);
    const isFar = ([tempC, feltC]: (typeof all)[number]) => tempC > 10 && Math.abs(feltC - tempC) > 8.5;
    return meant.length > 0 && meant.every(isFar) && `feels like ${felt} °C in air of ${meant[0]?.[0]} °C`;
  },

  "temperatures are those of an hour": (said) => {
    const told = [...said.text.matchAll(/([−-]?\d+) ?°C/g)].map(([, number = ""]) =>
      Number(number.replace("−", "-")),
    );
    const all = temperaturesOf(said);
    const wrong = told.find((temp) => !around(temp, all, 0.55));
    return wrong !== undefined && `no hour has ${wrong} °C`;
  },

  "of temperatures that cost the same, the worst is said": (said) => {
    const told = /\([^\d−-]*([−-]?\d+) ?°C\)/.exec(said.body)?.[1]?.replace("−", "-");
    const { tempPlateauC } = said.session.score.session.profile;
    const counted = said.hours.filter(({ counts }) => counts);
    const lowest = Math.min(...counted.map(({ left }) => left("temp")));
    if (told === undefined || !(lowest <= 0.95)) return false;
    const costliest = counted.filter(({ left }) => left("temp") === lowest);
    const fromPlateau = ({ feltC }: Hour) => Math.abs(feltC - tempPlateauC);
    const furthest = Math.max(...costliest.map(fromPlateau));
    const worst = costliest.filter((hour) => fromPlateau(hour) >= furthest - 0.1);
    const all = worst.flatMap(({ tempC, feltC }) => [tempC, feltC]);
    return !around(Number(told), all, 0.55) && `${told} °C, but another hour has ${worst[0]?.feltC} °C`;
  },

  "wind speeds are those of an hour": (said) => {
    // "About 30 km/h, gusts up to 55": the second without its unit.
    const figures = said.text.matchAll(/(\d+) km\/[hu](?:, [^\d.;)]*(\d+))?/g);
    const told = [...figures].flatMap(([, wind, gust]) => [wind, gust ?? wind].map(Number));
    const winds = said.hours.flatMap(({ windKmh, gustKmh }) => [windKmh, gustKmh]);
    const wrong = told.find((speed) => !around(speed, winds, 2.5));
    return wrong !== undefined && `no hour has ${wrong} km/h`;
  },

  "better weather only if weather was the matter": (said) => {
    if (!said.says("betterWeather", "text")) return false;
    // Of a score of 100 there is no better start, except in random sessions.
    const worst = pointsLost(said.session.score)[0]?.factor;
    return (worst === "dark" || worst === "wet") && `better weather, but the matter is ${worst}`;
  },

  "showers only by their codes": (said) => {
    const isShowery = said.hours.some(
      ({ code }) => (code >= 80 && code <= 82) || code === 85 || code === 86 || (code >= 95 && code <= 99),
    );
    return !isShowery && said.says("showers") && "no hour has a code of showers";
  },

  "all languages name the same things": (said) => {
    const own = said.namedAnywhere;
    const english = said.english.namedAnywhere;
    const missing = NAMED.filter((name) => english.has(name) && !own.has(name));
    const added = NAMED.filter((name) => !english.has(name) && own.has(name));
    if (missing.length === 0 && added.length === 0) return false;
    return `without ${missing.join(", ") || "nothing"}, with ${added.join(", ") || "nothing"}; in English: ${said.english.text}`;
  },

  "wet weather is not called dry": (said) =>
    said.says("dry") &&
    !isCovered(said) &&
    !said.parts.some(({ kind }) => kind === "later") &&
    said.hours.some(
      ({ counts, chancePct, mm }) => counts && (chancePct >= 15 || (mm >= 0.1 && chancePct > 0)),
    ) &&
    "it is called dry",

  "a roof over wet weather is told": (said) =>
    isCovered(said) &&
    !isThundery(said) &&
    said.hours.some(({ counts, chancePct }) => counts && chancePct >= 50) &&
    said.text.length <= 100 &&
    !said.says("roof") &&
    "the roof is not told",

  "rain and snow fall outside a roof": (said) => {
    if (!isCovered(said) || isThundery(said) || said.named.has("visibility")) return false;
    const outside = pattern(said.tag, "outside", wordsOf(said.tag).outside);
    const inside = said.body.split(";").find((each) => !has(outside, each)) ?? "";
    const wet = said.things.find(
      ({ kind, from }) =>
        (kind === "rain" || kind === "snow") && from < said.body.indexOf(inside) + inside.length,
    );
    return inside !== "" && wet !== undefined && `${wet.kind} under a roof`;
  },

  "a session under a roof is not called weather": (said) =>
    isCovered(said) &&
    said.session.options.earlier === undefined &&
    /^[^:,]*\bweather\b/.test(said.tag === "en" ? said.main : "") &&
    "it is called weather",
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof RULES;

export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[];

/**
 * Rules that some sentence in ten thousand sessions still breaks: `node test/words/count-broken-rules.ts` shows which. One
 * that is kept comes off this list.
 */
export const NOT_YET: ReadonlySet<RuleName> = new Set<RuleName>([
  "the third that loses 15 points more is told",
  "both reasons have a time or neither",
  "all languages name the same things",
]);

export const KEPT_RULES = RULE_NAMES.filter((rule) => !NOT_YET.has(rule));

/** Air and felt, of each hour and at the start. */
function temperaturesOf({ hours, session: { score } }: Said): readonly number[] {
  const all = hours.flatMap(({ tempC, feltC }) => [tempC, feltC]);
  return [...all, score.tempC, score.feelsLikeC].filter((temp) => !Number.isNaN(temp));
}

function feltTold({ tag, text }: Said): number | undefined {
  const words = pattern(tag, "feelsLike", wordsOf(tag).feelsLike);
  const number = new RegExp(`(?:${words.source}) (?:de )?([−-]?\\d+)`, "iu").exec(text)?.[1];
  return number === undefined ? undefined : Number(number.replace("−", "-"));
}

function clauseOf(body: string, at: number): string {
  const from = Math.max(body.lastIndexOf(",", at), body.lastIndexOf(";", at), body.lastIndexOf(":", at)) + 1;
  const ends = [body.indexOf(",", at), body.indexOf(";", at), body.length].filter((end) => end >= 0);
  // A bracket belongs to the words before it, with its commas.
  const end = Math.min(...ends);
  const bracket = body.indexOf("(", at);
  return body.slice(from, bracket >= 0 && bracket < end ? body.indexOf(")", bracket) : end);
}

const BEFORE_A_PART =
  "(?:(?:in|during|for|over|the|der|den|des|pendant|la|les|l’|en(?= (?:las? |première|seconde))|las|nella|nelle|nell’|na|nas|het|de|under) ?)*";

/** The words for the wind before a bracket with its speed: "very strong winds". */
function windWord({ tag, body }: Reading): string | undefined {
  const [, before] = /^(.*?)\s*\([^()]*(?:km\/[hu]|mph|m\/s)/u.exec(body) ?? [];
  if (before === undefined) return undefined;
  const { parts, joins } = wordsOf(tag);
  const times = Object.values(parts).flatMap((words) => words.map((each) => BEFORE_A_PART + each));
  const clause = before
    .slice(Math.max(before.lastIndexOf(","), before.lastIndexOf(":")) + 1)
    .replaceAll(pattern(tag, "times", times), " ")
    .trim();
  const last = [...clause.matchAll(pattern(tag, "joins", joins))].at(-1);
  return (last === undefined ? clause : clause.slice(last.index + last[0].length)).trim().toLowerCase();
}

/** The factors that a sentence gives as reasons, without darkness and storms, whose words say when. */
function reasonsOf(said: Said): readonly Factor[] {
  const { score } = said.session;
  const factors = said.reasons.flatMap(({ kind }) => FACTOR_OF[kind] ?? []);
  return [...new Set(factors)].filter((factor) => {
    const isForced = factor === "rain" && said.hours.some(({ chancePct }) => chancePct >= 50);
    return isForced || score.multiplier[factor] < 0.95;
  });
}

/**
 * The one time that a sentence says is true of its other reason too, so it need not be said twice: "in the first half cold, with
 * rain". What the ground is like is understood of all of the session: nobody takes it to be waterlogged for an hour.
 */
function isTimeOfAll(said: Said, reasons: readonly Factor[]): boolean {
  const timed = new Set(said.about.map((thing) => thing && FACTOR_OF[thing]));
  const duration = said.session.score.session.durationMinutes;
  return said.reasons.every(({ kind }) => {
    const factor = FACTOR_OF[kind];
    if (factor === undefined || !reasons.includes(factor) || timed.has(factor) || factor === "wet")
      return true;
    const bad = badnessOf(said, kind);
    return said.parts.every((part) => {
      const span = minutesOf(part, duration, false);
      if (part.kind === "soon" || span === undefined) return part.kind !== "soon" && isPartly(said, bad);
      return bad !== undefined && bad !== "nowhere" && contradiction(said, { bad, span, part }) === undefined;
    });
  });
}

/** It does not last for all of the session. */
function isPartly({ hours }: Said, bad: ReturnType<typeof badnessOf>): boolean {
  return Array.isArray(bad) && hours.some(({ counts }, index) => counts && Number(bad[index]) <= NOT_BAD);
}

const FACTOR_OF: Readonly<Partial<Record<Named, Factor>>> = {
  freezingRain: "storm",
  snow: "rain",
  rain: "rain",
  gusts: "wind",
  wind: "wind",
  cold: "temp",
  warm: "temp",
  fog: "fog",
  visibility: "fog",
  wet: "wet",
  waterlogged: "wet",
  icy: "wet",
  cloud: "cloud",
};

/** The part of the session that words name, in minutes; undefined for all or any of it. */
function minutesOf(
  { kind, count }: FoundPart,
  duration: number,
  isDark: boolean,
): readonly [from: number, to: number] | undefined {
  const hours = count * 60;
  switch (kind) {
    case "firstHours":
    case "untilHour":
      return [0, hours];
    case "lastHours":
      return [duration - hours, duration];
    case "afterHours":
      return [hours, duration];
    case "fromHour":
      return [hours - 60, duration];
    case "firstHalfHour":
      return [0, 30];
    case "afterHalfHour":
      return [30, duration];
    case "lastHalfHour":
      return [duration - 30, duration];
    case "firstHalf":
    case "atFirst":
      return [0, duration / 2];
    case "secondHalf":
    case "atEnd":
      return [duration / 2, duration];
    case "midway":
      // It gets dark and stays so.
      return isDark ? [duration * 0.4, duration] : [duration / 4, (duration * 3) / 4];
    case "later":
      // After half an hour of rain, say.
      return [Math.min(30, duration / 4), duration];
    case "soon":
    case "whole":
    case "some":
      return undefined;
  }
}

/** "Especially at first" is said of a third. */
function thirdOf({ kind }: FoundPart, duration: number): readonly [from: number, to: number] | undefined {
  if (kind === "atFirst") return [0, duration / 3];
  return kind === "atEnd" ? [(duration * 2) / 3, duration] : undefined;
}

/** From this share of what is worst on, an hour is as bad. */
const AS_BAD = 0.75;
/** Up to this share, it is not bad. */
const NOT_BAD = 0.25;
const UNDECIDED = (NOT_BAD + AS_BAD) / 2;
/** Minutes by which a part may be wrong. */
const LEEWAY = 15;

function timeContradicted(said: Said): Problem {
  const duration = said.session.score.session.durationMinutes;
  for (const [index, part] of said.parts.entries()) {
    const span = minutesOf(part, duration, said.about[index] === "dark");
    if (span === undefined) continue;
    if (part.isOfAll) {
      const problem = worseElsewhere(said, thirdOf(part, duration) ?? span);
      if (problem !== undefined) return problem;
      continue;
    }
    const thing = said.about[index];
    if (thing === undefined) continue;
    const bad = badnessOf(said, thing);
    if (bad === undefined) continue;
    const problem = bad === "nowhere" ? "is nowhere" : contradiction(said, { bad, span, part });
    if (problem !== undefined) return `${thing} ${said.body.slice(part.from, part.to)}: ${problem}`;
  }
  return false;
}

/** How bad a thing is in each hour, 0..1 of the worst; by points and by the weather, of which the lower counts. */
function badnessOf(said: Said, thing: Named): readonly number[] | "nowhere" | undefined {
  const { hours } = said;
  if (thing === "dark" || thing === "thunder") {
    const values = hours.map(({ isDark, isThunder }) => Number(thing === "dark" ? isDark : isThunder));
    return values.includes(1) ? values : "nowhere";
  }
  const factor = FACTOR_OF[thing];
  if (factor === undefined) return undefined;
  const { tempPlateauC } = said.session.score.session.profile;
  const isSide = ({ feltC }: Hour) =>
    thing === "cold" ? feltC < tempPlateauC : thing === "warm" ? feltC > tempPlateauC : true;
  const lost = hours.map((hour) => (hour.counts && isSide(hour) ? 1 - hour.left(factor) : 0));
  const most = Math.max(...lost);
  // Too little to tell hours apart.
  if (most < 0.02) return undefined;
  const byPoints = lost.map((value) => value / most);
  const worst = byPoints.indexOf(1);
  const byWeather = hours.map((hour) => severity(said, factor, hour, hours[worst] ?? hour));
  const highest = Math.max(...byWeather.filter((value) => !Number.isNaN(value)));
  return byPoints.map((value, index) => {
    const bad = Math.min(value, (byWeather[index] ?? 0) / highest);
    const isRainy = (hours[index]?.chancePct ?? 0) >= 50;
    // Likely rain is said whatever it costs, so it is neither nothing nor as bad as the worst.
    if (factor === "rain" && isRainy) return Math.max(bad, UNDECIDED);
    // In the rain, the ground is no subject.
    return thing === "wet" && isRainy ? Math.min(bad, UNDECIDED) : bad;
  });
}

/** How severe an hour is, by the weather alone, for the reason that another is the worst. */
function severity(said: Said, factor: Factor, hour: Hour, worst: Hour): number {
  const { isWindSport, windPlateauKmh, tempPlateauC } = said.session.score.session.profile;
  switch (factor) {
    case "rain":
    case "storm":
      return hour.chancePct;
    case "temp":
      return Math.max(0, (hour.feltC - tempPlateauC) * Math.sign(worst.feltC - tempPlateauC));
    case "wind": {
      const isLack = isWindSport && worst.windKmh < windPlateauKmh && !(worst.gustKmh > windPlateauKmh * 1.6);
      return isLack
        ? Math.max(0, windPlateauKmh - hour.windKmh)
        : Math.max(hour.windKmh, (hour.gustKmh || 0) / 1.6);
    }
    default:
      return 1;
  }
}

function contradiction(
  { hours }: Said,
  {
    bad,
    span: [from, to],
    part,
  }: { readonly bad: readonly number[]; readonly span: readonly [number, number]; readonly part: FoundPart },
): string | undefined {
  let inside = 0;
  let insideBad = 0;
  let worstInside = 0;
  for (const [index, hour] of hours.entries()) {
    const value = bad[index] ?? 0;
    const overlap = Math.max(0, Math.min(to, hour.to) - Math.max(from, hour.from));
    const length = hour.to - hour.from;
    const outside = length - overlap;
    if (value >= AS_BAD && outside > LEEWAY && outside > 0.6 * length) return "as bad in another part";
    if (overlap > 0) worstInside = Math.max(worstInside, value);
    if (!hour.counts) continue;
    inside += overlap;
    if (value > NOT_BAD) insideBad += overlap;
  }
  if (worstInside < NOT_BAD) return "not then";
  const isLong = !["atFirst", "later", "atEnd", "midway"].includes(part.kind);
  return isLong && inside > 0 && insideBad < 0.4 * inside ? "for a small part of it" : undefined;
}

/** "Especially at first": something that the sentence names has to be worse then, or the whole if it names nothing bad. */
function worseElsewhere(said: Said, [from, to]: readonly [number, number]): string | undefined {
  const factors = reasonsOf(said);
  const columns =
    factors.length > 0 ? factors.map((factor) => (hour: Hour) => hour.left(factor)) : [wholeLeft];
  const means = columns.map((left) => {
    const mean = (isIn: boolean) => {
      let weight = 0;
      let sum = 0;
      for (const hour of said.hours) {
        const overlap = Math.max(0, Math.min(to, hour.to) - Math.max(from, hour.from));
        const share = isIn ? overlap : hour.to - hour.from - overlap;
        const value = left(hour);
        if (share <= 0 || !hour.counts || Number.isNaN(value)) continue;
        weight += share;
        sum += share * value;
      }
      return sum / weight;
    };
    return mean(true) < mean(false) - 0.02;
  });
  return means.includes(true) ? undefined : `${factors.join(", ") || "the whole"} is not worse then`;
}

function wholeLeft({ left }: Hour): number {
  const factors: readonly Factor[] = ["rain", "wind", "temp", "cloud", "wet", "fog", "dark", "storm"];
  return factors.reduce((product, factor) => product * left(factor), 1);
}

/** The mean points lost in a third of a session, by the minute. */
function meanLoss({ hours, session }: Said, third: number): number {
  const length = session.score.session.durationMinutes / 3;
  let weight = 0;
  let loss = 0;
  for (const hour of hours) {
    const share = Math.min(hour.to, (third + 1) * length) - Math.max(hour.from, third * length);
    const left = wholeLeft(hour);
    if (share <= 0 || Number.isNaN(left)) continue;
    weight += share;
    loss += share * 100 * (1 - left);
  }
  return loss / weight;
}

export interface BrokenRule {
  readonly rule: RuleName;
  readonly tag: string;
  readonly problem: string;
  readonly text: string;
  readonly session: RealisticSession;
}

interface Options {
  /** The number of the first session. */
  readonly first?: number;
  readonly onProgress?: (done: number) => void;
}

/** The rules that sentences about so many sessions break, in each language. */
export function brokenRules(count: number, { first = 1, onProgress }: Options = {}): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  const seen = new Map<string, string>();
  let done = 0;
  for (const session of realisticSessions(first, count)) {
    const english = sentenceOf(session, "en");
    const hours = hoursOf(session);
    for (const tag of TAGS)
      broken.push(...brokenBy({ ...sentenceOf(session, tag), session, hours, english }, seen));
    done += 1;
    if (done % 1000 === 0) onProgress?.(done);
  }
  return broken;
}

/** The rules that a sentence breaks. `seen` has the words of sentences before it. */
export function brokenBy(said: Said, seen: Map<string, string>): readonly BrokenRule[] {
  const { tag, text, session } = said;
  return RULE_NAMES.flatMap((rule) => {
    const check: Rule = RULES[rule];
    const problem = check(said, seen);
    return typeof problem === "string" ? [{ rule, tag, problem, text, session }] : [];
  });
}

function sentenceOf({ score, options }: RealisticSession, tag: string): Reading {
  const language = findLanguage(tag);
  const text = summary(score, { ...options, language });
  const verdict = score.recommendation;
  // An unchanged verdict is not repeated, and there may be no room for the earlier one: the sentence then begins with "Now".
  const [now] = language?.stormNow("", "").split(" ") ?? [];
  const isAlone = [language?.looksStill[verdict], now].some((opening) => text.startsWith(opening ?? "?"));
  return readSentence(tag, text, options.earlier !== undefined && !isAlone);
}

/** How often a rule is broken in each language, and the first few failures; empty if it holds. */
export function reportOf(broken: readonly BrokenRule[], rule: RuleName, examples = 3): string {
  const own = broken.filter((each) => each.rule === rule);
  if (own.length === 0) return "";
  const counts = TAGS.map((tag) => `${tag} ${own.filter((each) => each.tag === tag).length}`);
  return `${counts.join(", ")}\n${own.slice(0, examples).map(describeBroken).join("\n")}`;
}

/** A failure that can be repeated by the number of its session. */
export function describeBroken({ rule, tag, problem, text, session }: BrokenRule): string {
  const { playabilityScore, recommendation } = session.score;
  return (
    `${tag} ${rule}: ${problem}\n    ${text}\n    session ${session.seed}: ${session.sport}, ${playabilityScore} ${recommendation}, ` +
    `${hoursInShort(session)}`
  );
}
