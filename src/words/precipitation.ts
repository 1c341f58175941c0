// What falls, in words: how certain it is, and whether it is rain, snow or freezing rain, by what the score took it for.
import { givenChancePct } from "../scoring/rain-chance.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import { isSnow } from "../scoring/snow-share.ts";
import { weatherCodeKind, type WeatherColumns } from "../scoring/weather-columns.ts";
import type { Language, PossibleFall, Rain, SlightFall, Words } from "./language.ts";
import { type Lasting, lasting } from "./lasting.ts";
import { MINUTES_MIN, type Part, whenFactor } from "./when.ts";

/** From this chance on, what falls is always said, whatever it costs. */
const ALWAYS_SAID_PCT = 50;

/** Shown as 20%, rounded to the nearest ten. */
const WET_CHANCE_PCT = 15;

/** The smallest amount that an answer shows. */
const WET_MM = 0.1;

/** From these shown chances on, rain and snow are likely, and expected without a figure. */
const LIKELY_PCT = 60;
const CERTAIN_PCT = 80;

/** Whether an hour is too likely to be wet to be called dry. */
export function isWetHour(weather: WeatherColumns, hour: number): boolean {
  return givenChancePct(weather, hour) >= WET_CHANCE_PCT || (weather.rainMm[hour] ?? Number.NaN) >= WET_MM;
}

/** Whether what falls in an hour is said even if it costs nothing: if it is likely, or heavy snow. */
export function isAlwaysSaid(weather: WeatherColumns, hour: number): boolean {
  return (
    isLikely(weather, hour) || (weatherCodeKind(weather, hour) === "heavy_snow" && isWetHour(weather, hour))
  );
}

export function isLikely(weather: WeatherColumns, hour: number): boolean {
  return givenChancePct(weather, hour) >= ALWAYS_SAID_PCT;
}

/** The hour whose rain or snow is said, as an entry of the session's hours. It is a dry one only if no hour is wet. */
export function fallingHour(score: SessionScore): number {
  const { weather } = score.session;
  const { first } = score.hours;
  const longEnough = worstFall(score, MINUTES_MIN);
  if (longEnough >= 0 && isWetHour(weather, first + longEnough)) return longEnough;
  const brief = worstFall(score, 1);
  return longEnough < 0 || isWetHour(weather, first + brief) ? brief : longEnough;
}

/** Of the hours in which something is likely to fall, or may fall: the one that costs most, then the heaviest or likeliest. */
function worstFall({ session, hours, minutes }: SessionScore, minutesMin: number): number {
  const { weather } = session;
  const isLikelySnow = (hour: number) => isSnow(weather, hour) && shownChancePct(weather, hour) >= LIKELY_PCT;
  const isSnowLikely = minutes.some(
    (share, entry) => share >= minutesMin && isLikelySnow(hours.first + entry),
  );
  let worst = -1;
  let worstRank = Number.NEGATIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    if ((minutes[entry] ?? 0) < minutesMin) continue;
    const hour = hours.first + entry;
    const kind = weatherCodeKind(weather, hour);
    const chance = hours.rainChance[entry] ?? Number.NaN;
    const isWet = isWetHour(weather, hour);
    let rank = isWet ? 1 : 0;
    if (isLikely(weather, hour)) rank += 8;
    // Worse than its points, so it is said before rain that is no likelier.
    if (kind === "ice" && isWet) rank += 4;
    // That heavy snow may fall does not hide that snow is likely.
    else if (kind === "heavy_snow" && isWet && (!isSnowLikely || isLikelySnow(hour))) rank += 2;
    const left = hours.multiplier.rain[entry] ?? Number.NaN;
    // The heavier and the likelier. An hour without an amount goes by its chance.
    const weight = chance * (1 + (weather.rainMm[hour] || 0));
    if (rank < worstRank) continue;
    if (rank === worstRank && (left > lowest || (left === lowest && !(weight > most)))) continue;
    worst = entry;
    worstRank = rank;
    lowest = left;
    most = weight;
  }
  return worst;
}

