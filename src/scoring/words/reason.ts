import type { Factor } from "../hour-score.ts";
import type { SessionScore } from "../session-score.ts";
import { curveAt, type CompiledProfile } from "../sports/profile.ts";
import {
  isSnowing,
  weatherCodeKind,
  valueAt,
  type WeatherColumns,
  effectiveWindKmh,
  meanWindKmh,
} from "../weather-columns.ts";
import type { Language, Reason, Surface, Precipitation, WindName, TempName } from "./language.ts";
import { wholeDegrees } from "./units.ts";
import { darkness, worstHour } from "./when.ts";

/** What stays wet, by the built-in sport; the ground of all others. */
const SURFACE_OF: Readonly<Record<string, Surface>> = { climbing: "rock", tennis: "court", padel: "court" };

/** Why a factor costs a session points, in words for the people who want to play. */
export function reasonOf(language: Language, score: SessionScore, factor: Factor): Reason {
  const kind = factor === "temp" ? "temperature" : factor === "dark" ? "darkness" : "other";
  return { kind, text: reasonText(language, score, factor) };
}

function reasonText(language: Language, score: SessionScore, factor: Factor): string {
  const { weather, profile } = score.session;
  const entry = worstHour(score, factor);
  const hour = score.hours.first + entry;
  switch (factor) {
    case "rain":
      return precipitationWords(language, weather, hour);
    case "wind":
      return windWords(language, weather, profile, hour);
    case "temp":
      return temperatureWords(language, profile, warmthOf(score, entry));
    case "cloud":
      return language.overcast;
    case "wet":
      return language.stillWet[SURFACE_OF[profile.base] ?? "ground"];
    case "fog":
      return isSnowFalling(weather, hour) ? language.blowingSnow : language.fog;
    case "dark":
      return language.dark[darkness(score)];
    case "storm":
      if (score.isStormSoon) return language.stormSoon;
      return weatherCodeKind(weather, hour) === "ice" ? language.freezingRain : language.stormBefore;
  }
}

/** The air's temperature in an entry of a session's hours, and how it feels; the latter where only that is known. */
export function warmthOf({ session, hours }: SessionScore, entry: number): Warmth {
  const tempC = valueAt(session.weather.tempC, hours.first + entry);
  const feelsLikeC = valueAt(hours.feelsLikeC, entry);
  return { tempC: Number.isNaN(tempC) ? feelsLikeC : tempC, feelsLikeC };
}

/** A code tells; without one it has to be freezing and something to fall. */
function isSnowFalling(weather: WeatherColumns, hour: number): boolean {
  const hasCode = weatherCodeKind(weather, hour) !== "none";
  return isSnowing(weather, hour) && (hasCode || valueAt(weather.rainMm, hour) > 0);
}

/** Rain or snow in an hour, in words: "light rain likely (70%)". */
export function precipitationWords(language: Language, weather: WeatherColumns, hour: number): string {
  const name = precipitationName(weather, hour);
  const words = language.precipitation[name];
  const chancePct = valueAt(weather.precipProbPct, hour);
  const isChanceSaid = name.endsWith("Likely") || (name.endsWith("howers") && chancePct >= 15);
  return isChanceSaid ? `${words} (${language.percent(Math.round(chancePct / 10) * 10)})` : words;
}

export function precipitationName(weather: WeatherColumns, hour: number): Precipitation {
  const kind = weatherCodeKind(weather, hour);
  if (kind === "heavy_snow") return "heavySnow";
  if (kind === "snow") return "snow";

  const chancePct = valueAt(weather.precipProbPct, hour);
  const rainMm = valueAt(weather.rainMm, hour);
  const isSnow = isSnowing(weather, hour);
  const falling = isSnow ? "snow" : rainName(rainMm);
  if (Number.isNaN(chancePct) || chancePct >= 80) return falling;
  if (chancePct >= 50) return `${falling}Likely`;
  if (chancePct >= 15 || rainMm >= 0.1) return isSnow ? "snowShowers" : "showers";
  return isSnow ? "slightSnow" : "slightRain";
}

