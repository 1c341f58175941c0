import { type Factor, groundReason } from "../scoring/hour-score.ts";
import type { Session, SessionScore } from "../scoring/session-score.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import { SPORT_BY_NAME } from "../scoring/sports/sports.ts";
import { airTempC, weatherCodeKind } from "../scoring/weather-columns.ts";
import type { Language, ReasonKind, Surface, TempName, When, Words } from "./language.ts";
import { wholeDegrees, withUnit } from "./units.ts";
import { precipitationWords } from "./precipitation.ts";
import { veilOf } from "./visibility.ts";
import { windWords } from "./wind.ts";
import { darkness, whenFactor, whenHours, worstHour } from "./when.ts";

/** Why a factor costs a session points, in words for players. */
export interface ToldReason extends Words {
  readonly kind: ReasonKind;
  /** The part of the session that it is about. */
  readonly when?: When | undefined;
  /** It is about the whole session, but most of all about this part. */
  readonly especially?: When | undefined;
}

/**
 * `fall` is the hour whose rain or snow is said. With `isEarly`, the session is too far ahead: a storm is called possible, not
 * expected.
 */
export function reasonOf(
  language: Language,
  score: SessionScore,
  { factor, fall, isEarly }: { readonly factor: Factor; readonly fall: number; readonly isEarly: boolean },
): ToldReason {
  const { session, hours } = score;
  const { weather } = session;
  if (factor === "dark") {
    const part = darkness(score);
    return { kind: "darkness", words: language.dark[part] };
  }
  const entry = factor === "rain" ? fall : worstHour(score, factor);
  const hour = hours.first + entry;
  let kind: ReasonKind = "weather";
  let told: Words;
  switch (factor) {
    case "rain":
      told = precipitationWords(language, weather, hour);
      break;
    case "wind":
      told = windWords(language, score, entry);
      break;
    case "temp":
      kind = "temperature";
      told = temperatureWords(language, warmthOf(score, entry));
      break;
    case "cloud":
      told = { words: language.overcast };
      break;
    case "wet":
      kind = "surface";
      told = { words: groundWords(language, session, hour) };
      break;
    case "fog": {
      const veil = veilOf(score);
      const isSnow = veil === "snow" || veil === "heavySnow";
      const figure = isSnow ? precipitationWords(language, weather, hour).figure : undefined;
      told = { words: language.veiledBy[veil], figure };
      break;
    }
    case "storm":
      return stormReason(language, score, isEarly);
  }
  // Freezing rain costs its points as a storm.
  const isIce = factor === "rain" && weatherCodeKind(weather, hour) === "ice";
  const part = whenFactor(score, isIce ? "storm" : factor, entry);
  const { words, figure } = told;
  return part?.isRelative === true
    ? { kind, words, figure, especially: part.when }
    : { kind, words, figure, when: part?.when };
}

function stormReason(language: Language, score: SessionScore, isEarly: boolean): ToldReason {
  if (score.isStormy) return { kind: "storm", words: language.possibleStorm.during, when: stormWhen(score) };
  const storm = score.stormAfter ?? "before";
  return { kind: "storm", words: isEarly ? language.possibleStorm[storm] : language.expectedStorm[storm] };
}

/** The part of the session with thunderstorms. */
export function stormWhen(score: SessionScore): When | undefined {
  const { session, hours } = score;
  let first = -1;
  let last = -1;
  for (let entry = 0; entry < hours.count; entry += 1) {
    if (weatherCodeKind(session.weather, hours.first + entry) !== "thunder") continue;
    if (first < 0) first = entry;
    last = entry;
  }
  return whenHours(score, { first, last, spoiltMinutes: Number.POSITIVE_INFINITY });
}

function groundWords(language: Language, { weather, profile }: Session, hour: number): string {
  const reason = groundReason(weather, profile, hour);
  return reason === "wet" ? language.stillWet[surfaceOf(profile)] : language[reason];
}

/** By `builtInName`; for a sport with a custom label, by its base. */
function surfaceOf({ builtInName, base, surface }: CompiledProfile): Surface {
  const named = SPORT_BY_NAME.get(builtInName ?? base)?.playedOn ?? "ground";
  return named === "rock" && surface === "artificial" ? "wall" : named;
}

/** The air temperature of an hour and how it feels; if the source has no air temperature, `tempC` is the feels-like temperature. */
export interface Warmth {
  readonly tempC: number;
  readonly feelsLikeC: number;
  readonly isTooCold: boolean;
  /** The feels-like temperature is so much worse than the air temperature that it is given instead. */
  readonly isFeltWorse: boolean;
}

const FELT_DIFFERENCE_C = 3;

export function warmthOf({ session, hours }: SessionScore, entry: number): Warmth {
  const tempC = airTempC(session.weather, hours.first + entry);
  const feelsLikeC = hours.feelsLikeC[entry] ?? Number.NaN;
  const isTooCold = feelsLikeC < session.profile.tempPlateauC;
  const warmerC = wholeDegrees(feelsLikeC) - wholeDegrees(tempC);
  const isFeltWorse = (isTooCold ? -warmerC : warmerC) >= FELT_DIFFERENCE_C;
  return { tempC, feelsLikeC, isTooCold, isFeltWorse };
}

/** How warm or cold an hour is, as a reason: "hot (31°C)", "cold (feels like −3°C)". */
function temperatureWords(language: Language, warmth: Warmth): Words {
  const { tempC, feelsLikeC, isTooCold, isFeltWorse } = warmth;
  const toldC = isFeltWorse ? feelsLikeC : tempC;
  const told = withUnit(language.temp, toldC);
  const words = language.temperature[tempName(wholeDegrees(toldC), isTooCold)];
  return { words, figure: isFeltWorse ? language.feelsLike(told) : told };
}

function tempName(shownC: number, isTooCold: boolean): TempName {
  if (isTooCold) {
    if (shownC <= -10) return "bitter";
    if (shownC <= 5) return "cold";
    return shownC < 18 ? "cool" : "notWarm";
  }
  if (shownC >= 38) return "extreme";
  if (shownC >= 31) return "hot";
  return shownC < 18 ? "mild" : "warm";
}
