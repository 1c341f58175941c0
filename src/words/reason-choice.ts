// Which reasons a sentence names: one or two, those that cost most, and first of all those that are always said.
import { type Factor, pointsLost, type PointsLost } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import { sportOf } from "../scoring/sports/sports.ts";
import { weatherCodeKind } from "../scoring/weather-columns.ts";
import { groundHour, isAfterRain } from "./ground-words.ts";
import { isAlwaysSaid, isWetHour, whenFalling } from "./precipitation.ts";
import { isTempComplaint } from "./temperature.ts";
import { isVeiledBySnow } from "./visibility.ts";
import { MINUTES_MIN, worstHour, worstThird } from "./when.ts";
import { isWindComplaint } from "./wind.ts";

/** The factor that decides most comes first. Freezing rain is named as `rain`, so that `storm` is thunder. */
export type NamedFactors = readonly [limiting: Factor, second?: Factor];

/** From this night multiplier on, darkness is no obstacle and never a reason. */
export const NIGHT_IS_FINE = 0.9;

/** Below this multiplier, fog is a danger in any sport: on the road, too. */
const FOG_SAID_MAX = 0.8;

/** Reasons that cost fewer points are not worth naming; of a safe session, fewer than the second. */
const POINTS_MIN = 5;
const POINTS_OF_SAFE_MIN = 8;

/** `fall` is the hour whose rain or snow is said. Undefined if the weather is fine. */
export function chooseReasons(score: SessionScore, fall: number): NamedFactors | undefined {
  const isSafe = score.recommendation === "safe_to_book";
  const pointsMin = isSafe ? POINTS_OF_SAFE_MIN : POINTS_MIN;
  const { weather } = score.session;
  const fallHour = score.hours.first + fall;
  const isFallSaid = isFallNamed(score, fall);
  const losses = pointsLost(score);
  // Freezing rain costs points as a storm and as rain: together, they are one reason.
  const isIce = isFreezing(score);
  let first: Factor | undefined;
  let firstPoints = 0;
  let second: Factor | undefined;
  let secondPoints = 0;
  for (const lost of losses) {
    // The costliest come first, unless freezing rain adds up.
    if (second !== undefined && !isIce) break;
    const isOfIce = isIce && (lost.factor === "storm" || lost.factor === "rain");
    const factor = isOfIce ? "rain" : lost.factor;
    if (factor === first || factor === second || !isNameable(score, factor, fall)) continue;
    const points = isOfIce ? pointsOf(losses, "storm") + pointsOf(losses, "rain") : lost.points;
    if (points > firstPoints) {
      second = first;
      secondPoints = firstPoints;
      first = factor;
      firstPoints = points;
    } else if (points > secondPoints) {
      second = factor;
      secondPoints = points;
    }
  }
  const storm = isThunderNear(score) ? "storm" : undefined;
  const fog = isFogSaid(score, fall) ? "fog" : undefined;
  if (first === undefined || (firstPoints < pointsMin && isSafe)) {
    // Rain is named even if it costs almost nothing. Snow that costs nothing, as on a ski slope, is the sky.
    const isRain = isFallSaid && isWetHour(weather, fallHour) && (score.hours.multiplier.rain[fall] ?? 1) < 1;
    return firstTwo(storm, isRain ? "rain" : undefined, fog);
  }
  const rain = isFallSaid && isAlwaysSaid(weather, fallHour) ? "rain" : undefined;
  const [always, besides] = firstTwo(storm, rain, fog) ?? [];
  if (always !== undefined && always !== first) {
    return besides === undefined || besides === first ? [first, always] : [always, besides];
  }
  if (besides !== undefined) return [first, besides];
  if (second !== undefined && (secondPoints < pointsMin || secondPoints * 3 < firstPoints))
    second = undefined;
  second = reasonOfWorstThird(score, losses, { first, second, fall }) ?? second;
  return second === undefined ? [first] : [first, second];
}

