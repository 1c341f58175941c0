// What MET Norway says when it does not answer: https://api.met.no/doc/StatusCodes
import { excerpt } from "../provider/excerpt.ts";
import { retryAfterSeconds } from "../provider/retry-after-seconds.ts";
import { WeatherError } from "../weather-error.ts";

/** Throttled, and not told for how long: long enough to be no nuisance. */
const THROTTLED_SECONDS = 60;

/** Refused for who we are. Only an operator can change that, and going on may be punished with a ban. */
const BLOCKED_SECONDS = 600;

/** From the status alone: bodies of errors are not to be parsed. An operator is shown how they begin. */
export function metNorwayError(options: {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly nowMs: number;
}): WeatherError {
  const { status, headers, nowMs } = options;
  const told = retryAfterSeconds(headers, { nowMs });
  const said = excerpt(options.text);
  const message = `met-norway: status ${status}${said === "" ? "" : `: ${said}`}`;
  if (status === 429) {
    return new WeatherError("limited", message, { status, retryAfterSeconds: told ?? THROTTLED_SECONDS });
  }
  if (status === 401 || status === 403) {
    const advice = `is MET_NORWAY_USER_AGENT set to a name and a contact of yours? ${message}`;
    return new WeatherError("refused", advice, { status, retryAfterSeconds: BLOCKED_SECONDS });
  }
  if (status === 404 || status === 422) return new WeatherError("uncovered", message, { status });
  if (status < 500) return new WeatherError("refused", message, { status });
  return new WeatherError("failed", message, { status, retryAfterSeconds: told });
}
