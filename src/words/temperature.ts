// How warm or cold it is, in words that fit people as well as the sport.
import { coldSideC } from "../scoring/felt-temperature.ts";
import { type SessionScore, verdictAlone } from "../scoring/session-score.ts";
import { type CompiledProfile, curveAt } from "../scoring/sports/profile.ts";
import { airTempC } from "../scoring/weather-columns.ts";
import type { Language, TempName, Words } from "./language.ts";
import { type Lasting, lasting } from "./lasting.ts";
import { wholeDegrees, withUnit } from "./units.ts";
import { COSTLY_MULTIPLIER, worstHour } from "./when.ts";

/** The air temperature of an hour and how it feels; if the source has no air temperature, `tempC` is the feels-like temperature. */
interface Warmth {
  readonly tempC: number;
  readonly feelsLikeC: number;
  readonly isTooCold: boolean;
  /** The feels-like temperature is so much worse than the air temperature that it is given instead. */
  readonly isFeltWorse: boolean;
}

const FELT_DIFFERENCE_C = 3;

/** In mild air nobody believes a feels-like temperature that differs by more: the index is for colder air. */
const BELIEVED_DIFFERENCE_C = 8;
const MILD_FROM_C = 10;

export function isBelieved(feelsLikeC: number, tempC: number): boolean {
  return !(tempC > MILD_FROM_C) || Math.abs(feelsLikeC - tempC) <= BELIEVED_DIFFERENCE_C;
}

export function warmthOf({ session, hours }: SessionScore, entry: number): Warmth {
  const { weather, profile } = session;
  const hour = hours.first + entry;
  const tempC = airTempC(weather, hour);
  const feelsLikeC = hours.feelsLikeC[entry] ?? Number.NaN;
  const isTooCold =
    curveAt(profile.tempCurve, coldSideC(weather, hour)) < 1 && feelsLikeC < profile.tempPlateauC;
  const warmerC = wholeDegrees(feelsLikeC) - wholeDegrees(tempC);
  const isWorse = (isTooCold ? -warmerC : warmerC) >= FELT_DIFFERENCE_C;
  return { tempC, feelsLikeC, isTooCold, isFeltWorse: isWorse && isBelieved(feelsLikeC, tempC) };
}

/** How warm or cold an hour is, as a reason: "hot (31°C)", "cold (feels like −3°C)". */
export function temperatureWords(language: Language, score: SessionScore, entry: number): Words {
  const warmth = warmthOf(score, entry);
  const temp = withUnit(language.temp, statedTempC(warmth));
  const words = language.temperature[tempName(score, warmth)];
  return { words, figure: warmth.isFeltWorse ? language.feelsLike(temp) : temp };
}

/** An hour's temperature is much the same if it has the same word, or is no further from the one that is told. */
const SAME_TEMP_C = 3;

/** For how much of the session it is about as cold or as hot as in an hour. */
export function lastingTemperature(score: SessionScore, described: number): Lasting {
  const told = warmthOf(score, described);
  return lasting(score, (entry) => {
    const other = warmthOf(score, entry);
    return (
      tempName(score, other) === tempName(score, told) ||
      Math.abs(statedTempC(other) - statedTempC(told)) <= SAME_TEMP_C
    );
  });
}

/** Whether its word is true of all hours and costs points in all, so that "cold at first" would promise what does not come. */
export function isOneTemperature(score: SessionScore, described: number): boolean {
  const name = tempName(score, warmthOf(score, described));
  const { temp } = score.hours.multiplier;
  const isSame = (entry: number) => tempName(score, warmthOf(score, entry)) === name;
  return (
    lasting(score, (entry) => isSame(entry) && Number(temp[entry]) <= COSTLY_MULTIPLIER) === "throughout"
  );
}

/** From this temperature up, nobody calls it cold, whatever the sport would like. */
const NEVER_COLD_C = 23;

/** Whether people would complain of the temperature. */
export function isTempComplaint(score: SessionScore): boolean {
  if (!(score.session.profile.tempPlateauC > NEVER_COLD_C)) return true;
  const warmth = warmthOf(score, worstHour(score, "temp"));
  return !warmth.isTooCold || wholeDegrees(statedTempC(warmth)) < NEVER_COLD_C;
}

function statedTempC({ tempC, feelsLikeC, isFeltWorse }: Warmth): number {
  return isFeltWorse ? feelsLikeC : tempC;
}

/** Nobody calls warmer air too cold. */
const TOO_COLD_BELOW_C = 16;

/** Cooler air is warm for those who run in it. */
const WARM_C = 25;

function tempName({ session, recommendation }: SessionScore, warmth: Warmth): TempName {
  const { tempC, feelsLikeC, isTooCold } = warmth;
  const shownC = wholeDegrees(statedTempC(warmth));
  const isHarmful = recommendation === "not_recommended" && isTooMuch(session.profile, shownC);
  if (isTooCold) {
    if (shownC <= -10) return "bitter";
    if (shownC <= 5) return "cold";
    if (shownC >= 18) return "notWarm";
    if (isHarmful) return shownC < TOO_COLD_BELOW_C ? "tooCold" : "notWarm";
    return shownC < 10 ? "chilly" : "cool";
  }
  // Humid heat is as bad as it feels, even where its figure is not given.
  const isHumidHeat = shownC >= WARM_C && !isBelieved(feelsLikeC, tempC);
  const heatC = isHumidHeat ? Math.max(shownC, wholeDegrees(feelsLikeC)) : shownC;
  if (heatC >= 38) return "extreme";
  if (heatC >= 31) return "hot";
  if (shownC < 18) return "mild";
  if (isHarmful) return "tooWarm";
  return shownC < WARM_C ? "warmish" : "warm";
}

/** The temperature alone would make a session not_recommended. */
function isTooMuch({ weight, tempCurve }: CompiledProfile, shownC: number): boolean {
  return verdictAlone(1 - weight.temp * (1 - curveAt(tempCurve, shownC))) === "not_recommended";
}
