// Puts the weather of a summary together from its story: the opening, the reasons with their parts of the session, the
// temperature and the wind.
import type { Factor } from "../scoring/hour-score.ts";
import { darkness } from "./darkness.ts";
import { type Language, type Reason, REASON_KINDS, type When } from "./language.ts";
import { isWetHour, precipitationWords, slightFall } from "./precipitation.ts";
import { stormWhen, type ReasonInWords } from "./reason.ts";
import { isAlwaysNamed, type NamedFactors } from "./reason-choice.ts";
import type { Story } from "./story.ts";
import { isBelieved, warmthOf } from "./temperature.ts";
import { wholeDegrees, withUnit } from "./units.ts";
import { worstHour } from "./when.ts";

/** A smaller feels-like difference is not worth saying. */
const FEELS_LIKE_DIFFERENCE_C = 5;

/** The temperature at the start is not worth saying if it differs by less than this from the temperature in a reason. */
const AT_START_DIFFERENCE_C = 3;

/** The weather, its temperature and wind. */
export function weatherWords(story: Story): string {
  const { language, score, factors, reasons, sport, hasEarlierVerdict, has } = story;
  let text: string;
  if (story.isStorm) {
    const storm = hasEarlierVerdict ? language.stormNow : language.storm;
    text = storm(partWords(language, stormWhen(score)), sport);
  } else {
    text =
      factors === undefined || reasons === undefined
        ? fineWords(story)
        : reasonWords(story, factors, reasons);
  }
  // A summary of a changed verdict has the temperature only among the reasons.
  const about = hasEarlierVerdict || !has.temperature ? undefined : aboutWords(story);
  const wind = windBesides(story);
  if (about !== undefined) return wind === undefined ? `${text}. ${about}` : `${text}. ${about}, ${wind}`;
  return wind === undefined ? text : `${text}. ${wind.charAt(0).toUpperCase()}${wind.slice(1)}`;
}

/** The wind or its gusts, where the reasons do not say them. */
function windBesides(story: Story): string | undefined {
  const { isWindAlways, has } = story;
  if (!(isWindAlways ? has.waterWind : has.wind)) return undefined;
  if (isNamed(story, "wind")) return story.gustsBesides;
  return isWindAlways && !has.waterFigure ? story.windBesides?.short : story.windBesides?.words;
}

function subjectWords(story: Story): string {
  const { opening, openingAlone, sport, sportAtNight, hasEarlierVerdict, has } = story;
  if (hasEarlierVerdict) return has.before ? opening : openingAlone;
  return `${opening} ${has.inTheDark ? sportAtNight : sport}`;
}

function fineWords(story: Story): string {
  const { sky, worst, has, language } = story;
  const wind = (story.isWindAlways ? has.waterWind : has.wind) ? story.fairWind : "";
  const { words = "", figure } = sky ?? {};
  const dry = withFigure(words, has.figure ? figure : undefined);
  return `${subjectWords(story)}${language.colon}${dry}${wind}${worst}${outsideWords(story)}`;
}

/** What falls outside a roof. */
function outsideWords({ language, score, fall, isRoofNamed, has }: Story): string {
  if (!has.roof || !isRoofNamed) return "";
  const { words, figure } = precipitationWords(language, score.session.weather, score.hours.first + fall);
  return `${language.semicolon}${withFigure(language.outside(words), figure)}`;
}

function withFigure(words: string, figure: string | undefined): string {
  return figure === undefined ? words : `${words} (${figure})`;
}

function reasonWords(story: Story, factors: NamedFactors, reasons: NonNullable<Story["reasons"]>): string {
  const { language, score, hasEarlierVerdict, worst, has } = story;
  const subject = subjectWords(story);
  if (score.recommendation === "safe_to_book" && factors.length === 1 && factors[0] === "rain") {
    // Good weather whose only blemish is a small chance of rain is called dry.
    const { weather } = score.session;
    const hour = score.hours.first + story.fall;
    if (!isWetHour(weather, hour)) {
      return `${subject}${language.colon}${language.dryBut[slightFall(weather, hour)]}${worst}`;
    }
  }
  const room = roomFor(story, factors);
  let [leading, following] = reasons;
  if (room === "second" && following !== undefined) leading = following;
  if (room !== "both") following = undefined;
  if (following && isToldBefore(story, following, leading)) {
    const costlier = leading;
    leading = following;
    following = costlier;
  }

  const isRoofSaid = has.roof && story.isRoofNamed && !hasEarlierVerdict;
  const before = isRoofSaid ? `${language.colon}${language.sky.underRoof}` : "";
  const { first, second, tail } = timed(story, leading, following);
  const isAfterBut = isRoofSaid || score.playabilityScore >= (hasEarlierVerdict ? 80 : 50);
  const lead = isAfterBut ? language.but(first) : language.colon;
  const opened = isAfterBut && language.afterBut !== undefined ? language.afterBut(first) : first.text;
  const joined = second === undefined ? opened : language.and({ ...first, text: opened }, second, isAfterBut);
  // After an earlier verdict there is no sport that could be played under the roof.
  const outside = hasEarlierVerdict ? outsideWords(story) : "";
  return `${subject}${before}${lead}${joined}${tail}${outside}`;
}

