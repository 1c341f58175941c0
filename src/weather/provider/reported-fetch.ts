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
