// Asks the operations port the way probes and scrapes do, all the time, and remembers what took longest.
import { setTimeout as delay } from "node:timers/promises";

const EVERY_MS = 100;

export interface OpsWatch {
  /** Ends it; the longest that an answer took, in milliseconds. Throws when one was not 200. */
  stop(): Promise<number>;
}

export function watchOps(opsPort: number): OpsWatch {
  const over = new AbortController();
  const ask = async (path: string): Promise<number> => {
    let slowestMs = 0;
    while (!over.signal.aborted) {
      const startedMs = performance.now();
      const response = await fetch(`http://127.0.0.1:${opsPort}${path}`);
      await response.arrayBuffer();
      if (response.status !== 200) {
        throw new Error(`${path} said ${response.status}`);
      }
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
      await delay(EVERY_MS);
    }
    return slowestMs;
  };
  const watching = Promise.all(["/livez", "/readyz", "/metrics"].map(ask));
  // It is awaited at the end alone; until then a failure is not an unhandled one.
  watching.catch(() => undefined);
  return {
    stop: async () => {
      over.abort();
      return Math.max(...(await watching));
    },
  };
}
