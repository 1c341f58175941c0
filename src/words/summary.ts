// The sentence for end users: how good the weather is, one or two reasons, when, the temperature, a better time, and the
// uncertainty. No score, no jargon. This file decides what is said; languages have the words.
import type { Factor } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { SPORT_BY_NAME, sportOf } from "../scoring/sports/sports.ts";
import { type BetterStart, betterTime } from "./better-time.ts";
import { type Language, type Opening, type Reason, REASON_KINDS, type When } from "./language.ts";
import { EN } from "./languages/en/sentences.ts";
import { fallingHour, isSlight, isWet, precipitationWords, slightFall } from "./precipitation.ts";
import { reasonOf, stormWhen, type ToldReason } from "./reason.ts";
import { chooseReasons, isAlwaysNamed, type NamedFactors, NIGHT_IS_FINE } from "./reason-choice.ts";
import { type ToldBefore, toldWords } from "./told-before.ts";
import { wholeDegrees, withUnit } from "./units.ts";
import { darkness, worstHour, worstThird } from "./when.ts";
import { isBelieved, warmthOf } from "./temperature.ts";
import { fairWindWords, isWindAlwaysSaid, windBesides } from "./wind.ts";

/** In characters. English has a lower limit for summaries without an earlier verdict. */
const LENGTH_MAX = 160;

/** A smaller feels-like difference is not worth saying. */
const FEELS_LIKE_DIFFERENCE_C = 5;

/** The temperature at the start is not worth saying if it differs by less than this from the temperature in a reason. */
const AT_START_DIFFERENCE_C = 3;

/**
 * Parts of a summary, in the order in which they are left out until the summary fits. `figure` is what a reason has in
 * brackets, `waterWind` the wind of sports that live of it or are on the water, `always` the second of two reasons that are both always said.
 */
const LEFT_OUT = [
  "feelsLike",
  "checkAgain",
  "temperature",
  "better",
  "throughout",
  "wind",
  "roof",
  "second",
  "figure",
  "inTheDark",
  "missing",
  "when",
  "waterWind",
  "always",
] as const;

type Part = (typeof LEFT_OUT)[number];

const WHOLE: Readonly<Record<Part, boolean>> = {
  feelsLike: true,
  checkAgain: true,
  temperature: true,
  better: true,
  throughout: true,
  wind: true,
  roof: true,
  second: true,
  figure: true,
  inTheDark: true,
  missing: true,
  when: true,
  waterWind: true,
  always: true,
};

/** What a summary is made from. */
interface Story {
  readonly language: Language;
  readonly score: SessionScore;
  /** The sport as it follows an opening: "for golf". */
  readonly sport: string;
  /** Too far ahead to be certain. */
  readonly isEarly: boolean;
  /** "Safe" so far ahead often does not hold for this sport. */
  readonly oftenChanges: boolean;
  readonly better: BetterStart | undefined;
  readonly told: ToldBefore | undefined;
  /** The entry of the hour whose rain or snow is said. */
  readonly fall: number;
  /** That hour is too likely to be wet to be called dry. */
  readonly isWet: boolean;
  /** The sentence always says the wind. */
  readonly isWindAlways: boolean;
  /** A roof keeps that rain or snow off, and the summary says so. */
  readonly isRoofTold: boolean;
  /** Why the weather is no better; undefined if it is fine. */
  readonly factors: NamedFactors | undefined;
  /** The optional parts that the summary still has. */
  readonly has: Readonly<Record<Part, boolean>>;
}

interface SummaryOptions {
  readonly language?: Language | undefined;
  /** From the forecast to the start. */
  readonly leadHours?: number;
  /**
   * From this many days ahead on, safe_to_book often does not hold for this sport (`safe_often_changes` of a fit of the odds).
   * Undefined if it holds.
   */
  readonly oftenChangesDays?: number | undefined;
  /** A start with a better verdict. */
  readonly better?: BetterStart | undefined;
  /** An earlier verdict. With it, the summary says how the verdict has changed. */
  readonly told?: ToldBefore | undefined;
}

/**
 * From this many days ahead on, a verdict taken as certain has a larger error than the climate's average (all sports,
 * docs/verification.md). A sport whose verdicts reach that error sooner has its own `earlyDays`.
 */
const EARLY_DAYS = 5;

/**
 * One to five short sentences; the shortest form always fits. Parts that fit again after others were left out are added
 * back.
 */
