import type { ConnectError } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import { dayEndMs } from "../../accounts/month.ts";
import type { Clock } from "../../clock.ts";
import { fault } from "../../fault.ts";
import { isoDay } from "../../iso-time.ts";
import type { Metrics } from "../../ops/metrics.ts";
import { LIMITS } from "../limits.ts";
import { dayLimitHeaders, refusedWith } from "./rate-limit-headers.ts";

/** About 100 bytes each. One that is dropped costs the work for one answer more. */
const KEYS_MAX = 10_000;

/** A publishable key. */
export interface LimitedKey {
  readonly keyId: string;
  readonly callsADay: number;
}

export interface DailyLimit {
  /** Throws where the key's day is known to be used up, and the call will be over before the next. */
  look(key: LimitedKey): void;
  /** What to refuse a call with that found its key's day used up when it was to be counted, at that time. */
  usedUp(key: LimitedKey, countedAtMs: number): ConnectError;
}

/**
 * The day of publishable keys, whose limit the store decides where a call is counted. What was found used up there is
 * cached, so that whoever goes on calling is refused before any work is done.
 */
export function createDailyLimit({
  clock,
  metrics,
  callTimeoutMs,
}: {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly callTimeoutMs: number;
}): DailyLimit {
  /** By key id: when the day ends that is used up. */
  const usedUpDays = new LRUCache<string, number>({ max: KEYS_MAX });

  const refusal = ({ callsADay }: LimitedKey, day: { endMs: number; nowMs: number }): ConnectError => {
    metrics.throttled.inc({ reason: "daily_limit" });
    return limitReached(callsADay, day);
  };

  return {
    look: (key) => {
      const endMs = usedUpDays.get(key.keyId);
      const nowMs = clock.nowMs();
      if (endMs === dayEndMs(nowMs) && endMs === dayEndMs(nowMs + callTimeoutMs)) {
        throw refusal(key, { endMs, nowMs });
      }
    },
    usedUp: (key, countedAtMs) => {
      const endMs = dayEndMs(countedAtMs);
      usedUpDays.set(key.keyId, endMs);
      return refusal(key, { endMs, nowMs: countedAtMs });
    },
  };
}

function limitReached(callsADay: number, { endMs, nowMs }: { endMs: number; nowMs: number }): ConnectError {
  const sentence = `All ${callsADay} calls that this publishable API key has for a day are used. Wait until ${isoDay(endMs)} (UTC), or ask whoever gave it to you for one that has more.`;
  const error = fault({
    sentence,
    reason: LIMITS.day.reason,
    quota: { subject: "key", description: sentence },
    retryAfterSeconds: Math.max(1, Math.ceil((endMs - nowMs) / 1000)),
  });
  return refusedWith(error, dayLimitHeaders({ callsADay, nowMs }));
}