/** Whether an hour is too likely to be wet to be called dry. */
export function isWorthMentioning(weather: WeatherColumns, hour: number): boolean {
  return valueAt(weather.precipProbPct, hour) >= 20 || valueAt(weather.rainMm, hour) >= 0.1;
}

function rainName(rainMm: number): "lightRain" | "rain" | "heavyRain" {
  if (rainMm >= 4) return "heavyRain";
  return rainMm >= 0.5 ? "rain" : "lightRain";
}

/** Less is called almost none: to the nearest five, in any unit, it could be 0. */
const CALM_KMH = 5;

/** From this suitability on there is not much wind for a wind sport, rather than too little. */
const ENOUGH_SUITABILITY = 0.65;

/** The wind of an hour as a reason: "a fresh wind (about 30 km/h, gusts to 55)". */
function windWords(
  language: Language,
  weather: WeatherColumns,
  profile: CompiledProfile,
  hour: number,
): string {
  const windKmh = meanWindKmh(weather, hour);
  const gustKmh = valueAt(weather.gustKmh, hour);
  const effectiveKmh = effectiveWindKmh(weather, hour);
  const isTooLittle =
    windKmh < profile.windPlateauKmh &&
    curveAt(profile.windCurve, windKmh) <= curveAt(profile.windCurve, effectiveKmh);
  if (profile.isWindSport && isTooLittle) {
    if (windKmh < CALM_KMH) return language.almostNoWind;
    const isEnough = curveAt(profile.windCurve, windKmh) >= ENOUGH_SUITABILITY;
    const words = isEnough ? language.littleWind : language.tooLittleWind;
    return `${words} (${aboutWords(language, windKmh)})`;
  }
  const name = troublesomeWind(windKmh);
  // A strong wind is strong, whatever its gusts.
  if (windKmh < 39 && name !== troublesomeWind(effectiveKmh)) {
    return language.gustyWind(withUnit(language, gustKmh));
  }
  const isGusty = gustKmh >= 20 && gustKmh >= 1.3 * windKmh;
  const gusts = isGusty ? `, ${language.gustsTo(String(language.speed.ofKmh(gustKmh)))}` : "";
  return `${language.wind[name]} (${aboutWords(language, windKmh)}${gusts})`;
}

/** The wind of an hour where it is no trouble: "with light wind", or for a wind sport how much of it there is. */
export function fairWindWords(
  language: Language,
  weather: WeatherColumns,
  profile: CompiledProfile,
  hour: number,
): string {
  const windKmh = meanWindKmh(weather, hour);
  return profile.isWindSport && windKmh >= CALM_KMH
    ? language.withGoodWind(aboutWords(language, windKmh))
    : language.withWind[windName(windKmh)];
}

function aboutWords(language: Language, kmh: number): string {
  return language.aboutSpeed(withUnit(language, kmh));
}

function withUnit({ speed }: Language, kmh: number): string {
  return `${speed.ofKmh(kmh)}${speed.unit}`;
}

function windName(windKmh: number): WindName {
  if (windKmh < CALM_KMH) return "calm";
  return windKmh < 20 ? "light" : troublesomeWind(windKmh);
}

/** No light wind is a complaint: where it costs points it is a breeze. */
function troublesomeWind(windKmh: number): keyof Language["wind"] {
  if (windKmh < 29) return "breeze";
  if (windKmh < 39) return "fresh";
  return windKmh < 50 ? "strong" : "veryStrong";
}

/** From this difference on it is told how it feels, where that is worse than what the thermometer says. */
const FELT_DIFFERENCE_C = 3;

interface Warmth {
  readonly tempC: number;
  readonly feelsLikeC: number;
}

/** How warm or cold an hour is, as a reason: "hot (31°C)", "cold (feels like -3°C)". */
function temperatureWords(language: Language, profile: CompiledProfile, warmth: Warmth): string {
  const isFelt = isFeltWorse(profile, warmth);
  const toldC = isFelt ? warmth.feelsLikeC : warmth.tempC;
  const name = isTooCold(profile, warmth) ? coldName(wholeDegrees(toldC)) : warmName(wholeDegrees(toldC));
  const told = language.temp(toldC);
  return `${language.temperature[name]} (${isFelt ? language.feelsLike(told) : told})`;
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
