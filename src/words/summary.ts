// The sentence for end users: how good the weather is, one or two reasons, when, the temperature, a better time, and the
// uncertainty. No score, no jargon. What is said is decided in story.ts and put together in weather-words.ts; languages have the
// words. This file leaves out parts until the summary fits.
import { pointsLost } from "../scoring/hour-score.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import { sportOf } from "../scoring/sports/sports.ts";
import { type BetterStart, betterTime } from "./better-time.ts";
import type { Language } from "./language.ts";
import { EN } from "./languages/en/sentences.ts";
import { LEFT_OUT, type Part } from "./parts.ts";
import { fallingHour } from "./precipitation.ts";
import { chooseReasons } from "./reason-choice.ts";
import { type Story, storyOf } from "./story.ts";
import { type EarlierVerdict, earlierVerdictWords } from "./earlier-verdict.ts";
import { weatherWords } from "./weather-words.ts";

/** In characters. English has a lower limit for summaries without an earlier verdict. */
const LENGTH_MAX = 160;

interface SummaryOptions {
  readonly language?: Language | undefined;
  /** From the forecast to the start. */
  readonly leadHours?: number;
  /**
   * From this many days ahead on, safe_to_book often does not hold for this sport (`safe_often_changes` of a fit of the odds).
   * Undefined if it holds.
   */
  readonly oftenChangesDays?: number | undefined;
  /** A start with a better verdict. */
  readonly better?: BetterStart | undefined;
  /** An earlier verdict. With it, the summary says how the verdict has changed. */
  readonly earlier?: EarlierVerdict | undefined;
}

/**
 * From this many days ahead on, a verdict taken as certain has a larger error than the climate's average (all sports,
 * docs/verification.md). A sport whose verdicts reach that error sooner has its own `earlyDays`.
 */
const EARLY_DAYS = 5;

/**
 * One to five short sentences; the shortest form always fits. Parts that fit again after others were left out are added
 * back.
 */
export function summary(
  score: SessionScore,
  {
    language = EN,
    leadHours = 0,
    oftenChangesDays = Number.POSITIVE_INFINITY,
    better,
    earlier,
  }: SummaryOptions = {},
): string {
  const isEarly = leadHours >= (sportOf(score.session.profile.base)?.earlyDays ?? EARLY_DAYS) * 24;
  const fall = fallingHour(score);
  const factors = chooseReasons(score, fall);
  const story = storyOf(language, score, { fall, factors, isEarly, earlier: earlier?.recommendation });
  const has: Record<Part, boolean> = story.has;
  const before =
    earlier === undefined || story.isUnchanged ? "" : `${earlierVerdictWords(language, earlier)}. `;
  const time = better && betterTime(language, better, isWeatherTheMatter(score));
  const betterWords = time === undefined ? "" : `. ${language.better(time)}`;
  const isSafe = score.recommendation === "safe_to_book";
  // That it will be dark is certain: where nothing else is said, so is the verdict.
  const isDarkAlone = factors?.length === 1 && factors[0] === "dark";
  const uncertain =
    isSafe && leadHours >= oftenChangesDays * 24
      ? language.oftenChanges
      : isEarly && !isDarkAlone
        ? language.earlyDays
        : undefined;
  const textOf = () => {
    const end = uncertain === undefined ? "" : `. ${uncertain}${has.checkAgain ? language.checkAgain : ""}`;
    return `${has.before ? before : ""}${weatherWords(story)}${has.better ? betterWords : ""}${missingWords(story)}${end}.`;
  };
  const lengthMax = earlier === undefined ? (language.lengthMax ?? LENGTH_MAX) : LENGTH_MAX;

  let text = textOf();
  if (text.length <= lengthMax) return text;
  const left: Part[] = [];
  for (const part of LEFT_OUT) {
    if (text.length <= lengthMax) break;
    left.push(part);
    has[part] = false;
    text = textOf();
  }
  for (const part of left.toReversed()) {
    has[part] = true;
    const longer = textOf();
    if (longer.length <= lengthMax) text = longer;
    else has[part] = false;
  }
  return text;
}

/** Whether the weather costs most, not the dark or the ground; under a roof, nobody asks for better weather. */
function isWeatherTheMatter(score: SessionScore): boolean {
  if (score.session.profile.isCovered === true) return false;
  const costliest = pointsLost(score)[0]?.factor;
  return costliest !== "dark" && costliest !== "wet";
}

/** Whether the forecast has nothing at all for the last hour of the session. */
function endsBefore({ session: { weather }, hours }: SessionScore): boolean {
  const last = hours.first + hours.count - 1;
  return [weather.tempC, weather.windKmh, weather.rainMm].every((column) =>
    Number.isNaN(column[last] ?? Number.NaN),
  );
}

function missingWords({ language, score, has }: Story): string {
  if (!has.missing || score.coveredMinutes >= score.session.durationMinutes) return "";
  return `. ${endsBefore(score) ? language.endMissing : language.partMissing}`;
}
