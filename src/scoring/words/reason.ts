import type { Factor } from "../factor.ts";
import { precipitationWords } from "./precipitation.ts";
import type { SessionScore } from "../session-score.ts";
import { weatherCodeKind } from "../weather-code.ts";
import { temperatureWords } from "./temperature.ts";
import { valueAt } from "../weather-columns.ts";
import { windWords } from "./wind.ts";
import { worstHour } from "./worst-hour.ts";

/** A shorter session has no beginning and end worth telling apart. */
const DURATION_MINUTES_MIN = 120;

/** The factor's multiplier must differ by this much between its best and its worst hour. */
const SPREAD_MIN = 0.25;

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
      return temperatureWords(profile, valueAt(score.hours.feelsLikeC, entry));
    case "cloud":
      return "overcast skies";
    case "wet":
      return "surfaces still wet from earlier rain";
    case "fog":
      return "fog";
    case "dark":
      return "it will be dark";
    case "storm":
      if (score.isStormSoon) return "a thunderstorm soon after";
      return weatherCodeKind(weather, hour) === "ice" ? "icy conditions" : "a thunderstorm shortly before";
  }
}

/**
 * The third of the session in which the factor is worst, after a space: " towards the end"; empty where there is no
 * such third. An hour may be bad for another reason, so this goes by the factor's own multiplier.
 */
export function whenWords(score: SessionScore, factor: Factor): string {
  const { startMinute, durationMinutes } = score.session;
  if (durationMinutes < DURATION_MINUTES_MIN) return "";
  if (factor !== "rain" && factor !== "wind" && factor !== "fog") return "";
  const column = score.hours.multiplier[factor];
  const entry = worstHour(score, factor);
  const best = column.reduce(
    (max, value, other) => (valueAt(score.minutes, other) > 0 ? Math.max(max, value) : max),
    0,
  );
  if (best - valueAt(column, entry) < SPREAD_MIN) return "";

  const hourStart = (score.hours.first + entry) * 60;
  const from = Math.max(startMinute, hourStart);
  const to = Math.min(startMinute + durationMinutes, hourStart + 60);
  const middle = ((from + to) / 2 - startMinute) / durationMinutes;
  if (middle < 1 / 3) return " at the start";
  return middle > 2 / 3 ? " towards the end" : " midway";
}
