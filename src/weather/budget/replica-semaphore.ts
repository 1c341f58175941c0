// Lets replicas take turns at a provider that limits concurrent requests.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { uncounted } from "./call-budget.ts";
import type { ProviderCallStore } from "./provider-calls.ts";

/** How often a replica asks for its turn. A provider takes 100 ms or more to answer. */
const POLL_MS = 25;

/** A replica that has not polled for this long has left or died; it loses its position in the queue. */
const WAITED_MS = 20 * POLL_MS;

/** Waits for a turn while it is wanted, and resolves to a function that ends it; undefined if nobody wants it any more. */
export type EnterTurn = (isWanted: () => boolean) => Promise<(() => void) | undefined>;

/** Throws a WeatherError if the store does not answer. */
export function createRequestTurns({
  provider,
  atOnceMax,
  heldMs,
  shared,
}: {
  readonly provider: string;
  readonly atOnceMax: number;
  /** Longer than a request takes. The turn of a killed replica expires after this time. */
  readonly heldMs: number;
  readonly shared: Pick<ProviderCallStore, "hasProviderTurn" | "endProviderTurn">;
}): EnterTurn {
  return async (isWanted) => {
    const token = randomUUID();
    // If the store is unavailable, the turn expires by itself.
    const leave = (): void => void shared.endProviderTurn({ provider, token }).catch(() => undefined);
    try {
      while (isWanted()) {
        const turn = { provider, token, atOnceMax, heldMs, waitedMs: WAITED_MS };
        if (await shared.hasProviderTurn(turn)) return leave;
        await sleep(POLL_MS, undefined, { ref: false });
      }
    } catch (cause) {
      // The turn may have come although its reply was lost.
      leave();
      throw uncounted(provider, cause);
    }
    leave();
    return undefined;
  };
}
