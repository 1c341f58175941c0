// A semaphore of all replicas, in the store that they share, for a provider that limits concurrent requests. Three replicas
// without it took more than twice as long for 300 places that were not cached, since a provider that answers one request at
// a time refused four of five.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { uncounted } from "./call-budget.ts";
import type { ProviderCallStore } from "./provider-calls.ts";

/** How often a replica asks for its permit. A provider takes 100 ms or more to answer. */
const POLL_MS = 25;

/** A replica that has not polled for this long has left or died; it loses its position in the queue. */
const WAITED_MS = 20 * POLL_MS;

/** Waits for a permit while it is wanted, and resolves to a function that releases it; undefined if nobody wants it any more. */
export type AcquirePermit = (isWanted: () => boolean) => Promise<(() => void) | undefined>;

/** Throws a WeatherError if the store does not answer. */
export function createReplicaSemaphore({
  provider,
  atOnceMax,
  heldMs,
  shared,
}: {
  readonly provider: string;
  readonly atOnceMax: number;
  /** Longer than a request takes. The permit of a killed replica expires after this time. */
  readonly heldMs: number;
  readonly shared: Pick<ProviderCallStore, "acquireProviderPermit" | "releaseProviderPermit">;
}): AcquirePermit {
  return async (isWanted) => {
    const token = randomUUID();
    // If the store is unavailable, the permit expires by itself.
    const leave = (): void => void shared.releaseProviderPermit({ provider, token }).catch(() => undefined);
    try {
      while (isWanted()) {
        const permit = { provider, token, atOnceMax, heldMs, waitedMs: WAITED_MS };
        if (await shared.acquireProviderPermit(permit)) return leave;
        await sleep(POLL_MS, undefined, { ref: false });
      }
    } catch (cause) {
      // The permit may have been given although its reply was lost.
      leave();
      throw uncounted(provider, cause);
    }
    leave();
    return undefined;
  };
}
