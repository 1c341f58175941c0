// The sentence for end users: how good the weather is, one or two reasons, when, the temperature, a better time, and the
// uncertainty. No score, no jargon. This file decides what is said; languages have the words.
import type { Factor } from "../hour-score.ts";
import { pointsLost } from "../points-lost.ts";
import type { SessionScore } from "../session-score.ts";
import { valueAt, weatherCodeKind } from "../weather-columns.ts";
import { type BetterStart, betterTime } from "./better-time.ts";
import { areEarlyDays } from "./early-days.ts";
import { type Language, type Opening, type Reason, REASON_KINDS } from "./language.ts";
import { EN } from "./languages/en.ts";
import {
  fairWindWords,
  isFeltWorse,
  precipitationName,
  precipitationWords,
  reasonOf,
  stormWhen,
  warmthOf,
  type Words,
} from "./reason.ts";
import { type ToldBefore, toldWords } from "./told-before.ts";
import { wholeDegrees, withUnit } from "./units.ts";
import { isWet, wettestHour, worstHour, worstThird } from "./when.ts";

/** In characters, for every language but English. */
const LENGTH_MAX = 160;

/** A smaller feels-like difference is not worth saying. */
const FEELS_LIKE_DIFFERENCE_C = 5;

/** A temperature at the start is not worth saying if it differs by less from the one in a reason. */
const AT_START_DIFFERENCE_C = 3;

/** Parts of a summary, in the order in which they are left out until it fits. A figure is what a reason has in brackets. */
const LEFT_OUT = [
  "feelsLike",
  "checkAgain",
  "temperature",
  "better",
  "wind",
  "roof",
  "second",
  "figure",
  "inTheDark",
  "missing",
] as const;

type Part = (typeof LEFT_OUT)[number];

/** The inputs of a summary, and which optional parts it still has. */
interface Story {
  readonly language: Language;
  readonly score: SessionScore;
  /** Too far ahead to be certain. */
  readonly isEarly: boolean;
  readonly better: BetterStart | undefined;
  readonly told: ToldBefore | undefined;
  /** Why it is no better: at most two factors, the costliest first. */
  readonly factors: readonly Factor[];
  readonly has: (part: Part) => boolean;
}

interface SummaryOptions {
  readonly language?: Language | undefined;
  /** From the forecast to the start. */
  readonly leadHours?: number;
  /** A start with a better verdict. */
  readonly better?: BetterStart | undefined;
  /** An earlier verdict. With it, the summary says how the verdict has changed. */
  readonly told?: ToldBefore | undefined;
}

/**
 * One to five short sentences; the shortest always fits. Parts that fit again after others were left out are added back.
 */
export function summary(
  score: SessionScore,
  { language = EN, leadHours = 0, better, told }: SummaryOptions = {},
): string {
  const isEarly = areEarlyDays(score, leadHours);
  const story = { language, score, isEarly, better, told, factors: reasonFactors(score) };
  const textWithout = (left: ReadonlySet<Part>) => textOf({ ...story, has: (part) => !left.has(part) });
  const lengthMax = told === undefined ? (language.lengthMax ?? LENGTH_MAX) : LENGTH_MAX;
  const fits = ({ length }: string) => length <= lengthMax;

  const left = new Set<Part>();
  let text = textWithout(left);
  for (const part of LEFT_OUT) {
    if (fits(text)) break;
    text = textWithout(left.add(part));
  }
  for (const part of [...left].toReversed()) {
    const longer = textWithout(left.difference(new Set([part])));
    if (!fits(longer)) continue;
    left.delete(part);
    text = longer;
  }
  return text;
}

function textOf(story: Story): string {
  const { language, score, isEarly, better, told, has } = story;
  const time = better && has("better") ? betterTime(language, better) : undefined;
  const sentences = [
    told && toldWords(language, told),
    verdictWords(story),
    // After a change, it is among the reasons.
    told === undefined && has("temperature") ? aboutWords(story) : undefined,
    time && language.better(time),
    has("missing") ? missingWords(language, score) : undefined,
    isEarly && !isSettledByDark(score) ? earlyWords(story) : undefined,
  ];
  return `${sentences.filter((sentence) => sentence !== undefined).join(". ")}.`;
}

function missingWords(
  language: Language,
  { coveredMinutes, session, minutes }: SessionScore,
): string | undefined {
  if (coveredMinutes >= session.durationMinutes) return undefined;
  return minutes.at(-1) === 0 ? language.endMissing : language.partMissing;
}

function earlyWords({ language, has }: Story): string {
  return has("checkAgain") ? `${language.earlyDays}${language.checkAgain}` : language.earlyDays;
}

/** No weather changes this session's verdict, and darkness is certain. */
function isSettledByDark({ multiplier }: SessionScore): boolean {
  return multiplier.dark < 0.5;
}

