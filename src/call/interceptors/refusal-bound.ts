// Rate limit for refusals: those beyond it are held back.
import { setTimeout as delay } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { type Clock, systemClock } from "../../lib/time/clock.ts";
import type { FaultReason } from "../../errors/fault-reasons.ts";
import { reasonOf } from "../../errors/fault.ts";
import { createTokenBuckets } from "../../lib/token-bucket.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../call.ts";

/** Refusals that the caller can change, or wait for. */
const REFUSAL_CODES: ReadonlySet<Code> = new Set([
  Code.InvalidArgument,
  Code.NotFound,
  Code.PermissionDenied,
  Code.ResourceExhausted,
]);

/** Our failures that a caller can repeat by asking for the same place. Failures of the store and overload hit everybody. */
const REASONS_OF_A_PLACE: ReadonlySet<string | undefined> = new Set<FaultReason>([
  "FORECAST_UNAVAILABLE",
  "PROVIDER_BUDGET_USED_UP",
]);

/** How long a refusal is held back. After that the rate limit has room again. */
export const HELD_BACK_SECONDS = 1;

export function createRefusalBound({
  clock,
  metrics,
}: {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, "throttled">;
}) {
  const refusals = createTokenBuckets({ clock });
  let heldBack = 0;
  /**
   * Waits before a refusal is sent. A refusal costs nearly as much as an answer, so a caller that retries at once would
   * slow the others down. The wait ends early if the caller leaves or its deadline passes.
   */
  const holdBack = async (call: Call): Promise<void> => {
    if (heldBack >= LIMITS.heldBack.max) return;
    const sinceMs = systemClock.elapsedMs();
    heldBack += 1;
    await delay(HELD_BACK_SECONDS * 1_000, undefined, { signal: call.signal }).catch(() => undefined);
    heldBack -= 1;
    call.heldBackMs += systemClock.elapsedMs() - sinceMs;
  };
  const delayed = (call: Call) => {
    metrics.throttled.inc({ reason: "refusals" });
    return holdBack(call);
  };
  return {
    holdBack,
    /**
     * Holds back a refusal if its owner is refused too fast: neither the quota nor the limit of calls at once counts
     * refusals. They are sent unchanged, but later.
     */
    boundRefusals: (call: Call, owner: string, error: unknown): Promise<void> | undefined =>
      isRefusal(error) && refusals.take(owner, LIMITS.refusals.max) > 0 ? delayed(call) : undefined,
    /** Holds back reading a message if its owner is refused too fast already, since this call may be refused too. */
    boundReading: (call: Call, owner: string): Promise<void> | undefined =>
      refusals.waitMs(owner, LIMITS.refusals.max) > 0 ? delayed(call) : undefined,
  };
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof ConnectError)) return false;
  return REFUSAL_CODES.has(error.code) || REASONS_OF_A_PLACE.has(reasonOf(error));
}
