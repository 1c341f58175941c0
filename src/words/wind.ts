// The wind in words. A word follows the harm that the wind does to the sport, by its figure in km/h as that is rounded for
// readers: so one figure has one word, and the same in every unit.
import { spreadSuitability } from "../scoring/hour-score.ts";
import { type Session, type SessionScore, verdictAlone } from "../scoring/session-score.ts";
import { type CompiledProfile, curveAt } from "../scoring/sports/profile.ts";
import { sportOf } from "../scoring/sports/sports.ts";
import type { Verdict } from "../scoring/verdicts.ts";
import { effectiveWindKmh, meanWindKmh } from "../scoring/weather-columns.ts";
import { isVeryPoor } from "./is-very-poor.ts";
import type { Language, TroublesomeWind, Words } from "./language.ts";
import { type Lasting, lasting } from "./lasting.ts";
import { nearestFive, withUnit } from "./units.ts";
import { MINUTES_MIN, worstHour } from "./when.ts";

/** Below this, the words are "almost no wind" without a figure, which could be rounded to 0. */
const CALM_KMH = 5;

/** From this mean wind on, nobody calls it light (Beaufort 4). */
const BREEZE_KMH = 20;

/** Below this shown figure, nobody calls a wind noticeable or troublesome (Beaufort 2): what costs points is its gusts. */
const NOTICED_KMH = 10;

/** From these shown figures on, a wind is called more than a breeze (Beaufort 5, 6, 7 and 9). */
const FRESH_KMH = 30;
const STRONG_KMH = 40;
const VERY_STRONG_KMH = 50;
const STORM_KMH = 75;

/** Gusts are told from this share of the mean wind, and from this speed on, whatever the mean. */
const GUST_RATIO_TOLD = 1.4;
const GUST_MIN_KMH = 20;
const GUST_TOLD_KMH = 45;

/** Who lives of the wind, or is on the water, asks for it first: the sentence always says it. */
export function isWindAlwaysSaid({ isWindSport, base }: CompiledProfile): boolean {
  return isWindSport || sportOf(base)?.terrain === "water";
}

export interface WindWords extends Words {
  /** For sports that always say them: dangerous gusts that the figure does not have, "gusts up to 70 km/h". */
  readonly gustsBesides: string | undefined;
}

/**
 * The wind of an hour as a reason: "a brisk wind", about 30 km/h with gusts to 55. `entry` is of the session's hours. If the
 * reason is said of the whole session, its gusts are the highest of all hours.
 */
export function windWords(
  language: Language,
  score: SessionScore,
  entry: number,
  isWhole: boolean,
): WindWords {
  const { weather, profile } = score.session;
  const hour = score.hours.first + entry;
  const windKmh = meanWindKmh(weather, hour);
  const gustKmh = gustOfReason(score, entry, isWhole);
  const shownKmh = nearestFive(windKmh);
  const harm = harmOf(profile, shownKmh, score.recommendation);
  const isLittle = isTooLittle(score.session, hour);
  if (isLittle && windKmh < CALM_KMH) {
    return { words: language.almostNoWind, gustsBesides: gustsBesides(language, score, hour, Number.NaN) };
  }
  const figures = {
    gustsBesides: gustsBesides(language, score, hour, gustKmh),
    figure: windFigure(language, windKmh, gustKmh),
    shortFigure: shortWindFigure(language, windKmh, gustKmh),
  };
  if (isLittle) {
    // Too little for a kite, it is still not light.
    const amount = harm === "safe_to_book" && shownKmh >= BREEZE_KMH ? "proceed_with_caution" : harm;
    return { words: language.littleWind[amount], ...figures };
  }
  if (shownKmh >= STRONG_KMH) return { words: language.wind[ofBeaufort(shownKmh)], ...figures };
  const isBelow = profile.isWindSport && windKmh < profile.windPlateauKmh;
  if (harm === "not_recommended" && !isBelow) return { words: language.wind.tooMuch, ...figures };
  const isBreeze = shownKmh < FRESH_KMH;
  // Beside gusts that are told as dangerous, a breeze would sound harmless.
  const isGusty = isGustWorse(score.session, hour) || (isBreeze && isDangerous(nearestFive(gustKmh)));
  if (isGusty) return { words: language.gustyWind, ...figures };
  // Beside very poor weather a noticeable breeze would sound like its good side.
  const isTroublesome = harm === "proceed_with_caution" || isVeryPoor(score);
  const name = isBreeze && isTroublesome ? "troublesome" : ofBeaufort(shownKmh);
  return { words: language.wind[name], ...figures };
}

/**
 * Where too little wind is said of the whole session: the hour with the middle wind of those that have too little. In other cases
 * the worst hour.
 */
