// The sentence for end users: how good the weather is, one or two reasons, when, the temperature, a better time, and the
// uncertainty. No score, no jargon. This file decides what is said; languages have the words.
import type { Factor } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { SPORT_BY_NAME, sportOf } from "../scoring/sports/sports.ts";
import { type BetterStart, betterTime } from "./better-time.ts";
import { type Language, type Opening, type Reason, REASON_KINDS, type When, type Words } from "./language.ts";
import { EN } from "./languages/en/sentences.ts";
import { fallingHour, isSlight, isWet, precipitationWords, slightFall } from "./precipitation.ts";
import { reasonOf, stormWhen, type ToldReason } from "./reason.ts";
import { chooseReasons, isAlwaysNamed, type NamedFactors, NIGHT_IS_FINE } from "./reason-choice.ts";
import { isBelieved, warmthOf } from "./temperature.ts";
import { type ToldBefore, toldWords } from "./told-before.ts";
import { wholeDegrees, withUnit } from "./units.ts";
import { darkness, worstHour, worstThird } from "./when.ts";
import { fairWindWords, isWindAlwaysSaid, windBesides } from "./wind.ts";

/** In characters. English has a lower limit for summaries without an earlier verdict. */
const LENGTH_MAX = 160;

/** A smaller feels-like difference is not worth saying. */
const FEELS_LIKE_DIFFERENCE_C = 5;

/** The temperature at the start is not worth saying if it differs by less than this from the temperature in a reason. */
const AT_START_DIFFERENCE_C = 3;

/**
 * Parts of a summary, in the order in which they are left out until the summary fits. `figure` is what a reason has in
 * brackets, `waterWind` the wind of sports that live of it or are on the water, `always` the second of two reasons that are
 * both always said.
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

/** What a summary is made from. Its words are made once, since a long summary is put together several times. */
interface Story {
  readonly language: Language;
  readonly score: SessionScore;
  readonly isTold: boolean;
  /** A thunderstorm during the session is certain enough to say nothing else. */
  readonly isStorm: boolean;
  /** "Great weather", or after an earlier verdict "Now it looks good". */
  readonly opening: string;
  /** The sport as it follows an opening, "for golf"; then in the dark, if that is said. Empty after an earlier verdict. */
  readonly sport: string;
  readonly sportAtNight: string;
  /** The entry of the hour whose rain or snow is said. */
  readonly fall: number;
  /** The sentence always says the wind. */
  readonly isWindAlways: boolean;
  /** A roof keeps that rain or snow off, and the summary says so. */
  readonly isRoofTold: boolean;
  /** Why the weather is no better; undefined if it is fine. */
  readonly factors: NamedFactors | undefined;
  readonly reasons: readonly [limiting: ToldReason, second?: ToldReason] | undefined;
  /** Fine weather, and its wind. */
  readonly sky: Words | undefined;
  readonly fairWind: string;
  /** The wind, if it has to be said where neither the sky nor a reason does. */
  readonly windBesides: string | undefined;
  /** The part of the session that is much worse than the rest; empty if there is none. */
  readonly worst: string;
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
  const isEarly = leadHours >= (sportOf(score.session.profile.base)?.earlyDays ?? EARLY_DAYS) * 24;
  const fall = fallingHour(score);
  const factors = chooseReasons(score, fall);
  const story = storyOf(language, score, { fall, factors, isEarly, isTold: told !== undefined });
  const has: Record<Part, boolean> = story.has;
  const before = told === undefined ? "" : `${toldWords(language, told)}. `;
  const time = better && betterTime(language, better, isWeatherTheMatter(score, factors));
  const betterWords = time === undefined ? "" : `. ${language.better(time)}`;
  const isSafe = score.recommendation === "safe_to_book";
  // If darkness decides the verdict, the verdict is certain, whatever the weather.
  const uncertain =
    isSafe && leadHours >= oftenChangesDays * 24
      ? language.oftenChanges
      : isEarly && score.multiplier.dark >= 0.5
        ? language.earlyDays
        : undefined;
  const textOf = () => {
    const end = uncertain === undefined ? "" : `. ${uncertain}${has.checkAgain ? language.checkAgain : ""}`;
    return `${before}${weatherWords(story)}${has.better ? betterWords : ""}${missingWords(story)}${end}.`;
  };
  const lengthMax = told === undefined ? (language.lengthMax ?? LENGTH_MAX) : LENGTH_MAX;

