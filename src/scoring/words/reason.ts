import type { Factor } from "../hour-score.ts";
import type { Session, SessionScore } from "../session-score.ts";
import { curveAt, type CompiledProfile } from "../sports/profile.ts";
import {
  isSnowing,
  weatherCodeKind,
  valueAt,
  type WeatherColumns,
  effectiveWindKmh,
  meanWindKmh,
} from "../weather-columns.ts";
import type {
  Language,
  ReasonKind,
  Surface,
  Precipitation,
  FairWind,
  TroublesomeWind,
  TempName,
  Storm,
  Unit,
} from "./language.ts";
import { wholeDegrees, withUnit } from "./units.ts";
import { darkness, WET_CHANCE_PCT, WET_MM, wettestHour, whenFactor, whenHours, worstHour } from "./when.ts";

/** Words, and the figure that follows them and their time in brackets. */
export interface Words {
  readonly words: string;
  readonly figure?: string | undefined;
}

/** Why a factor costs a session points, in words for players; `when` is empty if it is most of the session. */
interface ToldReason extends Words {
  readonly kind: ReasonKind;
  readonly when: string;
  /** The words already say which part of the session it is. */
  readonly isTimed: boolean;
}

/** With `isEarly`, the session is too far ahead: a storm is called possible, not expected. */
export function reasonOf(
  language: Language,
  score: SessionScore,
  { factor, isEarly }: { readonly factor: Factor; readonly isEarly: boolean },
): ToldReason {
  const { session } = score;
  const { weather, profile } = session;
  const entry = factor === "rain" ? wettestHour(score) : worstHour(score, factor);
  const hour = score.hours.first + entry;
  const timed = (kind: ReasonKind, words: Words): ToldReason => {
    const part = whenFactor(score, factor, entry);
    const when = part === undefined ? "" : language.when[part];
    return { kind, ...words, when, isTimed: when !== "" };
  };
  switch (factor) {
    case "rain":
      return timed("weather", precipitationWords(language, weather, hour));
    case "wind":
      return timed("weather", windWords(language, session, hour));
    case "temp":
      return timed("temperature", temperatureWords(language, profile, warmthOf(score, entry)));
    case "cloud":
      return timed("weather", { words: language.overcast });
    case "wet":
      return timed("surface", { words: language.stillWet[surfaceOf(profile)] });
    case "fog":
      return timed("weather", {
        words: isSnowFalling(weather, hour) ? language.blowingSnow : language.fog,
      });
    case "dark": {
      const part = darkness(score);
      return { kind: "darkness", words: language.dark[part], when: "", isTimed: part !== "all" };
    }
    case "storm": {
      const isIce = !score.isStormy && !score.isStormSoon && weatherCodeKind(weather, hour) === "ice";
      if (isIce) return timed("weather", { words: language.freezingRain });
      const storm = score.isStormy ? "during" : score.isStormSoon ? "after" : "before";
      const when = storm === "during" ? stormWhen(language, score) : "";
      return {
        kind: "storm",
        words: stormWords(language, storm, isEarly),
        when,
        isTimed: storm !== "during" || when !== "",
      };
    }
  }
}

/** The part of the session with thunderstorms. */
export function stormWhen({ when }: Language, score: SessionScore): string {
  const { weather } = score.session;
  const part = whenHours(score, (entry) => weatherCodeKind(weather, score.hours.first + entry) === "thunder");
  return part === undefined ? "" : when[part];
}

function stormWords(language: Language, storm: Storm, isEarly: boolean): string {
  if (isEarly || storm === "during") return language.possibleStorm[storm];
  return storm === "after" ? language.stormSoon : language.stormBefore;
}

/** What sports are played on, by the names that languages have; "ground" for all others. */
const PLAYED_ON = [
  ["rock", "climbing bouldering via_ferrata"],
  ["equipment", "high_ropes"],
  ["court", "tennis beach_tennis lawn_tennis padel paddle_tennis platform_tennis pickleball"],
  ["ballCourt", "futsal basketball beach_volleyball"],
  ["course", "golf disc_golf"],
  ["pitch", "football five_a_side rugby hockey american_football ultimate lacrosse gaelic_football cricket"],
  ["road", "cycling road_cycling e_bike"],
  ["path", "running jogging trail_running mountain_biking hiking walking trekking horse_riding"],
] as const satisfies readonly (readonly [Surface, string])[];

