import type { CompiledProfile } from "../sports/compiled-profile.ts";
import type { Factor } from "../factor.ts";
import { precipitationWords } from "./precipitation.ts";
import type { SessionScore } from "../session-score.ts";
import { valueAt } from "../value-at.ts";
import { weatherCodeKind } from "../weather-code.ts";
import { wholeDegrees } from "./whole-degrees.ts";
import { windWords } from "./wind.ts";
import { worstHour } from "../worst-hour.ts";

/** Why a factor costs a session points, in words for the people who want to play. */
export function reasonWords(score: SessionScore, factor: Factor): string {
  const { weather, profile } = score.session;
  const entry = worstHour(score, factor);
  const hour = score.hours.first + entry;
  switch (factor) {
    case "rain":
      return precipitationWords(weather, hour);
    case "wind":
      return windWords(weather, profile, hour);
    case "temp":
      return tempWords(profile, valueAt(score.hours.feelsLikeC, entry));
    case "cloud":
      return "overcast skies";
    case "wet":
      return "surfaces still wet from earlier rain";
    case "fog":
      return "fog";
    case "dark":
      return "it will be dark";
    case "storm":
      return weatherCodeKind(valueAt(weather.weatherCode, hour)) === "ice"
        ? "icy conditions"
        : "a thunderstorm shortly before";
  }
}

function tempWords(profile: CompiledProfile, feelsLikeC: number): string {
  const shownC = wholeDegrees(feelsLikeC);
  const name = feelsLikeC < profile.tempPlateauC ? coldName(shownC) : warmName(shownC);
  return `${name} (feels like ${shownC}°C)`;
}

function coldName(feelsLikeC: number): string {
  if (feelsLikeC <= -10) return "bitter cold";
  return feelsLikeC <= 5 ? "cold" : "cool air";
}

function warmName(feelsLikeC: number): string {
  if (feelsLikeC >= 38) return "extreme heat";
  return feelsLikeC >= 31 ? "heat" : "warmth";
}