  let text = textOf();
  if (text.length <= lengthMax) return text;
  const left: Part[] = [];
  for (const part of LEFT_OUT) {
    if (text.length <= lengthMax) break;
    left.push(part);
    has[part] = false;
    text = textOf();
  }
  for (const part of left.toReversed()) {
    has[part] = true;
    const longer = textOf();
    if (longer.length <= lengthMax) text = longer;
    else has[part] = false;
  }
  return text;
}

function storyOf(
  language: Language,
  score: SessionScore,
  {
    fall,
    factors,
    isEarly,
    isTold,
  }: Pick<Story, "fall" | "factors" | "isTold"> & { readonly isEarly: boolean },
): Story & { has: Record<Part, boolean> } {
  const { session, hours, recommendation } = score;
  const { profile } = session;
  const isRoofTold = profile.isCovered === true && isWet(score, fall);
  const isWindAlways = isWindAlwaysSaid(profile);
  const isStorm = score.isStormy && !isEarly;
  const sport = isTold && !isStorm ? "" : sportWords(language, profile);
  const [limiting, second] = factors ?? [];
  const isFine = limiting === undefined && !isStorm;
  const windiest =
    isFine || isWindAlways || score.windRisk === "high" ? hours.first + worstHour(score, "wind") : 0;
  const fairWind = isFine ? fairWindWords(language, session, windiest) : "";
  const isWindOwed = (isWindAlways || score.windRisk === "high") && fairWind === "";
  return {
    language,
    score,
    isTold,
    isStorm,
    opening: isTold
      ? language.looksNow[recommendation]
      : openingWords(language, score, { limiting, isEarly }),
    sport,
    sportAtNight: isTold || limiting === "dark" ? sport : atNight(language, score, sport),
    fall,
    isWindAlways,
    isRoofTold,
    factors,
    reasons:
      limiting === undefined || isStorm
        ? undefined
        : [
            reasonOf(language, score, { factor: limiting, fall, isEarly }),
            second && reasonOf(language, score, { factor: second, fall, isEarly }),
          ],
    sky: isFine ? skyWords(language, score, { fall, isRoofTold }) : undefined,
    fairWind,
    windBesides: isWindOwed ? windBesides(language, session, windiest) : undefined,
    worst:
      isFine || (limiting === "rain" && second === undefined) || limiting === "dark"
        ? worstWords(language, score)
        : "",
    has: { ...WHOLE },
  };
}

/** Whether the weather is what is bad, not the dark or the ground; under a roof, nobody asks for better weather. */
function isWeatherTheMatter({ session }: SessionScore, factors: NamedFactors | undefined): boolean {
  const limiting = factors?.[0];
  return session.profile.isCovered !== true && limiting !== "dark" && limiting !== "wet";
}

function sportWords(language: Language, { builtInName, label }: CompiledProfile): string {
  const spoken: Readonly<Record<string, string | undefined>> = language.sports;
  return (builtInName === undefined ? undefined : spoken[builtInName]) ?? language.ownSport(label);
}

function openingWords(
  language: Language,
  score: SessionScore,
  { limiting, isEarly }: { readonly limiting: Factor | undefined; readonly isEarly: boolean },
): string {
  const isWeather = score.session.profile.isCovered !== true && limiting !== "dark";
  const words = (isWeather ? undefined : language.conditions) ?? language.opening;
  return words[openingOf(score, limiting, isEarly)];
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

/** The sport in the dark or under lights, if the whole session is in the dark and nobody minds. */
function atNight(language: Language, { session, hours, minutes }: SessionScore, sport: string): string {
  const { weather, profile } = session;
  if (profile.night < NIGHT_IS_FINE) return sport;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if (minutes[entry] !== 0 && weather.isDay[hours.first + entry] !== 0) return sport;
  }
  const kind = nightOf(profile);
  if (kind === "expected") return sport;
  return kind === "lit" ? language.underLights(sport) : language.inTheDark(sport);
}

