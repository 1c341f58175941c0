// What a call is told that comes while more is being asked than this process can answer, and what the log is told of that and of
// too many connections.
import type { DescMethod } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import type { Clock } from "../clock.ts";
import { fault } from "../fault.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Asked by every door before it does anything for a call: undefined to let it in, otherwise the error to refuse it with,
 * at the end of this turn of the event loop. The same errors are given out again and again: a door must not change them.
 */
export type OverloadRefusal = (method: DescMethod) => Promise<ConnectError> | undefined;

/** Spread, so that those who were refused together do not come back together. */
const RETRY_SECONDS = [1, 2, 3, 4, 5];

/** Thousands of refusals a second are one line in ten seconds; how many there were is in the metrics. */
const LOG_EVERY_MS = 10_000;

/**
 * Refuses calls with UNAVAILABLE while the process is saturated. That has to cost little, or refusing takes the time that
 * answering lacks: so it stands before the checks, nothing is looked up, and the errors are made beforehand. It waits for
 * the end of the turn because refusals told at once, to thousands of callers who try again at once, left 83 answers a
 * second of 2,800 (docs/decisions/0004-shedding.md).
 */
export function createOverloadRefusal(options: {
  /** Whether there is more to do than can be done in time. */
  readonly saturation: { isSaturated(): boolean };
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: Clock;
}): OverloadRefusal {
  const { saturation, metrics, logger, clock } = options;
  const errors = RETRY_SECONDS.map((seconds) => overloaded(seconds));
  let refusedOf = new Map<DescMethod, number>();
  /** Of the turn under way: one for each error. */
  let refusals: readonly Promise<ConnectError>[] | undefined;
  const log = seldom(clock, (refused) => logger.warn({ refused }, "overloaded: calls are being refused"));

  /** Once a turn, since a look at the clock and two counters would double what a refusal costs. */
  const tell = () => {
    let refusedOfAll = 0;
    for (const [method, refused] of refusedOf) {
      // A failure of ours as callers see it, so the objective for availability has to count it.
      metrics.calls.inc({ method: method.name, code: "unavailable" }, refused);
      metrics.throttled.inc({ reason: "overload" }, refused);
      metrics.accountCalls.countUnknown(refused);
      refusedOfAll += refused;
    }
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
    if (!saturation.isSaturated()) {
      return undefined;
    }
    refusedOf.set(method, (refusedOf.get(method) ?? 0) + 1);
    refusals ??= refusalsAtTurnEnd();
    return refusals[Math.floor(Math.random() * refusals.length)];
  };
}

export function overloaded(retryAfterSeconds: number, cause?: Error): ConnectError {
  return fault({
    sentence: "The service is asked more than it can answer at the moment. Try again in a few seconds.",
    reason: "OVERLOADED",
    retryAfterSeconds,
    cause,
  });
}

/** What a door tells of connections that it closed or refused because there were too many. */
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

/** Logs a count at most every ten seconds, with what was counted since. */
function seldom(clock: Clock, log: (count: number) => void): (count: number) => void {
  let unlogged = 0;
  let loggedAtMs = -Infinity;
  return (count) => {
    unlogged += count;
    const nowMs = clock.nowMs();
    if (nowMs - loggedAtMs < LOG_EVERY_MS) return;
    log(unlogged);
    unlogged = 0;
    loggedAtMs = nowMs;
  };
}
