// What a summary is made from: what there is to say, and the words that stay the same while parts are left out.
import type { Factor } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { SPORT_BY_NAME, sportOf } from "../scoring/sports/sports.ts";
import type { Verdict } from "../scoring/verdicts.ts";
import { nightMinutes } from "./darkness.ts";
import { isVeryPoor } from "./is-very-poor.ts";
import type { Language, Opening, Words } from "./language.ts";
import { type Part, WHOLE } from "./parts.ts";
import { isWetHour, precipitationWords } from "./precipitation.ts";
import { reasonOf, type ReasonInWords } from "./reason.ts";
import { type NamedFactors, NIGHT_IS_FINE } from "./reason-choice.ts";
import { worstHour, worstThird } from "./when.ts";
import { fairWindWords, isWindAlwaysSaid, type WindBesides, windBesides } from "./wind.ts";

/** What a summary is made from. Its words are made once, since a long summary is put together several times. */
export interface Story {
  readonly language: Language;
  readonly score: SessionScore;
  readonly hasEarlierVerdict: boolean;
  /** The earlier verdict is this one, so it is not repeated. */
  readonly isUnchanged: boolean;
  /** A thunderstorm during the session is certain enough to say nothing else. */
  readonly isStorm: boolean;
  /** "Great weather", or after an earlier verdict "Now it looks good". */
  readonly opening: string;
  /** The same where the earlier verdict is left out. */
  readonly openingAlone: string;
  /** The sport as it follows an opening, "for golf"; then in the dark, if that is said. Empty after an earlier verdict. */
  readonly sport: string;
  readonly sportAtNight: string;
  /** The entry of the hour whose rain or snow is said. */
  readonly fall: number;
  /** The sentence always says the wind. */
  readonly isWindAlways: boolean;
  /** A roof keeps that rain or snow off, and the summary says so. */
  readonly isRoofNamed: boolean;
  /** Why the weather is no better; undefined if it is fine. */
  readonly factors: NamedFactors | undefined;
  readonly reasons: readonly [limiting: ReasonInWords, second?: ReasonInWords] | undefined;
  /** Fine weather, and its wind. */
  readonly sky: Words | undefined;
  readonly fairWind: string;
  /** The wind, if it has to be said where neither the sky nor a reason does. */
  readonly windBesides: WindBesides | undefined;
  /** Dangerous gusts of another hour than that of the wind among the reasons, for sports that always say them. */
  readonly gustsBesides: string | undefined;
  /** The part of the session that is much worse than the rest; empty if there is none. */
  readonly worst: string;
  /** The optional parts that the summary still has. */
  readonly has: Readonly<Record<Part, boolean>>;
}

export function storyOf(
  language: Language,
  score: SessionScore,
  {
    fall,
    factors,
    isEarly,
    earlier,
  }: Pick<Story, "fall" | "factors"> & { readonly isEarly: boolean; readonly earlier: Verdict | undefined },
): Story & { has: Record<Part, boolean> } {
  const { session, hours, recommendation } = score;
  const { profile } = session;
  const isRoofNamed = profile.isCovered === true && isWetHour(session.weather, hours.first + fall);
  const isWindAlways = isWindAlwaysSaid(profile);
  const isStorm = score.isStormy && !isEarly;
  const hasEarlierVerdict = earlier !== undefined;
  const isUnchanged = earlier === recommendation && !isStorm;
  const sport = hasEarlierVerdict && !isStorm ? "" : sportWords(language, profile);
  const [limiting, second] = factors ?? [];
  const isFine = limiting === undefined && !isStorm;
  const windiest =
    isFine || isWindAlways || score.windRisk === "high" ? hours.first + worstHour(score, "wind") : 0;
  const fairWind = isFine ? fairWindWords(language, score, windiest) : "";
  const isWindOwed = (isWindAlways || score.windRisk === "high") && fairWind === "";
  const reasons: Story["reasons"] =
    limiting === undefined || isStorm
      ? undefined
      : [
          reasonOf(language, score, { factor: limiting, fall, isEarly }),
          second && reasonOf(language, score, { factor: second, fall, isEarly }),
        ];
  const worst =
    isFine || (limiting === "rain" && second === undefined) || limiting === "dark"
      ? worstWords(language, score)
      : "";
  const openings = hasEarlierVerdict
    ? openingsNow(language, recommendation, isUnchanged)
    : openingsOf(openingWords(language, score, { limiting, isEarly }));
  return {
    language,
    score,
    hasEarlierVerdict,
    isUnchanged,
    isStorm,
    ...openings,
    sport,
    sportAtNight: hasEarlierVerdict || limiting === "dark" ? sport : atNight(language, score, sport),
    fall,
    isWindAlways,
    isRoofNamed,
    factors,
    reasons,
    sky: isFine ? skyWords(language, score, { fall, isRoofNamed, worst }) : undefined,
    fairWind,
    windBesides: isWindOwed ? windBesides(language, score, windiest) : undefined,
    gustsBesides: reasons?.find((reason) => reason?.factor === "wind")?.gustsBesides,
    worst,
    has: { ...WHOLE },
  };
}