function verdictWords(story: Story): string {
  const { language, score, isEarly, factors } = story;
  if (score.isStormy && !isEarly)
    return language.storm(stormWhen(language, score), sportWords(language, score));
  return factors.length === 0 ? fineWords(story) : reasonWords(story);
}

function sportWords({ sports, ownSport }: Language, { session }: SessionScore): string {
  const { builtInName, label } = session.profile;
  return (builtInName === undefined ? undefined : sports[builtInName]) ?? ownSport(label);
}

function subjectWords({ language, score, factors, told, has }: Story, opening: Opening): string {
  if (told !== undefined) return language.looksNow[score.recommendation];
  const isWeather = score.session.profile.isCovered !== true && factors[0] !== "dark";
  const words = (isWeather ? undefined : language.conditions) ?? language.opening;
  const isInTheDark = has("inTheDark") && factors[0] !== "dark" && isNightFine(score) && isAllNight(score);
  const sport = sportWords(language, score);
  return `${words[opening]} ${isInTheDark ? language.inTheDark(sport) : sport}`;
}

function openingOf({ playabilityScore }: SessionScore, limiting: Factor | undefined): Opening {
  if (playabilityScore >= 90 && limiting === undefined) return "great";
  if (playabilityScore >= 80) return "good";
  if (playabilityScore >= 50) return "reasonable";
  return playabilityScore >= 20 ? "poor" : "bad";
}

function isAllNight({ session, hours, minutes }: SessionScore): boolean {
  return minutes.every(
    (entry, index) => entry === 0 || valueAt(session.weather.isDay, hours.first + index) === 0,
  );
}

function fineWords(story: Story): string {
  const { language, score, has } = story;
  const subject = subjectWords(story, openingOf(score, undefined));
  const entry = score.hours.first + worstHour(score, "wind");
  const wind = has("wind") ? fairWindWords(language, score.session, entry) : "";
  return `${subject}${language.colon}${skyWords(story)}${wind}${worstWords(story, language.worse)}${outsideWords(story)}`;
}

/** The sky when there is nothing to complain about: "dry and sunny". */
function skyWords({ language, score, has }: Story): string {
  const { weather } = score.session;
  const wettest = wettestHour(score);
  if (isWet(score, wettest)) {
    if (score.session.profile.isCovered === true) return language.sky.underRoof;
    return inBrackets(precipitationWords(language, weather, score.hours.first + wettest), has("figure"));
  }
  const cloudiest = score.hours.first + worstHour(score, "cloud");
  if (valueAt(weather.isDay, cloudiest) === 0) return language.sky.dry;
  const cloudPct = valueAt(weather.cloudPct, cloudiest);
  if (cloudPct < 30) return language.sky.sunny;
  return cloudPct > 70 ? language.sky.cloudy : language.sky.dry;
}

/** "; heavy rain expected outside": what a roof keeps off. */
function outsideWords({ language, score, has }: Story): string {
  if (!has("roof") || !isRoofTold(score)) return "";
  const hour = score.hours.first + wettestHour(score);
  const { words, figure } = precipitationWords(language, score.session.weather, hour);
  return `${language.semicolon}${inBrackets({ words: language.outside(words), figure }, true)}`;
}

function isRoofTold(score: SessionScore): boolean {
  return score.session.profile.isCovered === true && isWet(score, wettestHour(score));
}

function inBrackets({ words, figure }: Words, hasFigure: boolean): string {
  return `${words}${figure !== undefined && hasFigure ? ` (${figure})` : ""}`;
}

const whenLast = (words: string, when: string) => `${words}${when}`;

function reasonWords(story: Story): string {
  const { language, score, isEarly, has } = story;
  const opening = openingOf(score, story.factors[0]);
  const subject = subjectWords(story, opening);
  const dry = drySky(story);
  if (dry !== undefined)
    return `${subject}${language.colon}${language.sky[dry]}${worstWords(story, language.especially)}`;
  const told = namedFactors(story).map((factor) => reasonOf(language, score, { factor, isEarly }));
  // One part of a session is enough: nightfall names its own.
  const timed =
    told.find(({ kind, isTimed }) => kind === "darkness" && isTimed) ?? told.find(({ isTimed }) => isTimed);
  const { withWhen = whenLast } = language;
  const reasons = told
    .map((reason): Reason => {
      const { kind, words, when, figure } = reason;
      const inPart = reason === timed && when !== "" ? withWhen(words, when) : words;
      return { kind, text: inBrackets({ words: inPart, figure }, has("figure")) };
    })
    // The temperature comes first, and reasons that are sentences of their own last.
    .sort((a, b) => REASON_KINDS.indexOf(a.kind) - REASON_KINDS.indexOf(b.kind));
  const [leading = { kind: "weather", text: "" }, following] = reasons;
  const praises = opening === "good" || (opening === "reasonable" && story.told === undefined);
  const joined = following === undefined ? leading.text : language.and(leading, following);
  const last = following ?? leading;
  const worst =
    timed === undefined
      ? worstWords(story, last.kind === "darkness" ? language.worse : language.especially)
      : "";
  const isRoofSaid = has("roof") && isRoofTold(score);
  const before = isRoofSaid ? `${language.colon}${language.sky.underRoof}` : "";
  const lead = isRoofSaid || praises ? language.but(leading) : language.colon;
  return `${subject}${before}${lead}${joined}${worst}`;
}

