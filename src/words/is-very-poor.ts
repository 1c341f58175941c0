import type { SessionScore } from "../scoring/session-score.ts";

const VERY_POOR_BELOW = 20;

/** Whether a sentence begins with "Very poor weather", beside which no mild word fits. */
export function isVeryPoor({ playabilityScore }: SessionScore): boolean {
  return playabilityScore < VERY_POOR_BELOW;
}