export function typicalWindHour(score: SessionScore, worst: number): number {
  const { session, hours, minutes } = score;
  if (!isTooLittle(session, hours.first + worst)) return worst;
  const windOf = (entry: number) => meanWindKmh(session.weather, hours.first + entry);
  const calm: number[] = [];
  for (let entry = 0; entry < minutes.length; entry += 1) {
    // What is shown as a good wind is not little.
    const isLittle = isTooLittle(session, hours.first + entry) && !isGoodWind(session.profile, windOf(entry));
    if ((minutes[entry] ?? 0) >= MINUTES_MIN && isLittle) calm.push(entry);
  }
  return calm.toSorted((a, b) => windOf(a) - windOf(b))[calm.length >> 1] ?? worst;
}

/** From this share of the wind that is told on, or with so little between them, an hour's wind is much the same. */
const SAME_WIND = 0.75;
const SAME_WIND_KMH = 5;

/** For how much of the session the wind is much the same as where it is told of all of it. */
export function lastingWind(score: SessionScore, worst: number): Lasting {
  const { weather } = score.session;
  const windKmh = meanWindKmh(weather, score.hours.first + typicalWindHour(score, worst));
  return lasting(score, (entry) => {
    const other = meanWindKmh(weather, score.hours.first + entry);
    return (
      Math.abs(other - windKmh) <= SAME_WIND_KMH ||
      Math.min(other, windKmh) >= SAME_WIND * Math.max(other, windKmh)
    );
  });
}

/** Whether the wind, as it is shown, is a reason for complaint. */
export function isWindComplaint(score: SessionScore): boolean {
  const { session, hours } = score;
  if (!session.profile.isWindSport) return true;
  const hour = hours.first + worstHour(score, "wind");
  return !isGoodWind(session.profile, meanWindKmh(session.weather, hour)) || isGustWorse(session, hour);
}

/**
 * Wind that costs nothing: "with light winds", or for a wind sport its strength; empty for a wind that nobody calls fine, even if
 * it does not harm the sport.
 */
export function fairWindWords(language: Language, score: SessionScore, hour: number): string {
  const { weather, profile } = score.session;
  const windKmh = meanWindKmh(weather, hour);
  const gustKmh = gustOfSession(score, hour);
  const { withWind } = language;
  if (profile.isWindSport) {
    const figure = windFigure(language, windKmh, gustKmh);
    if (isGoodWind(profile, windKmh)) return language.withGoodWind(figure);
    if (windKmh < CALM_KMH || windKmh >= profile.windPlateauKmh) return "";
    return `${windKmh < BREEZE_KMH ? withWind.light : withWind.breeze} (${figure})`;
  }
  if (nearestFive(windKmh) >= FRESH_KMH) return "";
  const words = windKmh < CALM_KMH ? withWind.calm : windKmh < BREEZE_KMH ? withWind.light : withWind.breeze;
  const gusts = isWindAlwaysSaid(profile) ? gustsAlone(language, windKmh, gustKmh) : undefined;
  return gusts === undefined ? words : `${words} (${gusts})`;
}

/** The wind of an hour when nothing else says it: "wind about 25 km/h, gusts up to 40"; in short one of the two. */
export function windBesides(language: Language, score: SessionScore, hour: number): WindBesides {
  const windKmh = meanWindKmh(score.session.weather, hour);
  const gustKmh = gustOfSession(score, hour);
  if (windKmh >= CALM_KMH) {
    return {
      words: language.windBesides(windFigure(language, windKmh, gustKmh)),
      short: isDangerous(gustKmh)
        ? language.gustsTo(withUnit(language.speed, gustKmh))
        : language.windBesides(language.aboutSpeed(withUnit(language.speed, windKmh))),
    };
  }
  const gusts = gustsAlone(language, windKmh, gustKmh);
  const words = gusts === undefined ? language.almostNoWind : `${language.almostNoWind} (${gusts})`;
  return { words, short: words };
}

export interface WindBesides {
  readonly words: string;
  readonly short: string;
}

function gustsBesides(
  language: Language,
  score: SessionScore,
  hour: number,
  saidKmh: number,
): string | undefined {
  if (!isWindAlwaysSaid(score.session.profile)) return undefined;
  const windKmh = meanWindKmh(score.session.weather, hour);
  const gustKmh = gustOfSession(score, hour);
  const { speed } = language;
  const isSaid = isGusty(language, windKmh, saidKmh) && speed.shown(saidKmh) >= speed.shown(gustKmh);
  return isSaid || !isDangerous(gustKmh) ? undefined : gustsAlone(language, windKmh, gustKmh);
}

