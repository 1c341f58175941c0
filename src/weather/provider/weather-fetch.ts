import type { AnswerDefect, WeatherErrorKind } from "../weather-error.ts";

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
