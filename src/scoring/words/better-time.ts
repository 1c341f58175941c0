// When it is better, for the people who want to play: on their clock, and on which day where that is another.
import type { BetterTime, Language } from "./language.ts";

/** On the clock of a venue; `isUtc` where nobody said which that is. */
export interface BetterStart {
  readonly session: Temporal.ZonedDateTime;
  readonly better: Temporal.ZonedDateTime;
  readonly isUtc: boolean;
}

/** Undefined for a day that has the weekday of the session, and is another. */
export function betterTime(
  { tag, clock = clockOf24Hours }: Language,
  { session, better, isUtc }: BetterStart,
): BetterTime | undefined {
  const { days } = session.toPlainDate().until(better.toPlainDate(), { largestUnit: "days" });
  if (days !== 0 && days % 7 === 0) return undefined;
  return {
    time: `${clock(better.hour, better.minute)}${isUtc ? " UTC" : ""}`,
    hour: better.hour,
    isUtc,
    weekday: days === 0 ? undefined : better.toLocaleString(tag, { weekday: "long" }),
  };
}

function clockOf24Hours(hour: number, minute: number): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

function twoDigits(whole: number): string {
  return String(whole).padStart(2, "0");
}
