import { curveAt } from "../curve.ts";
import type { CompiledProfile } from "../sports/profile.ts";
import { valueAt, type WeatherColumns } from "../weather-columns.ts";
import { effectiveWindKmh, meanWindKmh } from "../wind.ts";
import type { Language, WindName } from "./language.ts";

/** Less is called almost none: to the nearest five, in any unit, it could be 0. */
const CALM_KMH = 5;

/** From this suitability on there is not much wind for a wind sport, rather than too little. */
const ENOUGH_SUITABILITY = 0.65;

/** The wind of an hour as a reason: "a fresh wind (about 30 km/h, gusts to 55)". */
export function windWords(
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
