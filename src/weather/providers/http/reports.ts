// Reports of a provider for the metrics: each fetch of a place as its caller saw it, and each request that was sent.
import type { Clock } from "../../../lib/time/clock.ts";
import { type AnswerDefect, WeatherError, type WeatherErrorKind } from "../../weather-error.ts";
import type { CodeReading } from "./answer-checks.ts";
import type { OnOddValues } from "./value-tally.ts";

/** Options of every provider's source. */
export interface ProviderOptions extends Pick<CodeReading, "onUnknownCode"> {
  readonly clock: Clock;
  /** For a request, from connecting to the last byte. The wait in the queue before it is at most a third of this. */
  readonly timeoutMs?: number;
  /** For each requested place. */
  readonly maxBodyBytes?: number;
  readonly onFetch?: ((fetch: WeatherFetch) => void) | undefined;
  readonly onSent?: ((sent: SentRequest) => void) | undefined;
  readonly onOddValues?: OnOddValues | undefined;
}

/** A fetch, for the metrics. One that its caller cancelled is not reported. */
export interface WeatherFetch {
  readonly source: string;
  readonly outcome: "ok" | WeatherErrorKind;
  /** What was wrong with the answer, if the outcome is `unusable`. */
  readonly defect?: AnswerDefect | undefined;
  /** From the call to the answer or error. */
  readonly seconds: number;
}

/** A request that was sent to a provider, however many wait for it. */
export interface SentRequest extends Pick<WeatherFetch, "source" | "outcome"> {
  /** What the provider counts: one for each place. */
  readonly calls: number;
}

/** Runs a fetch and reports its outcome, unless its caller cancels it. */
export async function reportedFetch<T>(options: {
  readonly source: string;
  readonly clock: Clock;
  readonly onFetch: ((fetch: WeatherFetch) => void) | undefined;
  readonly fetch: () => Promise<T>;
}): Promise<T> {
  const { source, clock, onFetch, fetch } = options;
  const startedMs = clock.elapsedMs();
  const seconds = () => (clock.elapsedMs() - startedMs) / 1000;
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

/** Sends a request and reports it, also if nobody waits for the answer any more. */
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
    // Any other error is a cancellation, which cut the connection.
    outcome = error instanceof WeatherError ? error.kind : "unreachable";
    throw error;
  } finally {
    onSent?.({ source, outcome, calls });
  }
}