/** Whether a sport is played under lights, by itself or at this venue, or in the dark that its people expect. */
function nightOf({ base, builtInName, night }: CompiledProfile): "lit" | "expected" | undefined {
  const sport = sportOf(base);
  const usual = SPORT_BY_NAME.get(builtInName ?? base)?.numbers?.night ?? sport?.numbers.night;
  return night === 1 && usual !== 1 ? "lit" : sport?.atNight;
}

/** The sky when there is nothing to complain about: "dry and sunny". */
function skyWords(
  language: Language,
  score: SessionScore,
  { fall, isRoofTold }: Pick<Story, "fall" | "isRoofTold">,
): Words {
  const { weather } = score.session;
  if (isRoofTold) return { words: language.sky.underRoof };
  if (isWet(score, fall)) return precipitationWords(language, weather, score.hours.first + fall);
  const cloudiest = score.hours.first + worstHour(score, "cloud");
  const cloudPct = weather.isDay[cloudiest] === 0 ? Number.NaN : (weather.cloudPct[cloudiest] ?? Number.NaN);
  if (cloudPct < 30) return { words: language.sky.sunny };
  return { words: cloudPct > 70 ? language.sky.cloudy : language.sky.dry };
}

/** Names the part of the session that is much worse than the rest; empty if there is none. */
function worstWords(language: Language, score: SessionScore): string {
  const third = worstThird(score, score.hours.score, 100);
  return third === undefined ? "" : language.worse(language.when[third]);
}

/** The weather, its temperature and wind. */
function weatherWords(story: Story): string {
  const { language, score, factors, reasons, sport, isTold, has } = story;
  let text: string;
  if (story.isStorm) {
    const storm = isTold ? language.stormNow : language.storm;
    text = storm(partWords(language, stormWhen(score)), sport);
  } else {
    text =
      factors === undefined || reasons === undefined
        ? fineWords(story)
        : reasonWords(story, factors, reasons);
  }
  // A summary of a changed verdict has the temperature only among the reasons.
  const about = isTold || !has.temperature ? undefined : aboutWords(story);
  const isWindSaid = story.isWindAlways ? has.waterWind : has.wind;
  const wind = isWindSaid && !isNamed(story, "wind") ? story.windBesides : undefined;
  if (about !== undefined) return wind === undefined ? `${text}. ${about}` : `${text}. ${about}, ${wind}`;
  return wind === undefined ? text : `${text}. ${wind.charAt(0).toUpperCase()}${wind.slice(1)}`;
}

function missingWords({ language, score, has }: Story): string {
  if (!has.missing || score.coveredMinutes >= score.session.durationMinutes) return "";
  return `. ${score.minutes.at(-1) === 0 ? language.endMissing : language.partMissing}`;
}

function subjectWords({ opening, sport, sportAtNight, isTold, has }: Story): string {
  return isTold ? opening : `${opening} ${has.inTheDark ? sportAtNight : sport}`;
}

function fineWords(story: Story): string {
  const { language, score, fall, sky, worst, has } = story;
  const wind = (story.isWindAlways ? has.waterWind : has.wind) ? story.fairWind : "";
  let outside = "";
  if (has.roof && story.isRoofTold) {
    const { words, figure } = precipitationWords(language, score.session.weather, score.hours.first + fall);
    outside = `${language.semicolon}${withFigure(language.outside(words), figure)}`;
  }
  const { words = "", figure } = sky ?? {};
  const dry = withFigure(words, has.figure ? figure : undefined);
  return `${subjectWords(story)}${language.colon}${dry}${wind}${worst}${outside}`;
}

function withFigure(words: string, figure: string | undefined): string {
  return figure === undefined ? words : `${words} (${figure})`;
}