const AT_THE_START: ReadonlySet<When | undefined> = new Set([
  "first",
  "firstHalf",
  "firstHalfHour",
  "firstHour",
]);

/** The temperature comes first, reasons that are whole sentences come last. Of one kind, what is at the start comes first. */
function isToldBefore({ has }: Story, reason: ReasonInWords, other: ReasonInWords): boolean {
  if (reason.kind !== other.kind) return REASON_KINDS.indexOf(reason.kind) < REASON_KINDS.indexOf(other.kind);
  if (!has.when || other.when === undefined) return false;
  return AT_THE_START.has(reason.when) && !AT_THE_START.has(other.when);
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
function timed(story: Story, leading: ReasonInWords, following: ReasonInWords | undefined): TimedReasons {
  const { language } = story;
  if (following === undefined) {
    const first = reasonText(story, leading, partWords(language, leading.when));
    const isDark = leading.kind === "darkness" && darkness(story.score) === "all";
    return { first, tail: isDark ? story.worst : especially(story, leading) };
  }
  let ofFirst = partWords(language, leading.when);
  let ofSecond = partWords(language, following.when);
  let tail = "";
  let isTimeOfBoth = false;
  if (holdsThroughout(leading) && holdsThroughout(following)) {
    const isSame = leading.when === following.when && leading.especially === following.especially;
    if (isSame || leading.when !== undefined) tail = especially(story, following);
    // Once for both, where it is understood of both: "hot with rain towards the end" would be hot all the time.
    isTimeOfBoth = isSame && language.withWhen !== undefined;
    const isOfBothAtEnd = language.withWhen === undefined && leading.kind !== "temperature";
    if (isSame && isOfBothAtEnd) ofFirst = "";
    else if (isSame) ofSecond = "";
    else if (leading.when === undefined) ofFirst = throughout(story, leading, following);
    else if (following.when === undefined && tail === "") ofSecond = throughout(story, following, leading);
  }
  return {
    first: { ...reasonText(story, leading, ofFirst), isTimeOfBoth },
    second: reasonText(story, following, ofSecond),
    tail,
  };
}

/** Such a reason is understood to hold throughout, unless it says when. */
function holdsThroughout({ kind }: ReasonInWords): boolean {
  return kind === "temperature" || kind === "weather";
}

/** For a reason beside another that has a part of the session. */
function throughout({ language, has }: Story, { lasts }: ReasonInWords, other: ReasonInWords): string {
  if (other.when === undefined || !has.throughout) return "";
  const share = lasts?.();
  if (share === undefined) return "";
  return share === "most" ? language.when.most : language.throughout;
}

function especially({ language, has }: Story, reason: ReasonInWords): string {
  return reason.especially === undefined || !has.when
    ? ""
    : language.especially(language.when[reason.especially]);
}

function partWords(language: Language, when: When | undefined): string {
  return when === undefined ? "" : language.when[when];
}

/** Whether the sentence has room for both reasons; one that is always said is the last to go, and thunder after all others. */
function roomFor(
  { score, has, fall }: Story,
  [limiting, second]: NamedFactors,
): "both" | "limiting" | "second" {
  if (second === undefined) return "limiting";
  if (has.second) return "both";
  if (!isAlwaysNamed(score, second, fall)) return "limiting";
  if (has.always && isAlwaysNamed(score, limiting, fall)) return "both";
  return limiting === "storm" ? "limiting" : "second";
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

function reasonText(
  { language, has, isWindAlways }: Story,
  { factor, kind, words, figure, shortFigure }: ReasonInWords,
  when: string,
): Reason {
  // Who is on the water asks for the wind first.
  const isWaterWind = isWindAlways && factor === "wind";
  const said = isWaterWind && !has.waterFigure ? shortFigure : figure;
  const isFigureSaid = isWaterWind ? has.waterWind : has.figure;
  const isWhole = when === "" || !has.when;
  const inPart = isWhole ? words : (language.withWhen?.(words, when) ?? words + when);
  return { kind, text: withFigure(inPart, isFigureSaid ? said : undefined) };
}

/** The temperature at the start; undefined if a reason says it. */
function aboutWords(story: Story): string | undefined {
  const { language, score, has } = story;
  const { tempC, feelsLikeC } = score;
  const temp = withUnit(language.temp, tempC);
  if (story.isStorm) return language.about(temp);
  if (has.figure && isNamed(story, "temp")) {
    const worst = warmthOf(score, worstHour(score, "temp"));
    if (Math.abs(worst.tempC - tempC) >= AT_START_DIFFERENCE_C) return language.aboutAtStart(temp);
    return worst.isFeltWorse ? language.about(temp) : undefined;
  }
  const difference = Math.abs(wholeDegrees(feelsLikeC) - wholeDegrees(tempC));
  if (!has.feelsLike || difference < FEELS_LIKE_DIFFERENCE_C || !isBelieved(feelsLikeC, tempC))
    return language.about(temp);
  return `${language.about(temp)}, ${language.feelsLike(withUnit(language.temp, feelsLikeC))}`;
}
