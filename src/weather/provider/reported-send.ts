import { WeatherError, type WeatherErrorKind } from "../weather-error.ts";

/** One request that was sent to a provider, however many wait for it. */
export interface SentRequest {
  /** The source's name. */
  readonly source: string;
  readonly outcome: "ok" | WeatherErrorKind;
  /** What the provider counts it as: one for each place. */
  readonly calls: number;
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
