import type { SessionScore } from "../scoring/session-score.ts";
import { MINUTES_MIN } from "./when.ts";

/** All of a session, or more than half of it; undefined if less. */
export type Lasting = "throughout" | "most" | undefined;

/** For how much of a session something holds, by the hours that a summary can be about. */
export function lasting({ minutes }: SessionScore, holds: (entry: number) => boolean): Lasting {
  let all = 0;
  let held = 0;
  for (const [entry, share] of minutes.entries()) {
    if (share < MINUTES_MIN) continue;
    all += share;
    if (holds(entry)) held += share;
  }
  if (held === all) return "throughout";
  return held * 2 > all ? "most" : undefined;
}
