import type { Factor } from "../scoring/hour-score.ts";
import { minutesIn, type SessionScore } from "../scoring/session-score.ts";
import { weatherCodeKind } from "../scoring/weather-columns.ts";
import { darkness } from "./darkness.ts";
import { groundHour, groundWords, isAfterRain } from "./ground-words.ts";
import type { Language, ReasonKind, When, Words } from "./language.ts";
import { type Lasting, lasting } from "./lasting.ts";
import { lastingFall, likeliestOfClass, precipitationWords, whenFalling } from "./precipitation.ts";
import { isOneTemperature, lastingTemperature, temperatureWords } from "./temperature.ts";
import { isSnowVeil, veilOf } from "./visibility.ts";
import { type Part, whenFactor, whenHours, whenWorst, worstHour } from "./when.ts";
import { lastingWind, typicalWindHour, type WindWords, windWords } from "./wind.ts";

/** Why a factor costs a session points, in words for players. */
export interface ReasonInWords extends Words {
  readonly factor: Factor;
  readonly kind: ReasonKind;
  /** The part of the session that it is about. */
  readonly when?: When | undefined;
  /** It is about the whole session, but most of all about this part. */
  readonly especially?: When | undefined;
  readonly gustsBesides?: string | undefined;
  /** For how much of the session it is much the same. Few sentences say so: only beside a reason that has a part of it. */
  readonly lasts?: () => Lasting;
}

/**
 * `fall` is the hour whose rain or snow is said. With `isEarly`, the session is too far ahead: a storm is called possible, not
 * expected.
 */
export function reasonOf(
  language: Language,
  score: SessionScore,
  { factor, fall, isEarly }: { readonly factor: Factor; readonly fall: number; readonly isEarly: boolean },
): ReasonInWords {
  const { session, hours } = score;
  const { weather } = session;
  if (factor === "dark") {
    return { factor, kind: "darkness", words: language.dark[darkness(score)] };
  }
  if (factor === "storm") return stormReason(language, score, isEarly);
  const entry = reasonHour(score, factor, fall);
  const hour = hours.first + entry;
  const isIce = factor === "rain" && weatherCodeKind(weather, hour) === "ice";
  const part = partOf(score, factor, entry);
  let kind: ReasonKind = "weather";
  let found: Words & Partial<WindWords>;
  switch (factor) {
    case "rain": {
      // Said of the whole session, or of times all over it, it has the highest chance of the hours of its kind.
      const isWhole = isIce || part === undefined || part.when === "atTimes";
      found = precipitationWords(
        language,
        weather,
        isWhole ? hours.first + likeliestOfClass(score, entry) : hour,
      );
      break;
    }
    case "wind":
      found = windOf(language, score, { entry, part });
      break;
    case "temp":
      kind = "temperature";
      found = temperatureWords(language, score, entry);
      break;
    case "cloud":
      found = { words: language.overcast };
      break;
    case "wet":
      kind = "surface";
      found = { words: groundWords(language, score, entry) };
      if (isAfterRain(score, entry)) return { factor, kind, words: found.words, when: "afterwards" };
      break;
    case "fog": {
      const veil = veilOf(score);
      const figure = isSnowVeil(veil) ? precipitationWords(language, weather, hour).figure : undefined;
      found = { words: language.veiledBy[veil], figure };
    }
  }
  const { words, figure, shortFigure, gustsBesides } = found;
  const lasts = () => lastingOf(score, factor, entry);
  return part?.isRelative === true
    ? { factor, kind, words, figure, shortFigure, gustsBesides, lasts, especially: part.when }
    : { factor, kind, words, figure, shortFigure, gustsBesides, lasts, when: part?.when };
}

/** The wind, by its typical hour and with the session's gusts if it is said of the whole session. */
function windOf(
  language: Language,
  score: SessionScore,
  { entry, part }: { readonly entry: number; readonly part: Part | undefined },
): WindWords {
  const isWhole = part === undefined || part.isRelative || part.when === "atTimes";
  const typical = part === undefined ? typicalWindHour(score, entry) : entry;
  return windWords(language, score, typical, isWhole);
}

/** The part of the session that a reason is about. */
function partOf(score: SessionScore, factor: Factor, entry: number): Part | undefined {
  if (factor === "rain") return whenFalling(score, entry);
  return factor === "temp" && isOneTemperature(score, entry)
    ? whenWorst(score, factor)
    : whenFactor(score, factor, entry);
}

/** For how much of the session a reason is much the same as in the hour that it describes. */
function lastingOf(score: SessionScore, factor: Factor, entry: number): Lasting {
  switch (factor) {
    case "rain":
      return lastingFall(score, entry);
    case "wind":
      return lastingWind(score, entry);
    case "temp":
      return lastingTemperature(score, entry);
    case "fog":
      return lasting(score, (other) => (score.hours.multiplier.fog[other] ?? 1) < 1);
    default:
      return "throughout";
  }
}

/** The hour that a reason describes. */
function reasonHour(score: SessionScore, factor: Factor, fall: number): number {
  if (factor === "rain") return fall;
  return factor === "wet" ? groundHour(score) : worstHour(score, factor);
}

function stormReason(language: Language, score: SessionScore, isEarly: boolean): ReasonInWords {
  if (score.isStormy) {
    return {
      factor: "storm",
      kind: "storm",
      words: language.possibleStorm.during,
      when: stormWhen(score),
    };
  }
  const storm = score.stormAfter ?? "before";
  return {
    factor: "storm",
    kind: "storm",
    words: isEarly ? language.possibleStorm[storm] : language.expectedStorm[storm],
  };
}

/** The part of the session with thunderstorms. */
export function stormWhen(score: SessionScore): When | undefined {
  const { session, hours } = score;
  let first = -1;
  let last = -1;
  let spoiltMinutes = 0;
  for (let entry = 0; entry < hours.count; entry += 1) {
    if (weatherCodeKind(session.weather, hours.first + entry) !== "thunder") continue;
    if (first < 0) first = entry;
    last = entry;
    // Also of an hour that could not be scored.
    spoiltMinutes += minutesIn(session, hours.first + entry);
  }
  return whenHours(score, { first, last, spoiltMinutes });
}
