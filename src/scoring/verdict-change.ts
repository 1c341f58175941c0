// Decides whether a customer should hear of a new verdict. A verdict that changes by a point and back is no news.
import { STORM_SCORE_MAX } from "./session-score.ts";
import { type Verdict, VERDICT_TABLE } from "./verdicts.ts";

/** The current verdict on a session. */
export interface CurrentVerdict {
  readonly recommendation: Verdict;
  readonly playabilityScore: number;
  /** When the forecast behind it was issued, Unix ms. */
  readonly forecastAt: number;
  readonly source: string;
  readonly modelVersion: string;
  /** During the session (`isStormy` of its score), not merely before or after it. */
  readonly thunderstorm: boolean;
}

/** The verdict that the customer was last told. A missing source or model version counts as the current one. */
export interface EarlierVerdict extends Pick<
  CurrentVerdict,
  "recommendation" | "playabilityScore" | "forecastAt"
> {
  readonly source?: string | undefined;
  readonly modelVersion?: string | undefined;
}

interface VerdictChange {
  readonly change: "unchanged" | "better" | "worse";
  readonly worthTelling: boolean;
}

/**
 * A change of the verdict is worth telling if the score is this many points past the bound between the two verdicts. The
 * numbers were chosen among 360 sets on forecasts for New York until 2024. Of these sets, they send the fewest messages
 * that still report 96.5% (a day ahead) and 70% (two days ahead) of the bad turns that a message for every change would
 * report; docs/verification.md has the results for 2025. Days ahead, a later forecast may reverse the change. On the day,
 * forecasts are slightly too pessimistic, so four points below a bound mean nothing.
 */
function pointsBeyond(leadHours: number): { readonly worse: number; readonly better: number } {
  if (leadHours >= 48) return { worse: 12, better: 18 };
  if (leadHours >= 24) return { worse: 2, better: 18 };
  return { worse: 5, better: 0 };
}

/** `leadHours` is from the current forecast to the start. */
export function verdictChange(
  earlier: EarlierVerdict,
  now: CurrentVerdict,
  leadHours: number,
): VerdictChange {
  const step = VERDICT_TABLE[now.recommendation].rank - VERDICT_TABLE[earlier.recommendation].rank;
  const change = step === 0 ? "unchanged" : step > 0 ? "better" : "worse";
  return {
    change,
    worthTelling: now.forecastAt > earlier.forecastAt && isNews(earlier, now, leadHours, step),
  };
}

function isNews(earlier: EarlierVerdict, now: CurrentVerdict, leadHours: number, step: number): boolean {
  if (Math.abs(step) === 2 || isNewStorm(earlier, now)) return true;
  if (step === 0) return false;
  if (!isComparable(earlier, now)) return true;
  const { worse, better } = pointsBeyond(leadHours);
  return step < 0
    ? now.playabilityScore <= VERDICT_TABLE[earlier.recommendation].lowest - worse
    : now.playabilityScore >= VERDICT_TABLE[now.recommendation].lowest + better;
}

/** The earlier verdict expected no storm if its score is above the storm cap. */
function isNewStorm(earlier: EarlierVerdict, now: CurrentVerdict): boolean {
  return now.thunderstorm && earlier.playabilityScore > STORM_SCORE_MAX;
}

/** Scores of different sources or model versions differ even if the weather has not changed. */
function isComparable(earlier: EarlierVerdict, now: CurrentVerdict): boolean {
  return (
    (earlier.source ?? now.source) === now.source &&
    (earlier.modelVersion ?? now.modelVersion) === now.modelVersion
  );
}
