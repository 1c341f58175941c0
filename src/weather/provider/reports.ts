// How asking a provider went, for the metrics: a place's fetch as its caller saw it, and each request as it left.
import { type AnswerDefect, WeatherError, type WeatherErrorKind } from "../weather-error.ts";

/** One request to a provider, as the metrics count it. A wait that its caller gave up is not one. */
export interface WeatherFetch {
  /** The source's name. */
  readonly source: string;
  readonly outcome: "ok" | WeatherErrorKind;
  /** What was wrong with the answer, where the outcome is `unusable`. */
  readonly defect?: AnswerDefect | undefined;
  /** From the call until there was an answer or an error. */
  readonly seconds: number;
}

/** One request that was sent to a provider, however many wait for it. */
export interface SentRequest extends Pick<WeatherFetch, "source" | "outcome"> {
  /** What the provider counts it as: one for each place. */
  readonly calls: number;
}

/** Runs one request to a provider and reports how it went. Nothing is reported of one that its caller gave up. */
export async function reportedFetch<T>(options: {
  readonly source: string;
  readonly onFetch: ((fetch: WeatherFetch) => void) | undefined;
  readonly fetch: () => Promise<T>;
}): Promise<T> {
  const { source, onFetch, fetch } = options;
  const startedMs = performance.now();
  const seconds = () => (performance.now() - startedMs) / 1000;
  try {
    const answer = await fetch();
    onFetch?.({ source, outcome: "ok", seconds: seconds() });
    return answer;
  } catch (error) {
    if (error instanceof WeatherError) {
      onFetch?.({ source, outcome: error.kind, defect: error.defect, seconds: seconds() });
    }
    throw error;
  }
}

/** Sends a request and reports it, also one that nobody waits for any more: it has left. */
export async function reportedSend<T>(options: {
  readonly source: string;
  readonly calls: number;
  readonly onSent: ((sent: SentRequest) => void) | undefined;
  readonly send: () => Promise<T>;
}): Promise<T> {
  const { source, calls, onSent, send } = options;
  let outcome: SentRequest["outcome"] = "ok";
  try {
    return await send();
  } catch (error) {
    // Given up, it was cut off.
    outcome = error instanceof WeatherError ? error.kind : "unreachable";
    throw error;
  } finally {
    onSent?.({ source, outcome, calls });
  }
}