export function summary(
  score: SessionScore,
  {
    language = EN,
    leadHours = 0,
    oftenChangesDays = Number.POSITIVE_INFINITY,
    better,
    told,
  }: SummaryOptions = {},
): string {
  const { builtInName, label, base, isCovered } = score.session.profile;
  const spokenSports: Readonly<Record<string, string | undefined>> = language.sports;
  const spoken = builtInName === undefined ? undefined : spokenSports[builtInName];
  const fall = fallingHour(score);
  const isFallWet = isWet(score, fall);
  const isRoofTold = isCovered === true && isFallWet;
  const has = { ...WHOLE };
  const story: Story = {
    language,
    score,
    sport: spoken ?? language.ownSport(label),
    isEarly: leadHours >= (sportOf(base)?.earlyDays ?? EARLY_DAYS) * 24,
    oftenChanges: score.recommendation === "safe_to_book" && leadHours >= oftenChangesDays * 24,
    better,
    told,
    fall,
    isWet: isFallWet,
    isWindAlways: isWindAlwaysSaid(score.session.profile),
    isRoofTold,
    factors: chooseReasons(score, fall),
    has,
  };
  const lengthMax = told === undefined ? (language.lengthMax ?? LENGTH_MAX) : LENGTH_MAX;

  let text = textOf(story);
  const left: Part[] = [];
  for (const part of LEFT_OUT) {
    if (text.length <= lengthMax) break;
    left.push(part);
    has[part] = false;
    text = textOf(story);
  }
  for (const part of left.toReversed()) {
    has[part] = true;
    const longer = textOf(story);
    if (longer.length <= lengthMax) text = longer;
    else has[part] = false;
  }
  return text;
}

function textOf(story: Story): string {
  const { language, score, sport, isEarly, better, told, factors, has } = story;
  let text = told === undefined ? "" : `${toldWords(language, told)}. `;
  const storm = told === undefined ? language.storm : language.stormNow;
  if (score.isStormy && !isEarly) text += storm(partWords(language, stormWhen(score)), sport);
  else text += factors === undefined ? fineWords(story) : reasonWords(story, factors);
  // A summary of a changed verdict has the temperature only among the reasons.
  const about = told === undefined && has.temperature ? aboutWords(story) : undefined;
  const wind = windUnsaid(story);
  if (about !== undefined) text += wind === undefined ? `. ${about}` : `. ${about}, ${wind}`;
  else if (wind !== undefined) text += `. ${wind.charAt(0).toUpperCase()}${wind.slice(1)}`;
  const time = better && has.better ? betterTime(language, better, isWeatherTheMatter(story)) : undefined;
  if (time !== undefined) text += `. ${language.better(time)}`;
  if (has.missing && score.coveredMinutes < score.session.durationMinutes)
    text += `. ${score.minutes.at(-1) === 0 ? language.endMissing : language.partMissing}`;
  // If darkness decides the verdict, the verdict is certain, whatever the weather.
  const uncertain = story.oftenChanges
    ? language.oftenChanges
    : isEarly && score.multiplier.dark >= 0.5
      ? language.earlyDays
      : undefined;
  if (uncertain !== undefined) text += `. ${uncertain}${has.checkAgain ? language.checkAgain : ""}`;
  return `${text}.`;
}

/** Whether the weather is what is bad, not the dark or the ground; under a roof, nobody asks for better weather. */
function isWeatherTheMatter({ score, factors }: Story): boolean {
  const limiting = factors?.[0];
  return score.session.profile.isCovered !== true && limiting !== "dark" && limiting !== "wet";
}

function subjectWords({ language, score, sport, isEarly, factors, told, has }: Story): string {
  if (told !== undefined) return language.looksNow[score.recommendation];
  const { session, hours, minutes } = score;
  const limiting = factors?.[0];
  const isWeather = session.profile.isCovered !== true && limiting !== "dark";
  const words = (isWeather ? undefined : language.conditions) ?? language.opening;
  const opening = words[openingOf(score, limiting, isEarly)];
  const isDark =
    has.inTheDark &&
    limiting !== "dark" &&
    session.profile.night >= NIGHT_IS_FINE &&
    minutes.every((entry, index) => entry === 0 || session.weather.isDay[hours.first + index] === 0);
  if (!isDark) return `${opening} ${sport}`;
  const atNight = nightOf(session.profile);
  if (atNight === "expected") return `${opening} ${sport}`;
  return `${opening} ${atNight === "lit" ? language.underLights(sport) : language.inTheDark(sport)}`;
}

