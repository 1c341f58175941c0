// The places behind a name, looked up again and again.
import type { Endpoint } from "./core-address.ts";

export interface WatchedEndpoints {
  /** To be called when a connection is lost: what was there may have moved. */
  lookAgain(): void;
  close(): void;
}

/** New cores get calls this soon. Cluster DNS keeps its answers for 5 to 30 s, so asking more often finds nothing. */
const EVERY_MS = 10_000;

/** Losing many connections at once asks once. */
const AT_MOST_EVERY_MS = 1_000;

/** Tells of the places found at first and at each look since, or of why there were none to be found. */
export function watchEndpoints(options: {
  resolve(): Promise<readonly Endpoint[]>;
  onFound(endpoints: readonly Endpoint[]): void;
  onFailure(error: Error): void;
}): WatchedEndpoints {
  let timer: NodeJS.Timeout | undefined;
  let lookedAtMs = -Infinity;
  let isLooking = false;
  let isClosed = false;

  const look = async () => {
    isLooking = true;
    lookedAtMs = performance.now();
    let nextMs = EVERY_MS;
    try {
      const found = await options.resolve();
      if (!isClosed) options.onFound(found);
    } catch (error) {
      nextMs = AT_MOST_EVERY_MS;
      if (!isClosed) options.onFailure(error instanceof Error ? error : new Error(String(error)));
    }
    isLooking = false;
    lookIn(nextMs);
  };
  const lookIn = (delayMs: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void look(), delayMs).unref();
  };
  void look();

  return {
    lookAgain: () => {
      if (!isLooking) lookIn(Math.max(0, lookedAtMs + AT_MOST_EVERY_MS - performance.now()));
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
