import type { Factor } from "../factor.ts";
import { isSnowing } from "../precipitation.ts";
import type { SessionScore } from "../session-score.ts";
import { weatherCodeKind } from "../weather-code.ts";
import { valueAt, type WeatherColumns } from "../weather-columns.ts";
import type { Language, Reason, Surface } from "./language.ts";
import { precipitationWords } from "./precipitation.ts";
import { temperatureWords, type Warmth } from "./temperature.ts";
import { darkness } from "./when.ts";
import { windWords } from "./wind.ts";
import { worstHour } from "./worst-hour.ts";

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