/** The gusts in a reason's figure. Beside too little wind, gusts would say the opposite. */
function gustOfReason(score: SessionScore, entry: number, isWhole: boolean): number {
  const hour = score.hours.first + entry;
  if (isTooLittle(score.session, hour)) return Number.NaN;
  return isWhole ? gustOfSession(score, hour) : (score.session.weather.gustKmh[hour] ?? Number.NaN);
}

/** The highest gust of the session, at least that of an hour. */
function gustOfSession({ session, hours, minutes }: SessionScore, hour: number): number {
  const { gustKmh } = session.weather;
  let highest = gustKmh[hour] ?? Number.NaN;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const gust = gustKmh[hours.first + entry] ?? Number.NaN;
    if ((minutes[entry] ?? 0) >= MINUTES_MIN && !Number.isNaN(gust) && !(gust <= highest)) highest = gust;
  }
  return highest;
}

function windFigure(language: Language, windKmh: number, gustKmh: number): string {
  const { speed } = language;
  const about = language.aboutSpeed(withUnit(speed, windKmh));
  return isGusty(language, windKmh, gustKmh)
    ? `${about}, ${language.gustsTo(String(speed.shown(gustKmh)))}`
    : about;
}

/** The gusts if they are dangerous, else the mean wind. */
function shortWindFigure(language: Language, windKmh: number, gustKmh: number): string {
  const gusts = isDangerous(gustKmh) ? gustsAlone(language, windKmh, gustKmh) : undefined;
  return gusts ?? language.aboutSpeed(withUnit(language.speed, windKmh));
}

function isDangerous(gustKmh: number): boolean {
  return gustKmh >= GUST_TOLD_KMH;
}

function gustsAlone(language: Language, windKmh: number, gustKmh: number): string | undefined {
  return isGusty(language, windKmh, gustKmh)
    ? language.gustsTo(withUnit(language.speed, gustKmh))
    : undefined;
}

function isGusty({ speed }: Language, windKmh: number, gustKmh: number): boolean {
  if (!(gustKmh >= GUST_TOLD_KMH || (gustKmh >= GUST_MIN_KMH && gustKmh >= GUST_RATIO_TOLD * windKmh)))
    return false;
  return speed.shown(gustKmh) > speed.shown(windKmh);
}

type Blow = Pick<Session, "weather" | "profile">;

/** Less than the sport needs, and gusts are not what harms it. */
function isTooLittle({ weather, profile }: Blow, hour: number): boolean {
  const windKmh = meanWindKmh(weather, hour);
  if (!profile.isWindSport || windKmh >= profile.windPlateauKmh) return false;
  const left = curveAt(profile.windCurve, windKmh);
  const leftByGusts = curveAt(profile.windCurve, effectiveWindKmh(weather, hour, profile.gustRatio));
  return left <= leftByGusts && left <= spreadSuitability(weather, profile, hour);
}

/** Gusts harm more than the mean wind, so that its word alone would mislead. */
function isGustWorse({ weather, profile }: Blow, hour: number): boolean {
  const windKmh = meanWindKmh(weather, hour);
  const effectiveKmh = effectiveWindKmh(weather, hour, profile.gustRatio);
  const spread = spreadSuitability(weather, profile, hour);
  const left = curveAt(profile.windCurve, windKmh);
  if (spread < Math.min(left, curveAt(profile.windCurve, effectiveKmh))) return true;
  if (profile.isWindSport && isGoodWind(profile, windKmh))
    return curveAt(profile.windCurve, effectiveKmh) < left;
  const shownKmh = nearestFive(windKmh);
  if (shownKmh < NOTICED_KMH && effectiveKmh > windKmh) return true;
  return ofBeaufort(shownKmh) !== ofBeaufort(nearestFive(effectiveKmh));
}

/** The verdict that this wind alone would give; never not_recommended beside a better verdict, which it would contradict. */
function harmOf({ weight, windCurve }: CompiledProfile, shownKmh: number, verdict: Verdict): Verdict {
  const harm = verdictAlone(1 - weight.wind * (1 - curveAt(windCurve, shownKmh)));
  return harm === "not_recommended" && verdict !== "not_recommended" ? "proceed_with_caution" : harm;
}

function isGoodWind({ windCurve }: CompiledProfile, windKmh: number): boolean {
  return curveAt(windCurve, nearestFive(windKmh)) === 1;
}

/** A light wind is no complaint: if it costs points, it is called a breeze. */
function ofBeaufort(shownKmh: number): TroublesomeWind {
  if (shownKmh < FRESH_KMH) return "breeze";
  if (shownKmh < STRONG_KMH) return "fresh";
  if (shownKmh < VERY_STRONG_KMH) return "strong";
  return shownKmh < STORM_KMH ? "veryStrong" : "storm";
}