/** The part of the session in which it falls, of which the words describe an hour. */
export function whenFalling(score: SessionScore, described: number): Part | undefined {
  const kind = weatherCodeKind(score.session.weather, score.hours.first + described);
  // Freezing rain costs its points as a storm.
  return whenFactor(score, kind === "ice" ? "storm" : "rain", described);
}

/** For how much of the session it falls, or is likely to fall if that is so in the hour that is described. */
export function lastingFall(score: SessionScore, described: number): Lasting {
  const { hours, session } = score;
  const falls = isLikely(session.weather, hours.first + described) ? isLikely : isWetHour;
  return lasting(score, (entry) => falls(session.weather, hours.first + entry));
}

/** Of the hours with the same class of rain or snow as one of them, the likeliest: what is said of all of them has its chance. */
export function likeliestOfClass(score: SessionScore, entry: number): number {
  const { hours, minutes } = score;
  const { weather } = score.session;
  const fall = rainOf(weather, hours.first + entry);
  let likeliest = entry;
  for (let other = 0; other < minutes.length; other += 1) {
    if ((minutes[other] ?? 0) < MINUTES_MIN || rainOf(weather, hours.first + other) !== fall) continue;
    const isLikelier =
      givenChancePct(weather, hours.first + other) > givenChancePct(weather, hours.first + likeliest);
    if (isLikelier) likeliest = other;
  }
  return likeliest;
}

/** What falls in an hour, and its chance. */
export function precipitationWords(language: Language, weather: WeatherColumns, hour: number): Words {
  const { precipitation } = language;
  const chancePct = shownChancePct(weather, hour);
  if (chancePct >= CERTAIN_PCT) return { words: precipitation.expected[rainOf(weather, hour)] };
  const words =
    chancePct >= LIKELY_PCT
      ? precipitation.likely[rainOf(weather, hour)]
      : isWetHour(weather, hour)
        ? precipitation.possible[possibleFall(weather, hour)]
        : precipitation.slight[slightFall(weather, hour)];
  const isFigureSaid = chancePct >= WET_CHANCE_PCT && isChanceStated(weather, hour);
  return isFigureSaid ? { words, figure: language.percent(chancePct) } : { words };
}

/** What might fall in an hour that is not called wet. */
export function slightFall(weather: WeatherColumns, hour: number): SlightFall {
  if (weatherCodeKind(weather, hour) === "ice") return "freezingRain";
  return isSnow(weather, hour) ? "snow" : "rain";
}

/** Classes of rain follow the Met Office (slight, moderate, heavy). */
function rainOf(weather: WeatherColumns, hour: number): Rain {
  const kind = weatherCodeKind(weather, hour);
  if (kind === "ice") return "freezingRain";
  if (kind === "heavy_snow") return "heavySnow";
  if (isSnow(weather, hour)) return "snow";
  const rainMm = weather.rainMm[hour] ?? Number.NaN;
  if (rainMm >= 4) return "heavyRain";
  // Of an unknown amount, nobody knows that it is light.
  return rainMm < 0.5 ? "lightRain" : "rain";
}

/** Showers only where the code says so: other rain lasts. */
const RAIN_SHOWERS: ReadonlySet<number> = new Set([80, 81, 82, 95, 96, 97, 98, 99]);
const SNOW_SHOWERS = 85;

function possibleFall(weather: WeatherColumns, hour: number): PossibleFall {
  const kind = weatherCodeKind(weather, hour);
  const code = weather.weatherCode[hour] ?? Number.NaN;
  if (kind === "ice") return "freezingRain";
  if (isSnow(weather, hour)) {
    // Heavy showers are heavy first: so they are called where they are likely.
    if (kind === "heavy_snow") return "heavySnow";
    return code === SNOW_SHOWERS ? "snowShowers" : "snow";
  }
  return RAIN_SHOWERS.has(code) ? "showers" : "rain";
}

/** A figure is only given if the source has stated it, and not for what has fallen already. */
function isChanceStated(weather: WeatherColumns, hour: number): boolean {
  return givenChancePct(weather, hour) === weather.precipProbPct[hour];
}

/** The chance rounded to ten per cent, as it is shown and as words are chosen by it. */
function shownChancePct(weather: WeatherColumns, hour: number): number {
  return Math.round(givenChancePct(weather, hour) / 10) * 10;
}