/** Whether a sport is played under lights, by itself or at this venue, or in the dark that its people expect. */
function nightOf({ base, builtInName, night }: CompiledProfile): "lit" | "expected" | undefined {
  const sport = sportOf(base);
  const usual = SPORT_BY_NAME.get(builtInName ?? base)?.numbers?.night ?? sport?.numbers.night;
  return night === 1 && usual !== 1 ? "lit" : sport?.atNight;
}

function openingOf(score: SessionScore, limiting: Factor | undefined, isEarly: boolean): Opening {
  const { recommendation, playabilityScore } = score;
  if (recommendation === "safe_to_book")
    return playabilityScore >= 90 && limiting === undefined ? "great" : "good";
  if (recommendation === "proceed_with_caution") return "reasonable";
  // What is only possible makes no weather very poor.
  const isPossible = isEarly && limiting === "storm";
  return playabilityScore >= 20 || isPossible ? "poor" : "bad";
}

function fineWords(story: Story): string {
  const { language, score, fall, has } = story;
  const { session, hours } = score;
  const isWindSaid = story.isWindAlways ? has.waterWind : has.wind;
  const wind = isWindSaid ? fairWindWords(language, session, hours.first + worstHour(score, "wind")) : "";
  let outside = "";
  if (has.roof && story.isRoofTold) {
    const { words, figure } = precipitationWords(language, session.weather, hours.first + fall);
    outside = `${language.semicolon}${withFigure(language.outside(words), figure)}`;
  }
  const worst = worstWords(story);
  return `${subjectWords(story)}${language.colon}${skyWords(story)}${wind}${worst}${outside}`;
}

/** The sky when there is nothing to complain about: "dry and sunny". */
function skyWords({ language, score, fall, isWet, isRoofTold, has }: Story): string {
  const { weather } = score.session;
  if (isRoofTold) return language.sky.underRoof;
  if (isWet) {
    const { words, figure } = precipitationWords(language, weather, score.hours.first + fall);
    return withFigure(words, has.figure ? figure : undefined);
  }
  const cloudiest = score.hours.first + worstHour(score, "cloud");
  if (weather.isDay[cloudiest] === 0) return language.sky.dry;
  const cloudPct = weather.cloudPct[cloudiest] ?? Number.NaN;
  if (cloudPct < 30) return language.sky.sunny;
  return cloudPct > 70 ? language.sky.cloudy : language.sky.dry;
}

function withFigure(words: string, figure: string | undefined): string {
  return figure === undefined ? words : `${words} (${figure})`;
}

function reasonWords(story: Story, factors: NamedFactors): string {
  const { language, score, isEarly, told, has, fall } = story;
  const subject = subjectWords(story);
  if (score.recommendation === "safe_to_book" && factors.length === 1 && factors[0] === "rain") {
    // Good weather whose only blemish is a small chance of rain is called dry.
    const { weather } = score.session;
    const hour = score.hours.first + story.fall;
    if (isSlight(weather, hour)) {
      const dry = language.dryBut[slightFall(weather, hour)];
      return `${subject}${language.colon}${dry}${worstWords(story)}`;
    }
  }
  const [limiting, besides] = namedFactors(story, factors);
  let leading = reasonOf(language, score, { factor: limiting, fall, isEarly });
  let following = besides && reasonOf(language, score, { factor: besides, fall, isEarly });
  // The temperature comes first; reasons that are whole sentences come last.
  if (following && REASON_KINDS.indexOf(following.kind) < REASON_KINDS.indexOf(leading.kind))
    [leading, following] = [following, leading];

  const isRoofSaid = has.roof && story.isRoofTold && told === undefined;
  const before = isRoofSaid ? `${language.colon}${language.sky.underRoof}` : "";
  const praises = score.playabilityScore >= (told === undefined ? 50 : 80);
  const { first: reason, second, tail } = timed(story, leading, following);
  const isAfterBut = isRoofSaid || praises;
  const lead = isAfterBut ? language.but(reason) : language.colon;
  const first =
    isAfterBut && language.afterBut !== undefined ? { ...reason, text: language.afterBut(reason) } : reason;
  const joined = second === undefined ? first.text : language.and(first, second, isAfterBut);
  return `${subject}${before}${lead}${joined}${tail}`;
}

/** One or two reasons with their parts of the session, and what follows them. */
interface TimedReasons {
  readonly first: Reason;
  readonly second?: Reason;
  readonly tail: string;
}

/**
 * Of two reasons, both have a part of the session or neither, so that nobody takes the part of one for that of the other:
 * what holds throughout says so. Darkness, thunder and the state of the ground need none.
 */
