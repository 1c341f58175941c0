// Whose turn it is to send a request to a provider that bears only so many at once, of all replicas together.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { uncounted } from "./call-budget.ts";
import type { ProviderCallStore } from "./provider-calls.ts";

/** How often a replica asks whether its turn has come. A provider takes 100 ms and more. */
const POLL_MS = 25;

/** One that has not asked for so long has left, or died: the next in the row has its place. */
const WAITED_MS = 20 * POLL_MS;

/** Waits for a turn while it is wanted; ends it by what it resolves to. Undefined where nobody wants it any more. */
export type EnterTurn = (isWanted: () => boolean) => Promise<(() => void) | undefined>;

/** Throws a WeatherError where the store cannot say. */
export function createRequestTurns({
  provider,
  atOnceMax,
  heldMs,
  shared,
}: {
  readonly provider: string;
  readonly atOnceMax: number;
  /** Longer than a request takes: then a replica that was killed gives its turn back. */
  readonly heldMs: number;
  readonly shared: Pick<ProviderCallStore, "hasProviderTurn" | "endProviderTurn">;
}): EnterTurn {
  return async (isWanted) => {
    const token = randomUUID();
    // Where the store is away just then, time ends it.
    const leave = (): void => void shared.endProviderTurn({ provider, token }).catch(() => undefined);
    try {
      while (isWanted()) {
        const turn = { provider, token, atOnceMax, heldMs, waitedMs: WAITED_MS };
        if (await shared.hasProviderTurn(turn)) return leave;
        await sleep(POLL_MS, undefined, { ref: false });
      }
    } catch (cause) {
      throw uncounted(provider, cause);
    }
    leave();
    return undefined;
  };
}
