import { WeatherError } from "../weather-error.ts";
import type { WeatherFetch } from "./weather-fetch.ts";

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