const surfaceBySport = new Map<string, Surface>(
  PLAYED_ON.flatMap(([surface, sports]) => sports.split(" ").map((sport) => [sport, surface] as const)),
);

/** By the name that was asked for; for an own sport by its base. */
function surfaceOf({ builtInName, base, surface }: CompiledProfile): Surface {
  const named = surfaceBySport.get(builtInName ?? base) ?? "ground";
  return named === "rock" && surface === "artificial" ? "wall" : named;
}

/** The air temperature of an hour and how it feels; only the latter if nothing else is known. */
export function warmthOf({ session, hours }: SessionScore, entry: number): Warmth {
  const tempC = valueAt(session.weather.tempC, hours.first + entry);
  const feelsLikeC = valueAt(hours.feelsLikeC, entry);
  return { tempC: Number.isNaN(tempC) ? feelsLikeC : tempC, feelsLikeC };
}

/** Decided by the code; without one, by freezing air and precipitation. */
function isSnowFalling(weather: WeatherColumns, hour: number): boolean {
  const hasCode = weatherCodeKind(weather, hour) !== "none";
  return isSnowing(weather, hour) && (hasCode || valueAt(weather.rainMm, hour) > 0);
}

/** Rain or snow in an hour, in words: "light rain likely" and its chance. */
export function precipitationWords(language: Language, weather: WeatherColumns, hour: number): Words {
  const name = precipitationName(weather, hour);
  const words = language.precipitation[name];
  const chancePct = shownChancePct(weather, hour);
  const isChanceSaid = name.endsWith("Likely") || (name.endsWith("howers") && chancePct >= WET_CHANCE_PCT);
  return isChanceSaid ? { words, figure: language.percent(chancePct) } : { words };
}

/** To the nearest ten, and the words follow it; NaN if unknown. */
function shownChancePct({ precipProbPct }: WeatherColumns, hour: number): number {
  return Math.round(valueAt(precipProbPct, hour) / 10) * 10;
}

export function precipitationName(weather: WeatherColumns, hour: number): Precipitation {
  const kind = weatherCodeKind(weather, hour);
  if (kind === "heavy_snow") return "heavySnow";
  if (kind === "snow") return "snow";

  const chancePct = shownChancePct(weather, hour);
  const rainMm = valueAt(weather.rainMm, hour);
  const isSnow = isSnowing(weather, hour);
  const falling = isSnow ? "snow" : rainName(rainMm);
  if (Number.isNaN(chancePct) || chancePct >= 80) return falling;
  if (chancePct >= 60) return `${falling}Likely`;
  if (chancePct >= WET_CHANCE_PCT || rainMm >= WET_MM) return isSnow ? "snowShowers" : "showers";
  return isSnow ? "slightSnow" : "slightRain";
}

function rainName(rainMm: number): "lightRain" | "rain" | "heavyRain" {
  if (rainMm >= 4) return "heavyRain";
  return rainMm >= 0.5 ? "rain" : "lightRain";
}

/** Below this the wind is called almost none: rounded to the nearest five it could be shown as 0. */
const CALM_KMH = 5;

/** From this suitability up, a wind sport has little wind rather than very little. */
const ENOUGH_SUITABILITY = 0.65;

/** The wind of an hour as a reason: "a brisk wind", about 30 km/h with gusts to 55. Words follow the shown numbers. */
function windWords(language: Language, { weather, profile }: Session, hour: number): Words {
  const { speed } = language;
  const windKmh = meanWindKmh(weather, hour);
  const gustKmh = valueAt(weather.gustKmh, hour);
  const effectiveKmh = effectiveWindKmh(weather, hour);
  const shownKmh = asShown(speed, windKmh);
  const about = language.aboutSpeed(withUnit(speed, windKmh));
  const isTooLittle =
    windKmh < profile.windPlateauKmh &&
    curveAt(profile.windCurve, windKmh) <= curveAt(profile.windCurve, effectiveKmh);
  // A shown number that would be a good wind is left out.
  const figure = profile.isWindSport && isGoodWind(profile, shownKmh) ? {} : { figure: about };
  if (profile.isWindSport && isTooLittle) {
    if (windKmh < CALM_KMH) return { words: language.almostNoWind };
    const isEnough = curveAt(profile.windCurve, shownKmh) >= ENOUGH_SUITABILITY;
    return { words: isEnough ? language.littleWind : language.veryLittleWind, ...figure };
  }
  const name = troublesomeWind(shownKmh);
  // A strong wind is called strong, whatever its gusts.
  if (shownKmh < STRONG_KMH && name !== troublesomeWind(asShown(speed, effectiveKmh))) {
    return { words: language.gustyWind, figure: language.upTo(withUnit(speed, gustKmh)) };
  }
  const isGusty = gustKmh >= 20 && gustKmh >= 1.3 * windKmh;
  const gusts = isGusty ? `, ${language.gustsTo(String(speed.shown(gustKmh)))}` : "";
  return { words: language.wind[name], ...(figure.figure !== undefined && { figure: `${about}${gusts}` }) };
}