/** What makes one third of the session much worse than the rest, if that is neither of the reasons. */
function reasonOfWorstThird(
  score: SessionScore,
  losses: readonly PointsLost[],
  {
    first,
    second,
    fall,
  }: { readonly first: Factor; readonly second: Factor | undefined; readonly fall: number },
): Factor | undefined {
  const { hours } = score;
  const third = worstThird(score, hours.score, 100);
  if (third === undefined) return undefined;
  const isReason = (factor: Factor) => worstThird(score, hours.multiplier[factor]) === third;
  if (isReason(first) || (second !== undefined && isReason(second))) return undefined;
  const found = losses.find(
    ({ factor }) => factor !== "storm" && isNameable(score, factor, fall) && isReason(factor),
  );
  return found?.factor;
}

/** Whether a reason is said even where there is hardly room for it. */
export function isAlwaysNamed(score: SessionScore, factor: Factor, fall: number): boolean {
  if (factor === "storm") return isThunderNear(score);
  if (factor === "rain")
    return isFallNamed(score, fall) && isAlwaysSaid(score.session.weather, score.hours.first + fall);
  return factor === "fog" && isFogSaid(score, fall);
}

function firstTwo(
  a: Factor | undefined,
  b: Factor | undefined,
  c: Factor | undefined,
): NamedFactors | undefined {
  const first = a ?? b ?? c;
  if (first === undefined) return undefined;
  const second = a === undefined ? (b === undefined ? undefined : c) : (b ?? c);
  return second === undefined ? [first] : [first, second];
}

function pointsOf(losses: readonly PointsLost[], factor: Factor): number {
  return losses.find((lost) => lost.factor === factor)?.points ?? 0;
}

function isNameable(score: SessionScore, factor: Factor, fall: number): boolean {
  if (factor === "dark") return score.session.profile.night < NIGHT_IS_FINE;
  if (factor === "wind") return isWindComplaint(score);
  if (factor === "temp") return isTempComplaint(score);
  if (factor === "wet") return isGroundNameable(score, fall);
  return factor !== "rain" || isFallNamed(score, fall);
}

/** After rain that is said of the whole session, there is no time afterwards. */
function isGroundNameable(score: SessionScore, fall: number): boolean {
  const entry = groundHour(score);
  if (entry < 0 || !isAfterRain(score, entry)) return entry >= 0;
  const part = whenFalling(score, fall);
  return part !== undefined && !part.isRelative;
}

/**
 * Rain and snow on a roof have words of their own; freezing rain makes the way there icy. Snow that takes the view is said with
 * the view.
 */
function isFallNamed(score: SessionScore, fall: number): boolean {
  const { session, hours } = score;
  if (weatherCodeKind(session.weather, hours.first + fall) === "ice") return true;
  return session.profile.isCovered !== true && !isVeiledBySnow(score);
}

/** Freezing rain, not thunder, is what costs the points of a storm. */
function isFreezing(score: SessionScore): boolean {
  if (score.multiplier.storm === 1 || isThunderNear(score)) return false;
  const hour = score.hours.first + worstHour(score, "storm");
  return weatherCodeKind(score.session.weather, hour) === "ice";
}

/** Thunder during the session, soon after it, or in the hour before. */
function isThunderNear({ session, hours, isStormy, stormAfter }: SessionScore): boolean {
  return (
    isStormy || stormAfter !== undefined || weatherCodeKind(session.weather, hours.first - 1) === "thunder"
  );
}

/** Whether the view is said whatever it costs: where it is a danger, and for the snow that takes it. */
function isFogSaid(score: SessionScore, fall: number): boolean {
  const { session, hours, minutes, multiplier } = score;
  if (multiplier.fog === 1) return false;
  if (isVeiledBySnow(score) && isAlwaysSaid(session.weather, hours.first + fall)) return true;
  if (multiplier.fog > FOG_SAID_MAX && sportOf(session.profile.base)?.terrain === undefined) return false;
  return minutes.some((share, entry) => share >= MINUTES_MIN && (hours.multiplier.fog[entry] ?? 1) < 1);
}
