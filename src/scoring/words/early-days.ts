// The lead from which a summary calls the verdict uncertain and a storm only possible.
import type { SessionScore } from "../session-score.ts";

/** From this lead on, a verdict taken as certain has a larger error than the climate, over all sports (docs/verification.md). */
const EARLY_DAYS = 5;

/** The sports that reach that point sooner. */
const EARLY_DAYS_OF: Readonly<Record<string, number>> = { outdoor: 4, tennis: 4 };

export function areEarlyDays({ session }: SessionScore, leadHours: number): boolean {
  return leadHours >= (EARLY_DAYS_OF[session.profile.base] ?? EARLY_DAYS) * 24;
}