function timed(story: Story, leading: ToldReason, following: ToldReason | undefined): TimedReasons {
  const { language } = story;
  if (following === undefined) {
    const first = reasonText(story, leading, partWords(language, leading.when));
    const isDark = leading.kind === "darkness" && darkness(story.score) === "all";
    return { first, tail: isDark ? worstWords(story) : especially(language, leading) };
  }
  let ofFirst = partWords(language, leading.when);
  let ofSecond = partWords(language, following.when);
  let tail = "";
  if (holdsThroughout(leading) && holdsThroughout(following)) {
    const isSame = leading.when === following.when && leading.especially === following.especially;
    if (isSame || leading.when !== undefined) tail = especially(language, following);
    // Once for both, where it is understood of both.
    if (isSame && language.withWhen === undefined) ofFirst = "";
    else if (isSame) ofSecond = "";
    else if (leading.when === undefined) ofFirst = throughout(story, following);
    else if (following.when === undefined && tail === "") ofSecond = throughout(story, leading);
  }
  return {
    first: reasonText(story, leading, ofFirst),
    second: reasonText(story, following, ofSecond),
    tail,
  };
}

/** Such a reason is understood to hold throughout, unless it says when. */
function holdsThroughout({ kind }: ToldReason): boolean {
  return kind === "temperature" || kind === "weather";
}

/** For a reason beside another that has a part of the session. */
function throughout({ language, has }: Story, other: ToldReason): string {
  return other.when !== undefined && has.throughout ? language.throughout : "";
}

function especially(language: Language, reason: ToldReason): string {
  return reason.especially === undefined ? "" : language.especially(language.when[reason.especially]);
}

function partWords(language: Language, when: When | undefined): string {
  return when === undefined ? "" : language.when[when];
}

/** Both reasons if there is room; one that is always said is the last to go. */
function namedFactors({ score, has, fall }: Story, factors: NamedFactors): NamedFactors {
  const [limiting, second] = factors;
  if (second === undefined) return factors;
  const isAlways = isAlwaysNamed(score, second, fall);
  if (has.second || (isAlways && isAlwaysNamed(score, limiting, fall) && has.always)) return factors;
  return [isAlways ? second : limiting];
}

function reasonText({ language, has }: Story, { kind, words, figure }: ToldReason, when: string): Reason {
  const isWhole = when === "" || !has.when;
  const inPart = isWhole ? words : (language.withWhen?.(words, when) ?? words + when);
  return { kind, text: withFigure(inPart, has.figure ? figure : undefined) };
}

/** Names the part of the session that is much worse than the rest; empty if there is none. */
function worstWords({ language, score }: Story): string {
  const third = worstThird(score, score.hours.score, 100);
  return third === undefined ? "" : language.worse(language.when[third]);
}

/**
 * The wind of sports that live of it or are on the water, and a wind that alone would be reason enough to stay at home, if
 * neither the reasons nor the sky say it.
 */
function windUnsaid(story: Story): string | undefined {
  const { language, score, isEarly, factors, has } = story;
  const { session, hours } = score;
  if (story.isWindAlways ? !has.waterWind : !has.wind || score.windRisk !== "high") return undefined;
  const hour = hours.first + worstHour(score, "wind");
  if (!score.isStormy || isEarly) {
    if (factors === undefined && fairWindWords(language, session, hour) !== "") return undefined;
    if (factors !== undefined && namedFactors(story, factors).includes("wind")) return undefined;
  }
  return windBesides(language, session, hour);
}

/** The temperature at the start; undefined if a reason says it. */
function aboutWords(story: Story): string | undefined {
  const { language, score, isEarly, factors, has } = story;
  const temp = withUnit(language.temp, score.tempC);
  if (score.isStormy && !isEarly) return language.about(temp);
  if (factors === undefined || !namedFactors(story, factors).includes("temp")) {
    const { tempC, feelsLikeC } = score;
    const difference = Math.abs(wholeDegrees(feelsLikeC) - wholeDegrees(tempC));
    const isFelt = has.feelsLike && difference >= FEELS_LIKE_DIFFERENCE_C && isBelieved(feelsLikeC, tempC);
    const felt = isFelt ? `, ${language.feelsLike(withUnit(language.temp, feelsLikeC))}` : "";
    return `${language.about(temp)}${felt}`;
  }
  const { tempC, isFeltWorse } = warmthOf(score, worstHour(score, "temp"));
  if (Math.abs(tempC - score.tempC) >= AT_START_DIFFERENCE_C) return language.aboutAtStart(temp);
  return isFeltWorse ? language.about(temp) : undefined;
}