/**
 * Wind that costs nothing: "with light winds", or for a wind sport its strength. More than a breeze is left out, because
 * nobody calls that fine, even if the sport does not mind.
 */
export function fairWindWords(language: Language, { weather, profile }: Session, hour: number): string {
  const windKmh = meanWindKmh(weather, hour);
  if (profile.isWindSport && isGoodWind(profile, asShown(language.speed, windKmh)))
    return language.withGoodWind(language.aboutSpeed(withUnit(language.speed, windKmh)));
  const name = windName(windKmh);
  return name === undefined ? "" : language.withWind[name];
}

/** The value that a shown number stands for. */
function asShown({ shown, meant }: Unit, value: number): number {
  return meant(shown(value));
}

function isGoodWind({ windCurve }: CompiledProfile, windKmh: number): boolean {
  return curveAt(windCurve, windKmh) === 1;
}

function windName(windKmh: number): FairWind | undefined {
  if (windKmh < CALM_KMH) return "calm";
  if (windKmh < 20) return "light";
  return windKmh < FRESH_KMH ? "breeze" : undefined;
}

/** Beaufort's limits, lowered for a fresh wind so that 8 m/s, as Swedish shows it, is one. */
const FRESH_KMH = 28.5;
const STRONG_KMH = 39;
const VERY_STRONG_KMH = 50;

/** A light wind is no complaint: if it costs points, it is called a breeze. */
function troublesomeWind(windKmh: number): TroublesomeWind {
  if (windKmh < FRESH_KMH) return "breeze";
  if (windKmh < STRONG_KMH) return "fresh";
  return windKmh < VERY_STRONG_KMH ? "strong" : "veryStrong";
}

/** From this difference on, the feels-like temperature is given, if it is worse than the air temperature. */
const FELT_DIFFERENCE_C = 3;

interface Warmth {
  readonly tempC: number;
  readonly feelsLikeC: number;
}

/** How warm or cold an hour is, as a reason: "hot (31°C)", "cold (feels like −3°C)". */
function temperatureWords(language: Language, profile: CompiledProfile, warmth: Warmth): Words {
  const isFelt = isFeltWorse(profile, warmth);
  const toldC = isFelt ? warmth.feelsLikeC : warmth.tempC;
  const shownC = asShown(language.temp, toldC);
  const name = isTooCold(profile, warmth) ? coldName(shownC) : warmName(shownC);
  const told = withUnit(language.temp, toldC);
  return { words: language.temperature[name], figure: isFelt ? language.feelsLike(told) : told };
}

export function isFeltWorse(profile: CompiledProfile, warmth: Warmth): boolean {
  const warmerC = wholeDegrees(warmth.feelsLikeC) - wholeDegrees(warmth.tempC);
  return (isTooCold(profile, warmth) ? -warmerC : warmerC) >= FELT_DIFFERENCE_C;
}

function isTooCold({ tempPlateauC }: CompiledProfile, { feelsLikeC }: Warmth): boolean {
  return feelsLikeC < tempPlateauC;
}

function coldName(toldC: number): TempName {
  if (toldC <= -10) return "bitter";
  if (toldC <= 5) return "cold";
  return toldC < 18 ? "cool" : "notWarm";
}

function warmName(toldC: number): TempName {
  if (toldC >= 38) return "extreme";
  if (toldC >= 31) return "hot";
  return toldC < 18 ? "mild" : "warm";
}
