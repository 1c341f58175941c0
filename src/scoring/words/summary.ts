// The sentence that end users read: how good the weather is, the reason or two behind it, the temperature. No score, no
// jargon. What is said is decided here, the words for it are a language's.
import type { Factor } from "../hour-score.ts";
import { pointsLost } from "../points-lost.ts";
import type { SessionScore } from "../session-score.ts";
import { weatherCodeKind, valueAt } from "../weather-columns.ts";
import type { Language, Opening, Reason, Sky, When } from "./language.ts";
import { EN } from "./languages/en.ts";
import {
  isWorthMentioning,
  precipitationWords,
  reasonOf,
  warmthOf,
  isFeltWorse,
  fairWindWords,
  precipitationName,
} from "./reason.ts";
import { wholeDegrees } from "./units.ts";
import { worstHour, whenFactor, whenHours } from "./when.ts";

/** Characters. Every language but English has them. */
const LENGTH_MAX = 160;

/** A feels-like temperature that differs by less is not worth saying. */
const FEELS_LIKE_DIFFERENCE_C = 5;

/** A temperature at the start that differs by less from the one that is a reason is not worth saying. */
const AT_START_DIFFERENCE_C = 3;

/**
 * One or two short sentences. What does not fit is left out in this order: the second reason, the feels-like
 * temperature, the part of the session, the temperature; in fine weather the feels-like temperature, then the wind.
 */
export function summary(score: SessionScore, language: Language = EN): string {
  const sport = sportWords(language, score);
  if (score.isStormy) {
    const { weather } = score.session;
    const isStorm = (entry: number) => weatherCodeKind(weather, score.hours.first + entry) === "thunder";
    const storm = language.storm(whenWords(language, whenHours(score, isStorm)));
    return `${storm} ${sport}. ${language.about(language.temp(score.tempC))}.`;
  }
  const isComplete = score.coveredMinutes >= score.session.durationMinutes;
  const end = isComplete ? "." : `. ${language.incomplete}.`;
  const factors = reasonFactors(score);
  const [first] = factors;
  const opening = openingOf(score, first);
  const isAfterDark = opening !== "unfit" && first !== "dark" && isNightFine(score) && isAllNight(score);
  const subject = `${language.opening[opening]} ${sport}${isAfterDark ? language.afterDark : ""}`;
  return firstThatFits(
    language.lengthMax ?? LENGTH_MAX,
    first === undefined
      ? fineTexts(language, score, subject)
      : reasonTexts(language, score, { subject, opening, factors }),
    end,
  );
}

/** The first of the texts, from the longest to the shortest; the shortest always fits. */
function firstThatFits(lengthMax: number, texts: readonly (() => string)[], end: string): string {
  let text = "";
  for (const make of texts) {
    text = make() + end;
    if (text.length <= lengthMax) return text;
  }
  return text;
}

function sportWords({ sports, ownSport }: Language, { session }: SessionScore): string {
  const { builtInName, label } = session.profile;
  return (builtInName === undefined ? undefined : sports[builtInName]) ?? ownSport(label);
}

function fineTexts(language: Language, score: SessionScore, subject: string): readonly (() => string)[] {
  const { weather, profile } = score.session;
  const about = language.about(language.temp(score.tempC));
  const sky = `${subject}${language.colon}${skyWords(language, score)}`;
  const wind = fairWindWords(language, weather, profile, score.hours.first + worstHour(score, "wind"));
  return [
    () => `${sky}${wind}. ${about}${feelsLikeTail(language, score)}`,
    () => `${sky}${wind}. ${about}`,
    () => `${sky}. ${about}`,
  ];
}

function reasonTexts(
  language: Language,
  score: SessionScore,
  { subject, opening, factors }: { subject: string; opening: Opening; factors: readonly Factor[] },
): readonly (() => string)[] {
  // A storm that is about to come is said, whatever else is not.
  const [limiting = "rain", second] = score.isStormSoon ? factors.toReversed() : factors;
  const reason = reasonOf(language, score, limiting);
  // One part of a session is enough: when it gets dark has its own.
  const when = second === "dark" ? "" : whenWords(language, whenFactor(score, limiting));
  const timed: Reason = { kind: reason.kind, text: reason.text + when };
  const praises = opening === "good" || opening === "reasonable";
  const sentence = ({ kind, text }: Reason) =>
    `${subject}${praises ? language.but(kind) : language.colon}${text}`;
  const dry = drySky(score, factors);
  const one = () => (dry === undefined ? sentence(timed) : `${subject}${language.colon}${language.sky[dry]}`);
  const about = () => `. ${language.about(language.temp(score.tempC))}`;
  const texts = [
    () => one() + tempTail(language, score, [limiting]),
    () => one() + about(),
    () => sentence(reason) + about(),
    () => sentence(reason),
  ];
  if (second === undefined) return texts;
  const other = reasonOf(language, score, second);
  // Read aloud, the temperature comes first, and a storm after the session last.
  const isLast = score.isStormSoon || (second === "temp" && limiting !== "dark");
  const [leading, following] = isLast ? [other, timed] : [timed, other];
  const both = { kind: leading.kind, text: language.and(leading, following) };
  return [() => sentence(both) + tempTail(language, score, factors), ...texts];
}

