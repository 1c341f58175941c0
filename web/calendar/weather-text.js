// The weather of a session in words: below its verdict, and for screen readers in its cell.
import { filled } from "./voice.js";

/** @typedef {import("./weather.js").Weather} Weather */

/** Less is shown as 0 mm. */
const RAIN_SHOWN_MM = 0.05;

/** From this chance of rain on, the service's sentences call nothing dry. */
const CHANCE_TOLD_PCT = 15;

/**
 * `Rain, 9°C, 2.3 mm`, `Cloudy, 9°C, 40% chance of rain`, `9°C, 40% chance of rain`, `Dry, 9°C`: where rain or a chance of it
 * is told, nothing is called dry.
 * @param {Weather} weather
 * @param {import("./voice.js").Voice} voice
 */
export function weatherText(weather, voice) {
  const { words, degrees } = voice;
  const fall = figuresOf(weather, voice)[1] ?? chanceText(weather, voice);
  const isSaid = fall !== undefined && weather.kind === "dry";
  return [isSaid ? undefined : words.weather[weather.kind], degrees(weather.tempC), fall]
    .filter((part) => part !== undefined)
    .join(", ");
}

/**
 * The temperature, and the rain if there is any.
 * @param {Weather} weather
 * @param {import("./voice.js").Voice} voice
 * @returns {readonly string[]}
 */
export function figuresOf({ tempC, rainMm }, { degrees, depth }) {
  return [degrees(tempC), ...(rainMm >= RAIN_SHOWN_MM ? [depth(rainMm)] : [])];
}

/** @param {Weather} weather @param {import("./voice.js").Voice} voice */
function chanceText({ kind, tempC, chancePct }, { words, percent }) {
  if (chancePct < CHANCE_TOLD_PCT) {
    return undefined;
  }
  const isSnow = kind === "snow" || (kind !== "rain" && tempC <= 0);
  // In tens, as in the sentences.
  const shown = percent(Math.round(chancePct / 10) / 10);
  return filled(isSnow ? words.chanceOfSnow : words.chanceOfRain, { percent: shown });
}
