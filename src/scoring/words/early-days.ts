// From when on a verdict is said with a word of doubt, and a storm is no more than possible.
import type { SessionScore } from "../session-score.ts";

/** From this lead on a verdict taken as certain does worse than the month's average: docs/verification.md, over all sports … */
const EARLY_DAYS = 5;

/** … and by the sport, where it does so sooner. */
const EARLY_DAYS_OF: Readonly<Record<string, number>> = { outdoor: 4, tennis: 4 };

export function areEarlyDays({ session }: SessionScore, leadHours: number): boolean {
  return leadHours >= (EARLY_DAYS_OF[session.profile.base] ?? EARLY_DAYS) * 24;
}
