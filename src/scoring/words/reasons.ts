// Which factors a sentence names.
import type { Factor } from "../factor.ts";
import { pointsLost } from "../points-lost.ts";
import type { SessionScore } from "../session-score.ts";
import { weatherCodeKind } from "../weather-code.ts";
import { valueAt } from "../weather-columns.ts";
import type { Sky } from "./language.ts";
import { isWorthMentioning, precipitationName } from "./precipitation.ts";
import { worstHour } from "./worst-hour.ts";

/** From this multiplier at night on, darkness is no obstacle: it is said as "after dark" and never as a reason. */
const NIGHT_IS_FINE = 0.9;

/** The factors worth naming, at most two: each must matter, the second one also beside the first. */
export function reasonFactors(score: SessionScore): readonly Factor[] {
  const pointsMin = score.playabilityScore >= 80 ? 8 : 5;
  const [first, second] = pointsLost(score).filter(({ factor }) => factor !== "dark" || !isNightFine(score));
  if (first === undefined || first.points < pointsMin) return isRainToBeSaid(score) ? ["rain"] : [];
  if (score.isStormSoon) return first.factor === "storm" ? ["storm"] : [first.factor, "storm"];
  const isSecondNamed =
    second !== undefined &&
    second.points >= pointsMin &&
    second.points * 3 >= first.points &&
    !(first.factor === "storm" && second.factor === "rain" && isFreezingRain(score));
  return isSecondNamed ? [first.factor, second.factor] : [first.factor];
}

/** It is rain too, and need not be said twice. */
function isFreezingRain(score: SessionScore): boolean {
  const hour = score.hours.first + worstHour(score, "storm");
  return weatherCodeKind(score.session.weather, hour) === "ice";
}

/** Rain that costs next to nothing is still no fine weather; snow on a ski slope is, and what falls on a roof. */
function isRainToBeSaid(score: SessionScore): boolean {
  if (score.session.profile.isCovered === true || score.multiplier.rain === 1) return false;
  const wettest = worstHour(score, "rain");
  return (
    isWorthMentioning(score.session.weather, score.hours.first + wettest) &&
    valueAt(score.hours.multiplier.rain, wettest) < 1
  );
}

/** Good weather with no other blemish than a small chance is dry. */
export function drySky(score: SessionScore, factors: readonly Factor[]): Sky | undefined {
  if (score.playabilityScore < 80 || factors.length > 1 || factors[0] !== "rain") return undefined;
  const name = precipitationName(score.session.weather, score.hours.first + worstHour(score, "rain"));
  return name === "slightRain" || name === "slightSnow" ? name : undefined;
}

export function isNightFine({ session }: SessionScore): boolean {
  return session.profile.night >= NIGHT_IS_FINE;
}