/** Both reasons if there is room. A storm is always said. */
function namedFactors({ score, factors, has }: Story): readonly Factor[] {
  if (has("second") || factors.length < 2) return factors;
  const limiting = factors.find((factor) => factor === "storm" && isStormToBeSaid(score)) ?? factors[0];
  return limiting === undefined ? [] : [limiting];
}

/** If no reason names a part of the session, but one part is much worse. */
function worstWords({ language, score }: Story, words: Language["worse"]): string {
  const third = worstThird(score, score.hours.score, { best: 100 });
  return third === undefined ? "" : words(language.when[third]);
}

/** The temperature at the start; undefined if a reason says it. */
function aboutWords(story: Story): string | undefined {
  const { language, score, isEarly, has } = story;
  const temp = withUnit(language.temp, score.tempC);
  if (score.isStormy && !isEarly) return language.about(temp);
  if (!namedFactors(story).includes("temp")) {
    const { tempC, feelsLikeC } = score;
    const difference = Math.abs(wholeDegrees(feelsLikeC) - wholeDegrees(tempC));
    const isFelt = has("feelsLike") && difference >= FEELS_LIKE_DIFFERENCE_C;
    const felt = isFelt ? `, ${language.feelsLike(withUnit(language.temp, feelsLikeC))}` : "";
    return `${language.about(temp)}${felt}`;
  }
  const warmth = warmthOf(score, worstHour(score, "temp"));
  if (Math.abs(warmth.tempC - score.tempC) >= AT_START_DIFFERENCE_C) return language.aboutAtStart(temp);
  return isFeltWorse(score.session.profile, warmth) ? language.about(temp) : undefined;
}

/** From this night multiplier up, darkness is no obstacle: the summary says "in the dark" and never gives it as a reason. */
const NIGHT_IS_FINE = 0.9;

/**
 * The factors worth naming, at most two. Each must cost enough points, the second at least a third of the first's. Rain on a roof has
 * words of its own.
 */
function reasonFactors(score: SessionScore): readonly Factor[] {
  const isSafe = score.playabilityScore >= 80;
  const pointsMin = isSafe ? 8 : 5;
  const isRoofed = isRoofTold(score);
  const [first, second] = pointsLost(score).filter(
    ({ factor }) => !(factor === "dark" && isNightFine(score)) && !(factor === "rain" && isRoofed),
  );
  if (first === undefined || (first.points < pointsMin && isSafe))
    return isRainToBeSaid(score) ? ["rain"] : [];
  if (isStormToBeSaid(score)) return first.factor === "storm" ? ["storm"] : [first.factor, "storm"];
  const isSecondNamed =
    second !== undefined &&
    second.points >= pointsMin &&
    second.points * 3 >= first.points &&
    !(first.factor === "storm" && second.factor === "rain" && isFreezingRain(score));
  return isSecondNamed ? [first.factor, second.factor] : [first.factor];
}

function isStormToBeSaid({ isStormSoon, isStormy }: SessionScore): boolean {
  return isStormSoon || isStormy;
}

/** Freezing rain is rain too, so the summary must not name both. */
function isFreezingRain(score: SessionScore): boolean {
  const hour = score.hours.first + worstHour(score, "storm");
  return weatherCodeKind(score.session.weather, hour) === "ice";
}

/** Rain is named even if it costs almost nothing. Snow that costs nothing, as on a ski slope, and rain on a roof are not. */
function isRainToBeSaid(score: SessionScore): boolean {
  if (score.session.profile.isCovered === true || score.multiplier.rain === 1) return false;
  const wettest = wettestHour(score);
  return isWet(score, wettest) && valueAt(score.hours.multiplier.rain, wettest) < 1;
}

/** Good weather whose only blemish is a small chance of rain is called dry. */
function drySky({ score, factors }: Story): "slightRain" | "slightSnow" | undefined {
  if (score.playabilityScore < 80 || factors.length > 1 || factors[0] !== "rain") return undefined;
  const name = precipitationName(score.session.weather, score.hours.first + wettestHour(score));
  return name === "slightRain" || name === "slightSnow" ? name : undefined;
}

function isNightFine({ session }: SessionScore): boolean {
  return session.profile.night >= NIGHT_IS_FINE;
}
