import { delay } from "../until-aborted.ts";
import { WeatherError } from "../weather-error.ts";
import { apartIn, type WeatherSource } from "../weather-source.ts";
import type { NoteFailure } from "./source-records.ts";

/** A limit on requests at once is over in so many seconds; longer ones are not waited for. */
const BRIEF_SECONDS_MAX = 2;

/** Before the jitter, which at most quadruples it. */
const RETRY_DELAY_MS = 100;

/** Too many requests at once: gone in a moment, and no sign that the source is unwell. */
export function isBriefLimit(error: WeatherError): boolean {
  const { kind, retryAfterSeconds } = error;
  return kind === "limited" && retryAfterSeconds !== undefined && retryAfterSeconds <= BRIEF_SECONDS_MAX;
}

/**
 * Asks a second time where that is worth it: after a broken connection or a failure of the provider's at once (with
 * jitter), after a brief limit when that says. Not after a timeout, which has used up the time already, nor after an
 * answer that makes no sense, which would not make more the second time. After a failure the place goes alone, as another that
 * was asked for with it may be what the source fails over. Failures count against the provider's limits,
 * and there are other sources: so once. The signal ends the wait in between.
 */
export function createRetriedSource({
  source,
  noteFailure,
}: {
  readonly source: WeatherSource;
  readonly noteFailure?: NoteFailure | undefined;
}): WeatherSource {
  async function attempt(count: number, ...asked: Parameters<WeatherSource["forecast"]>) {
    try {
      return await source.forecast(...asked);
    } catch (error) {
      const [place] = asked;
      // Whoever keeps the budget tells of its end, once a day.
      if (error instanceof WeatherError && error.kind !== "used_up")
        noteFailure?.({ error, place, attempt: count });
      throw error;
    }
  }

  return {
    name: source.name,
    async forecast(place, signal, turn) {
      try {
        return await attempt(1, place, signal, turn);
      } catch (error) {
        if (!(error instanceof WeatherError)) throw error;
        const waitMs = waitMsAfter(error);
        if (waitMs === undefined) throw error;
        await delay(waitMs, signal);
        return await attempt(2, place, signal, isBriefLimit(error) ? turn : apartIn(turn));
      }
    },
  };
}

/** How long to wait before asking again; undefined where that is not worth it. */
function waitMsAfter(error: WeatherError): number | undefined {
  const { kind, retryAfterSeconds } = error;
  if (isBriefLimit(error)) return (retryAfterSeconds ?? 0) * 1000 * (1 + Math.random() / 4);
  const isHiccup = retryAfterSeconds === undefined && (kind === "unreachable" || kind === "failed");
  return isHiccup ? RETRY_DELAY_MS * (1 + 3 * Math.random()) : undefined;
}
