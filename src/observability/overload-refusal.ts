// Refuses calls while the process is overloaded, and logs overload and crowded ports.
import type { DescMethod } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import { fault } from "../errors/fault.ts";
import { atMostEvery } from "../lib/log-once.ts";
import type { Clock } from "../lib/time/clock.ts";
import type { Logger } from "./logger.ts";
import type { LostCalls } from "./lost-calls.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Every door calls this before it does anything else for a call. Undefined admits the call; otherwise the refusal resolves at
 * the end of this turn of the event loop. Errors are reused, so doors must not change them.
 */
export type OverloadRefusal = (method: DescMethod) => Promise<ConnectError> | undefined;

/** Spread, so that refused callers do not all return at once. */
const RETRY_SECONDS = [1, 2, 3, 4, 5];

/** Thousands of refusals a second become one line in ten seconds; metrics have the numbers. */
export const LOG_EVERY_MS = 10_000;

/**
 * Refuses calls with UNAVAILABLE while the process is saturated. Refusals have to be cheap, or they take the time that
 * answers need. So they come before the checks, look nothing up, and use ready-made errors. They wait for the end of the
 * turn: when thousands of callers were refused immediately and retried at once, 83 answers a second were left of 2,800
 * (docs/decisions/0004-shedding.md).
 */
export function createOverloadRefusal(options: {
  /** Whether there is more to do than can be done in time. */
  readonly saturation: { isSaturated(): boolean };
  readonly metrics: Metrics;
  readonly lostCalls: Pick<LostCalls, "note">;
  readonly logger: Logger;
  readonly clock: Clock;
}): OverloadRefusal {
  const { saturation, metrics, lostCalls, logger, clock } = options;
  /** Made when the process is first overloaded, because its first error loads Node's fetch: 16 MB. */
  let errors: readonly ConnectError[] | undefined;
  let refusedOf = new Map<DescMethod, number>();
  /** The refusals of the current turn, one for each error. */
  let refusals: readonly Promise<ConnectError>[] | undefined;
  const unlogged = atMostEvery(clock, LOG_EVERY_MS);

  /** Counts and logs once a turn, because doing so for each refusal would double its cost. */
  const report = () => {
    let refusedOfAll = 0;
    for (const [method, refused] of refusedOf) {
      // For callers, a refusal is our failure, so it counts against the availability objective.
      metrics.calls.add(refused, method.name, "unavailable");
      metrics.throttled.inc({ reason: "overload" }, refused);
      refusedOfAll += refused;
    }
    lostCalls.note(refusedOfAll);
    refusedOf = new Map();
    const refused = unlogged(refusedOfAll);
    if (refused > 0) logger.warn({ refused }, "overloaded: calls are being refused");
  };

  const refusalsAtTurnEnd = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    setImmediate(() => {
      refusals = undefined;
      report();
      resolve();
    });
    errors ??= RETRY_SECONDS.map((seconds) => overloaded(seconds));
    return errors.map(async (error) => {
      await promise;
      return error;
    });
  };

  return (method) => {
    if (!saturation.isSaturated()) return undefined;
    refusedOf.set(method, (refusedOf.get(method) ?? 0) + 1);
    refusals ??= refusalsAtTurnEnd();
    return refusals[Math.floor(Math.random() * refusals.length)];
  };
}

export function overloaded(retryAfterSeconds: number, cause?: Error): ConnectError {
  return fault({
    sentence: "The service gets more calls than it can answer at the moment. Try again in a few seconds.",
    reason: "OVERLOADED",
    retryAfterSeconds,
    cause,
  });
}

/** Called by a door that closed or refused connections because there were too many. */
export function createCrowdedPort(
  door: string,
  { metrics, logger, clock }: { readonly metrics: Metrics; readonly logger: Logger; readonly clock: Clock },
): (connections: number) => void {
  const unlogged = atMostEvery(clock, LOG_EVERY_MS);
  return (closed) => {
    metrics.throttled.inc({ reason: "connections" }, closed);
    const connections = unlogged(closed);
    if (connections > 0)
      logger.warn({ door, connections }, "too many connections: some are being closed or refused");
  };
}
