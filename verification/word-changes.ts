// What a booking that was told a verdict hears as its day comes nearer.
import type { JudgedSession, Verdict } from "./judged-sessions.ts";
import { ratioByWeeks, type Estimate } from "./week-blocks.ts";

const VERDICTS = [0, 1, 2] as const;

type Said = Pick<JudgedSession, "sport" | "startMs" | "day" | "said">;

/**
 * By the verdict of the forecast `day` days ahead, how often the forecast of `nextDay` has each one for the same session. Where
 * there was no forecast on one of these days, the session is left out.
 */
export function wordChanges(
  sessions: readonly Said[],
  { day, nextDay }: { readonly day: number; readonly nextDay: number },
): readonly (readonly Estimate[])[] {
  const key = ({ sport, startMs }: Said) => `${sport} ${startMs}`;
  const later = new Map(
    sessions.filter((one) => one.day === nextDay).map((one): [string, Verdict] => [key(one), one.said]),
  );
  return VERDICTS.map((was) => {
    const own = sessions.filter((one) => one.day === day && one.said === was && later.has(key(one)));
    return VERDICTS.map((is) => ratioByWeeks(own, (one) => (later.get(key(one)) === is ? 1 : 0)));
  });
}
