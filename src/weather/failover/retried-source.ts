import { DelegateBackoff, handleWhen, retry } from "cockatiel";
import { WeatherError } from "../weather-error.ts";
import type { WeatherSource } from "../weather-source.ts";

/** A limit on requests at once is over in so many seconds; longer ones are not waited for. */
const BRIEF_SECONDS_MAX = 2;

/** Too many requests at once: gone in a moment, and no sign that the source is unwell. */
export function isBriefLimit(error: unknown): boolean {
  return (
    error instanceof WeatherError &&
    error.kind === "limited" &&
    error.retryAfterSeconds !== undefined &&
    error.retryAfterSeconds <= BRIEF_SECONDS_MAX
  );
}

/**
 * Asks a second time where that is worth it: after a broken connection or a failure of the provider's at once (with
 * jitter), after a brief limit when that says. Not after a timeout, which has used up the time already, nor after an
 * answer that makes no sense, which would not make more the second time. Failures count against the provider's limits,
 * and there are other sources: so once.
 */
export function createRetriedSource(options: {
  readonly source: WeatherSource;
  /** Before the jitter, which at most quadruples it. */
  readonly retryDelayMs?: number;
}): WeatherSource {
  const { source, retryDelayMs = 100 } = options;
  // One policy for both: one around the other would ask four times where a hiccup and a limit alternate.
  const policy = retry(
    handleWhen((error) => isHiccup(error) || isBriefLimit(error)),
    {
      maxAttempts: 1,
      backoff: new DelegateBackoff(({ result }) => {
        const limitSeconds = briefSeconds(result);
        return limitSeconds === undefined
          ? retryDelayMs * (1 + 3 * Math.random())
          : limitSeconds * 1000 * (1 + Math.random() / 4);
      }),
    },
  );
  return {
    name: source.name,
    // The library waits for its delay also when the signal is aborted meanwhile; then the source rejects at once.
    forecast: (place, signal) => policy.execute(() => source.forecast(place, signal), signal),
  };
}

function isHiccup(error: unknown): boolean {
  if (!(error instanceof WeatherError) || error.retryAfterSeconds !== undefined) return false;
  return error.kind === "unreachable" || error.kind === "failed";
}

/** How long a brief limit lasts; undefined where the source did not say. */
function briefSeconds(result: object): number | undefined {
  const error = "error" in result ? result.error : undefined;
  return error instanceof WeatherError ? error.retryAfterSeconds : undefined;
}