type Openings = Pick<Story, "opening" | "openingAlone">;

/** After an earlier verdict. */
function openingsNow(language: Language, recommendation: Verdict, isUnchanged: boolean): Openings {
  if (isUnchanged) return openingsOf(language.looksStill[recommendation]);
  return openingsOf(language.looksNow[recommendation], language.looksNowAlone?.[recommendation]);
}

function openingsOf(opening: string, openingAlone = opening): Openings {
  return { opening, openingAlone };
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
  return isVeryPoor(score) && !isPossible ? "bad" : "poor";
}

/** The sport in the dark or under lights, if the whole session is in the dark and nobody minds. */
function atNight(language: Language, score: SessionScore, sport: string): string {
  const { profile } = score.session;
  if (profile.night < NIGHT_IS_FINE || nightMinutes(score) < score.coveredMinutes) return sport;
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

const CLOUDY_PCT = 70;

/** The sky when there is nothing to complain about: "dry and sunny". */
function skyWords(
  language: Language,
  score: SessionScore,
  { fall, isRoofNamed, worst }: Pick<Story, "fall" | "isRoofNamed" | "worst">,
): Words {
  const { weather } = score.session;
  if (isRoofNamed) return { words: language.sky.underRoof };
  const hour = score.hours.first + fall;
  if (isWetHour(weather, hour)) return precipitationWords(language, weather, hour);
  const cloudiest = score.hours.first + worstHour(score, "cloud");
  const cloudPct = weather.isDay[cloudiest] === 0 ? Number.NaN : (weather.cloudPct[cloudiest] ?? Number.NaN);
  // Clouds for less of the session are told only to explain what gets worse.
  const isCloudy = worst !== "" || cloudyMinutes(score) * 2 >= score.coveredMinutes;
  if (cloudPct > CLOUDY_PCT && isCloudy) return { words: language.sky.cloudy };
  const isMostlyNight = nightMinutes(score) * 2 > score.coveredMinutes;
  return { words: cloudPct < 30 && !isMostlyNight ? language.sky.sunny : language.sky.dry };
}

/** Of the scored minutes, those under a cloudy sky by day. */
function cloudyMinutes({ session: { weather }, hours, minutes }: SessionScore): number {
  let cloudy = 0;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const hour = hours.first + entry;
    const isCloudy = weather.isDay[hour] !== 0 && (weather.cloudPct[hour] ?? Number.NaN) > CLOUDY_PCT;
    if (isCloudy) cloudy += minutes[entry] ?? 0;
  }
  return cloudy;
}

/** Names the part of the session that is much worse than the rest; empty if there is none. */
function worstWords(language: Language, score: SessionScore): string {
  const third = worstThird(score, score.hours.score, 100);
  return third === undefined ? "" : language.worse(language.when[third]);
}
