// The verdict that the customer was told before, and when, in words.
import type { Verdict } from "../scoring/verdicts.ts";
import type { Language } from "./language.ts";
import { weekday } from "./weekday.ts";

export interface ToldBefore {
  readonly recommendation: Verdict;
  /** When the forecast behind that verdict was issued, in the venue's time zone. */
  readonly toldAt: Temporal.ZonedDateTime;
  /** Today, in the same zone. */
  readonly now: Temporal.ZonedDateTime;
}

/** "On Tuesday it looked good". */
export function toldWords(language: Language, told: ToldBefore): string {
  return `${dayWords(language, told)} ${language.looked[told.recommendation]}`;
}

function dayWords({ tag, toldOn }: Language, { toldAt, now }: ToldBefore): string {
  const { days } = toldAt.toPlainDate().until(now.toPlainDate(), { largestUnit: "days" });
  if (days === 0) return toldOn.today;
  if (days === 1) return toldOn.yesterday;
  // The weekday of a week ago would read as today's.
  if (days < 0 || days >= 7) return toldOn.before;
  return toldOn.weekday(weekday(tag, toldAt));
}
