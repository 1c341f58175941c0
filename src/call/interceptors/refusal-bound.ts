// How fast anybody is refused: what is beyond is held back.
import { setTimeout as delay } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Clock } from "../../clock.ts";
import type { FaultReason } from "../../fault-reasons.ts";
import { reasonOf } from "../../fault.ts";
import { createLimiter } from "../../limiter.ts";
import type { Metrics } from "../../ops/metrics.ts";
import { LIMITS } from "../limits.ts";
import type { OpenCall } from "../open-call.ts";

/** What its caller has to change, or to wait for. */
const REFUSAL_CODES: ReadonlySet<Code> = new Set([
  Code.InvalidArgument,
  Code.NotFound,
  Code.PermissionDenied,
  Code.ResourceExhausted,
]);

/**
 * Failures of ours that whoever asks again and again for the same place brings about. Those of the store and of overload befall
 * everybody.
 */
const REASONS_OF_A_PLACE: ReadonlySet<string | undefined> = new Set<FaultReason>([
  "FORECAST_UNAVAILABLE",
  "PROVIDER_BUDGET_USED_UP",
]);

export function createRefusalBound({
  clock,
  metrics,
  holdBack = createHoldBack(),
}: {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, "throttled">;
  readonly holdBack?: HoldBack;
}) {
  const refusals = createLimiter({ clock });
  const tellLater = (open: OpenCall) => {
    metrics.throttled.inc({ reason: "refusals" });
    return holdBack(open);
  };
  return {
    /** Holds back what an owner is refused with who is refused too fast. */
    boundRefusals: (open: OpenCall, owner: string, error: unknown): Promise<void> | undefined =>
      isRefusal(error) && refusals.take(owner, LIMITS.refusals.max) > 0 ? tellLater(open) : undefined,
    /** Holds back the reading of a message whose owner is refused too fast already: it may be refused too. */
    boundReading: (open: OpenCall, owner: string): Promise<void> | undefined =>
      refusals.waitMs(owner, LIMITS.refusals.max) > 0 ? tellLater(open) : undefined,
  };
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof ConnectError)) return false;
  return REFUSAL_CODES.has(error.code) || REASONS_OF_A_PLACE.has(reasonOf(error));
}

export type HoldBack = (open: OpenCall) => Promise<void>;

/** How long a refusal is held back: a budget that it went beyond has room again by then. */
export const HELD_BACK_SECONDS = 1;

/**
 * Waits before a refusal leaves. It costs nearly as much as an answer, and whoever sends the next call upon it would hold
 * up the others. It ends early for a caller who has left, or whose time is up: others tell them so.
 */
export function createHoldBack(): HoldBack {
  let heldBack = 0;
  return async ({ signal }) => {
    if (heldBack >= LIMITS.heldBack.max) return;
    heldBack += 1;
    await delay(HELD_BACK_SECONDS * 1_000, undefined, { signal }).catch(() => undefined);
    heldBack -= 1;
  };
}