function reasonWords(story: Story, factors: NamedFactors, reasons: NonNullable<Story["reasons"]>): string {
  const { language, score, isTold, worst, has } = story;
  const subject = subjectWords(story);
  if (score.recommendation === "safe_to_book" && factors.length === 1 && factors[0] === "rain") {
    // Good weather whose only blemish is a small chance of rain is called dry.
    const { weather } = score.session;
    const hour = score.hours.first + story.fall;
    if (isSlight(weather, hour)) {
      return `${subject}${language.colon}${language.dryBut[slightFall(weather, hour)]}${worst}`;
    }
  }
  const room = roomFor(story, factors);
  let [leading, following] = reasons;
  if (room === "second" && following !== undefined) leading = following;
  if (room !== "both") following = undefined;
  // The temperature comes first; reasons that are whole sentences come last.
  if (following && REASON_KINDS.indexOf(following.kind) < REASON_KINDS.indexOf(leading.kind)) {
    const costlier = leading;
    leading = following;
    following = costlier;
  }

  const isRoofSaid = has.roof && story.isRoofTold && !isTold;
  const before = isRoofSaid ? `${language.colon}${language.sky.underRoof}` : "";
  const { first, second, tail } = timed(story, leading, following);
  const isAfterBut = isRoofSaid || score.playabilityScore >= (isTold ? 80 : 50);
  const lead = isAfterBut ? language.but(first) : language.colon;
  const opened = isAfterBut && language.afterBut !== undefined ? language.afterBut(first) : first.text;
  const joined =
    second === undefined ? opened : language.and({ kind: first.kind, text: opened }, second, isAfterBut);
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
    return { first, tail: isDark ? story.worst : especially(story, leading) };
  }
  let ofFirst = partWords(language, leading.when);
  let ofSecond = partWords(language, following.when);
  let tail = "";
  if (holdsThroughout(leading) && holdsThroughout(following)) {
    const isSame = leading.when === following.when && leading.especially === following.especially;
    if (isSame || leading.when !== undefined) tail = especially(story, following);
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

function especially({ language, has }: Story, reason: ToldReason): string {
  return reason.especially === undefined || !has.when
    ? ""
    : language.especially(language.when[reason.especially]);
}

function partWords(language: Language, when: When | undefined): string {
  return when === undefined ? "" : language.when[when];
}

/** Whether the sentence has room for both reasons; one that is always said is the last to go. */
function roomFor(
  { score, has, fall }: Story,
  [limiting, second]: NamedFactors,
): "both" | "limiting" | "second" {
  if (second === undefined) return "limiting";
  if (has.second) return "both";
  if (!isAlwaysNamed(score, second, fall)) return "limiting";
  return has.always && isAlwaysNamed(score, limiting, fall) ? "both" : "second";
}

/** Whether the reasons of the sentence have the factor. */
function isNamed(story: Story, factor: Factor): boolean {
  const { factors } = story;
  if (factors === undefined || story.isStorm) return false;
  const [limiting, second] = factors;
  if (factor !== limiting && factor !== second) return false;
  const room = roomFor(story, factors);
  return (factor === limiting && room !== "second") || (factor === second && room !== "limiting");
}

function reasonText({ language, has }: Story, { kind, words, figure }: ToldReason, when: string): Reason {
  const isWhole = when === "" || !has.when;
  const inPart = isWhole ? words : (language.withWhen?.(words, when) ?? words + when);
  return { kind, text: withFigure(inPart, has.figure ? figure : undefined) };
}

/** The temperature at the start; undefined if a reason says it. */
function aboutWords(story: Story): string | undefined {
  const { language, score, has } = story;
  const { tempC, feelsLikeC } = score;
  const temp = withUnit(language.temp, tempC);
  if (story.isStorm) return language.about(temp);
  if (isNamed(story, "temp")) {
    const told = warmthOf(score, worstHour(score, "temp"));
    if (Math.abs(told.tempC - tempC) >= AT_START_DIFFERENCE_C) return language.aboutAtStart(temp);
    return told.isFeltWorse ? language.about(temp) : undefined;
  }
  const difference = Math.abs(wholeDegrees(feelsLikeC) - wholeDegrees(tempC));
  if (!has.feelsLike || difference < FEELS_LIKE_DIFFERENCE_C || !isBelieved(feelsLikeC, tempC))
    return language.about(temp);
  return `${language.about(temp)}, ${language.feelsLike(withUnit(language.temp, feelsLikeC))}`;
}
