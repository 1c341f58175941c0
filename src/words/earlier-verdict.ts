// The verdict that the customer got earlier, and when, in words.
import type { Verdict } from "../scoring/verdicts.ts";
import type { Language } from "./language.ts";
import { weekday } from "./weekday.ts";

export interface EarlierVerdict {
  readonly recommendation: Verdict;
  /** When the forecast behind that verdict was issued, in the venue's time zone. */
  readonly forecastAt: Temporal.ZonedDateTime;
  /** Today, in the same zone. */
  readonly now: Temporal.ZonedDateTime;
}

/** "On Tuesday it looked good". */
export function earlierVerdictWords(language: Language, earlier: EarlierVerdict): string {
  return `${dayWords(language, earlier)} ${language.looked[earlier.recommendation]}`;
}

function dayWords({ tag, earlierOn }: Language, { forecastAt, now }: EarlierVerdict): string {
  const { days } = forecastAt.toPlainDate().until(now.toPlainDate(), { largestUnit: "days" });
  if (days === 0) return earlierOn.today;
  if (days === 1) return earlierOn.yesterday;
  // The weekday of a week ago would read as today's.
  if (days < 0 || days >= 7) return earlierOn.before;
  return earlierOn.weekday(weekday(tag, forecastAt));
}
