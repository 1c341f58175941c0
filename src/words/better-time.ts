// A better start in words: the time on the venue's clock, with the weekday if it is on another day.
import type { BetterTime, Language } from "./language.ts";
import { weekday } from "./weekday.ts";

/** Times in the venue's time zone; `isUtc` if the caller gave no time zone. */
export interface BetterStart {
  readonly session: Temporal.ZonedDateTime;
  readonly better: Temporal.ZonedDateTime;
  readonly isUtc: boolean;
}

/** Undefined if the better start is on another day with the same weekday, which would read as the day of the session. */
export function betterTime(
  { tag, clock }: Language,
  { session, better, isUtc }: BetterStart,
  isWeather: boolean,
): BetterTime | undefined {
  const { days } = session.toPlainDate().until(better.toPlainDate(), { largestUnit: "days" });
  if (days !== 0 && days % 7 === 0) return undefined;
  const time =
    clock?.(better.hour, better.minute) ?? better.toPlainTime().toString({ smallestUnit: "minute" });
  return {
    time: `${time}${isUtc ? " UTC" : ""}`,
    hour: better.hour,
    isUtc,
    isWeather,
    weekday: days === 0 ? undefined : weekday(tag, better),
  };
}
