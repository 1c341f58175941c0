import type { ConnectError } from "@connectrpc/connect";
import { createGrowingLru } from "../../lib/growing-lru.ts";
import { dayEndMs } from "../../accounts/month.ts";
import type { Clock } from "../../lib/time/clock.ts";
import { fault } from "../../errors/fault.ts";
import { isoDay } from "../../lib/time/iso-time.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { LIMITS } from "../limits.ts";
import { dayLimitHeaders, refusedWith } from "./rate-limit-headers.ts";

/** About 100 bytes each. A dropped entry costs the work of one more answer. */
const KEYS_MAX = 10_000;

export interface LimitedKey {
  readonly keyId: string;
  readonly callsADay: number;
}

/**
 * The daily limit of publishable keys. The store applies it when a call is counted. A used-up day is cached, so that
 * further calls are refused before any work is done.
 */
export function createDailyLimit({
  clock,
  metrics,
  callTimeoutMs,
}: {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly callTimeoutMs: number;
}) {
  /** By key id: when the used-up day ends, and the limit that was reached, which the account may have raised since. */
  const usedUpDays = createGrowingLru<string, { readonly endMs: number; readonly callsADay: number }>(
    KEYS_MAX,
  );

  const refusal = ({ callsADay }: LimitedKey, endMs: number, nowMs: number): ConnectError => {
    metrics.throttled.inc({ reason: "daily_limit" });
    const sentence = `This publishable API key has used all its calls of the day (${callsADay}). Wait until ${isoDay(endMs)} (UTC), or ask whoever gave it to you for a key with more calls.`;
    const error = fault({
      sentence,
      reason: LIMITS.day.reason,
      quota: { subject: "key", description: sentence },
      retryAfterSeconds: Math.max(1, Math.ceil((endMs - nowMs) / 1000)),
    });
    return refusedWith(error, dayLimitHeaders({ callsADay, nowMs }));
  };

  return {
    /** Throws if the key's day is known to be used up, unless the call may last into the next day. */
    refuseIfUsedUp(key: LimitedKey): void {
      const usedUp = usedUpDays.get(key.keyId);
      if (usedUp === undefined || key.callsADay > usedUp.callsADay) return;
      const nowMs = clock.nowMs();
      if (usedUp.endMs === dayEndMs(nowMs) && usedUp.endMs === dayEndMs(nowMs + callTimeoutMs)) {
        throw refusal(key, usedUp.endMs, nowMs);
      }
    },
    /** The refusal of a call that the store found, at `countedAtMs`, to be beyond the key's daily limit. */
    usedUp(key: LimitedKey, countedAtMs: number): ConnectError {
      const endMs = dayEndMs(countedAtMs);
      usedUpDays.set(key.keyId, { endMs, callsADay: key.callsADay });
      return refusal(key, endMs, countedAtMs);
    },
  };
}
