import type { SessionScore } from "../scoring/session-score.ts";
import { MINUTES_MIN } from "./when.ts";

/** Whether something holds in all hours of a session that a summary can be about. */
export function inEveryHour({ minutes }: SessionScore, holds: (entry: number) => boolean): boolean {
  return minutes.every((share, entry) => share < MINUTES_MIN || holds(entry));
}
