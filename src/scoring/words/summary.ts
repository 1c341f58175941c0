// The sentence that end users read: a band, the reason or two behind it, the temperature. No score, no jargon.
import type { Factor } from "../factor.ts";
import { pointsLost } from "../points-lost.ts";
import { isWorthMentioning, precipitationWords } from "./precipitation.ts";
import { reasonWords, whenWords } from "./reason.ts";
import type { SessionScore } from "../session-score.ts";
import { wholeDegrees } from "./temperature.ts";
import { valueAt } from "../weather-columns.ts";
import { fairWindWords } from "./wind.ts";
import { worstHour } from "./worst-hour.ts";

/** A calendar entry or a text message can hold it with room to spare. */
const LENGTH_LIMIT = 140;

/** A feels-like temperature that differs by less is not worth saying. */
const FEELS_LIKE_DIFFERENCE_C = 5;

/** From this multiplier at night on, darkness is no obstacle: it is said as "after dark" and never as a reason. */
const NIGHT_IS_FINE = 0.9;

/**
 * One or two short sentences under 140 characters. What does not fit is left out in this order: the second reason,
 * the feels-like temperature, the part of the session; in fair weather the feels-like temperature, then the wind.
 */
export function summary(score: SessionScore): string {
  const { weather, profile } = score.session;
  const about = `About ${wholeDegrees(score.tempC)}°C`;
  if (score.isStormy) return `Thunderstorms expected: not safe for ${profile.label}. ${about}.`;

  const [first, second] = reasonFactors(score);
  const opening = openingWords(score, first);
  const isComplete = score.coveredMinutes >= score.session.durationMinutes;
  const end = isComplete ? "." : ". Forecast incomplete.";
  if (first === undefined) {
    const sky = skyWords(score);
    const wind = fairWindWords(weather, profile, score.hours.first + worstHour(score, "wind"));
    return firstThatFits([
      `${opening}: ${sky} with ${wind}. ${about}${feelsLikeTail(score)}${end}`,
      `${opening}: ${sky} with ${wind}. ${about}${end}`,
      `${opening}: ${sky}. ${about}${end}`,
    ]);
  }

  const reason = reasonWords(score, first);
  const reasonWithTime = reason + whenWords(score, first);
  const both = second === undefined ? reasonWithTime : `${reasonWithTime} and ${reasonWords(score, second)}`;
  return firstThatFits([
    `${opening}: ${both}. ${about}${feelsLikeTail(score, first, second)}${end}`,
    `${opening}: ${reasonWithTime}. ${about}${feelsLikeTail(score, first)}${end}`,
    `${opening}: ${reasonWithTime}. ${about}${end}`,
    `${opening}: ${reason}. ${about}${end}`,
  ]);
}

/** The first of the texts, from the longest to the shortest; the shortest always fits. */
function firstThatFits(texts: readonly string[]): string {
  return texts.find((text) => text.length < LENGTH_LIMIT) ?? texts.at(-1) ?? "";
}

/** The factors worth naming, at most two: each must matter, the second one also beside the first. */
function reasonFactors(score: SessionScore): Factor[] {
  const pointsMin = score.playabilityScore >= 80 ? 8 : 5;
  const isNightFine = score.session.profile.night >= NIGHT_IS_FINE;
  const [first, second] = pointsLost(score).filter(({ factor }) => factor !== "dark" || !isNightFine);
  if (first === undefined || first.points < pointsMin) return [];
  const isSecondNamed =
    second !== undefined && second.points >= pointsMin && second.points * 3 >= first.points;
  return isSecondNamed ? [first.factor, second.factor] : [first.factor];
}

function openingWords(score: SessionScore, limiting: Factor | undefined): string {
  const { label, night } = score.session.profile;
  if (limiting === "dark")
    return `${score.playabilityScore >= 50 ? "Not ideal" : "Not recommended"} for ${label}`;
  const afterDark = night >= NIGHT_IS_FINE && isAllNight(score) ? " after dark" : "";
  return `${bandName(score.playabilityScore)} weather for ${label}${afterDark}`;
}

function bandName(playabilityScore: number): string {
  if (playabilityScore >= 90) return "Great";
  if (playabilityScore >= 80) return "Good";
  if (playabilityScore >= 65) return "Fair";
  if (playabilityScore >= 50) return "Mixed";
  return playabilityScore >= 20 ? "Poor" : "Bad";
}

/** The sky where there is nothing to complain of: "dry and sunny". */
function skyWords(score: SessionScore): string {
  const { weather } = score.session;
  const wettest = score.hours.first + worstHour(score, "rain");
  if (isWorthMentioning(weather, wettest)) return precipitationWords(weather, wettest);
  const cloudiest = score.hours.first + worstHour(score, "cloud");
  if (valueAt(weather.isDay, cloudiest) === 0) return "dry";
  const cloudPct = valueAt(weather.cloudPct, cloudiest);
  if (cloudPct < 30) return "dry and sunny";
  return cloudPct > 70 ? "dry but cloudy" : "dry";
}

function feelsLikeTail(score: SessionScore, ...named: readonly (Factor | undefined)[]): string {
  const feelsLikeC = wholeDegrees(score.feelsLikeC);
  const difference = Math.abs(feelsLikeC - wholeDegrees(score.tempC));
  const isWorthIt = difference >= FEELS_LIKE_DIFFERENCE_C && !named.includes("temp");
  return isWorthIt ? `, feels like ${feelsLikeC}°C` : "";
}

function isAllNight({ session, hours, minutes }: SessionScore): boolean {
  return minutes.every(
    (entry, index) => entry === 0 || valueAt(session.weather.isDay, hours.first + index) === 0,
  );
}