function openingOf({ playabilityScore }: SessionScore, limiting: Factor | undefined): Opening {
  if (playabilityScore >= 90 && limiting === undefined) return "great";
  if (playabilityScore >= 80) return "good";
  if (playabilityScore >= 65) return "reasonable";
  if (playabilityScore >= 50) return "notIdeal";
  if (limiting === "dark") return "unfit";
  return playabilityScore >= 20 ? "poor" : "bad";
}

function isAllNight({ session, hours, minutes }: SessionScore): boolean {
  return minutes.every(
    (entry, index) => entry === 0 || valueAt(session.weather.isDay, hours.first + index) === 0,
  );
}

/** The sky where there is nothing to complain of: "dry and sunny". */
function skyWords(language: Language, score: SessionScore): string {
  const { weather, profile } = score.session;
  const wettest = score.hours.first + worstHour(score, "rain");
  if (isWorthMentioning(weather, wettest)) {
    return profile.isCovered === true
      ? language.sky.underRoof
      : precipitationWords(language, weather, wettest);
  }
  const cloudiest = score.hours.first + worstHour(score, "cloud");
  if (valueAt(weather.isDay, cloudiest) === 0) return language.sky.dry;
  const cloudPct = valueAt(weather.cloudPct, cloudiest);
  if (cloudPct < 30) return language.sky.sunny;
  return cloudPct > 70 ? language.sky.cloudy : language.sky.dry;
}

function whenWords({ when }: Language, part: When | undefined): string {
  return part === undefined ? "" : when[part];
}

/** The temperature at the start, as a sentence that begins with a full stop; empty where a reason has said it. */
function tempTail(language: Language, score: SessionScore, named: readonly Factor[]): string {
  const temp = language.temp(score.tempC);
  if (!named.includes("temp")) return `. ${language.about(temp)}${feelsLikeTail(language, score)}`;
  const warmth = warmthOf(score, worstHour(score, "temp"));
  if (Math.abs(warmth.tempC - score.tempC) >= AT_START_DIFFERENCE_C)
    return `. ${language.aboutAtStart(temp)}`;
  return isFeltWorse(score.session.profile, warmth) ? `. ${language.about(temp)}` : "";
}

function feelsLikeTail(language: Language, { tempC, feelsLikeC }: SessionScore): string {
  const difference = Math.abs(wholeDegrees(feelsLikeC) - wholeDegrees(tempC));
  return difference >= FEELS_LIKE_DIFFERENCE_C ? `, ${language.feelsLike(language.temp(feelsLikeC))}` : "";
}

/** From this multiplier at night on, darkness is no obstacle: it is said as "after dark" and never as a reason. */
const NIGHT_IS_FINE = 0.9;

/** The factors worth naming, at most two: each must matter, the second one also beside the first. */
function reasonFactors(score: SessionScore): readonly Factor[] {
  const pointsMin = score.playabilityScore >= 80 ? 8 : 5;
  const [first, second] = pointsLost(score).filter(({ factor }) => factor !== "dark" || !isNightFine(score));
  if (first === undefined || first.points < pointsMin) return isRainToBeSaid(score) ? ["rain"] : [];
  if (score.isStormSoon) return first.factor === "storm" ? ["storm"] : [first.factor, "storm"];
  const isSecondNamed =
    second !== undefined &&
    second.points >= pointsMin &&
    second.points * 3 >= first.points &&
    !(first.factor === "storm" && second.factor === "rain" && isFreezingRain(score));
  return isSecondNamed ? [first.factor, second.factor] : [first.factor];
}

/** It is rain too, and need not be said twice. */
function isFreezingRain(score: SessionScore): boolean {
  const hour = score.hours.first + worstHour(score, "storm");
  return weatherCodeKind(score.session.weather, hour) === "ice";
}

/** Rain that costs next to nothing is still no fine weather; snow on a ski slope is, and what falls on a roof. */
function isRainToBeSaid(score: SessionScore): boolean {
  if (score.session.profile.isCovered === true || score.multiplier.rain === 1) return false;
  const wettest = worstHour(score, "rain");
  return (
    isWorthMentioning(score.session.weather, score.hours.first + wettest) &&
    valueAt(score.hours.multiplier.rain, wettest) < 1
  );
}

/** Good weather with no other blemish than a small chance is dry. */
function drySky(score: SessionScore, factors: readonly Factor[]): Sky | undefined {
  if (score.playabilityScore < 80 || factors.length > 1 || factors[0] !== "rain") return undefined;
  const name = precipitationName(score.session.weather, score.hours.first + worstHour(score, "rain"));
  return name === "slightRain" || name === "slightSnow" ? name : undefined;
}

function isNightFine({ session }: SessionScore): boolean {
  return session.profile.night >= NIGHT_IS_FINE;
}
