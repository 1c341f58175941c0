// Refuses calls while the process is overloaded, and logs overload and crowded ports.
import type { DescMethod } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import type { Clock } from "../lib/time/clock.ts";
import { fault } from "../errors/fault.ts";
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
const LOG_EVERY_MS = 10_000;

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
  const errors = RETRY_SECONDS.map((seconds) => overloaded(seconds));
  let refusedOf = new Map<DescMethod, number>();
  /** The refusals of the current turn, one for each error. */
  let refusals: readonly Promise<ConnectError>[] | undefined;
  const log = seldom(clock, (refused) => logger.warn({ refused }, "overloaded: calls are being refused"));

  /** Counts and logs once a turn, because doing so for each refusal would double its cost. */
  const tell = () => {
    let refusedOfAll = 0;
    for (const [method, refused] of refusedOf) {
      // For callers, a refusal is our failure, so it counts against the availability objective.
      metrics.calls.add(refused, method.name, "unavailable");
      metrics.throttled.inc({ reason: "overload" }, refused);
      refusedOfAll += refused;
    }
    lostCalls.note(refusedOfAll);
    refusedOf = new Map();
    log(refusedOfAll);
  };

  const refusalsAtTurnEnd = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    setImmediate(() => {
      refusals = undefined;
      tell();
      resolve();
    });
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
  const log = seldom(clock, (connections) =>
    logger.warn({ door, connections }, "too many connections: some are being closed or refused"),
  );
  return (connections) => {
    metrics.throttled.inc({ reason: "connections" }, connections);
    log(connections);
  };
}

/** Logs at most every ten seconds: the sum of the counts since the last line. */
export function seldom(clock: Clock, log: (count: number) => void): (count: number) => void {
  let unlogged = 0;
  let loggedAtMs = -Infinity;
  return (count) => {
    unlogged += count;
    const nowMs = clock.elapsedMs();
    if (nowMs - loggedAtMs < LOG_EVERY_MS) return;
    log(unlogged);
    unlogged = 0;
    loggedAtMs = nowMs;
  };
}
