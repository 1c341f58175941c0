// The public status of this process: nothing about places or accounts, and no words of a provider.
import { setTimeout as delay } from "node:timers/promises";
import { create, type DescMethodUnary, type Message } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  GetStatusResponseSchema,
  RecentCalls,
  ServiceState,
  SourceState,
  StatusService,
  type GetStatusResponse,
} from "#gen/suitability/v1/status_pb.ts";
import { type Clock, MINUTE_MS } from "../../lib/time/clock.ts";
import type { SourceReport } from "../../weather/failover/source-reports.ts";
import type { RecentAges } from "../../weather/recent-ages.ts";

/** Never rejects: a service that is down has a status too. */
export type ServiceStatus = () => Promise<GetStatusResponse>;

/** A store or core that is slower than this would answer no call either. */
const WAIT_MS_MAX = 2_000;

const SOURCE_STATES = {
  asked_first: SourceState.ASKED_FIRST,
  standby: SourceState.STANDBY,
  left_alone: SourceState.LEFT_ALONE,
} as const;

const RECENT_CALLS = {
  none: RecentCalls.NONE,
  answered: RecentCalls.ANSWERED,
  refused: RecentCalls.REFUSED,
  failed: RecentCalls.FAILED,
} as const;

export function createServiceStatus(options: {
  /** Checks what every call needs. */
  ping: () => Promise<void>;
  saturation: { isSaturated(): boolean };
  sources: () => readonly SourceReport[];
  ages: Pick<RecentAges, "quantiles">;
  recentCalls: { outcome(): keyof typeof RECENT_CALLS };
  version: string;
  clock: Clock;
}): ServiceStatus {
  const { ping, saturation, sources, ages, recentCalls, version, clock } = options;
  return cached(clock, async () => {
    const isUp = await isAnswered(ping);
    const reports = sources();
    const calls = recentCalls.outcome();
    const nowMs = clock.nowMs();
    const isDown = !isUp || (calls === "failed" && reports.every((record) => isFailing(record, clock)));
    const preferred = reports.find(({ isPreferred }) => isPreferred);
    const isAsUsual =
      preferred?.state === "asked_first" &&
      preferred.outdatedForecastAtMs === undefined &&
      !saturation.isSaturated() &&
      calls !== "failed" &&
      calls !== "refused";
    const forecastAge = ages.quantiles();
    return create(GetStatusResponseSchema, {
      asOf: timestampFromMs(nowMs),
      state: isDown ? ServiceState.DOWN : isAsUsual ? ServiceState.OK : ServiceState.DEGRADED,
      sources: reports.map(sourceStatus),
      ...(forecastAge && { forecastAge }),
      recentCalls: RECENT_CALLS[calls],
      version,
    });
  });
}

/** Equal to the time for which calls count as recent (recent-calls.ts). */
const FAILING_MS = 5 * MINUTE_MS;

function isFailing({ state, lastFailure }: SourceReport, clock: Clock): boolean {
  if (state === "left_alone") return true;
  return lastFailure !== undefined && clock.elapsedMs() - lastFailure.atElapsedMs < FAILING_MS;
}

function sourceStatus({ name, state, sinceMs, lastFailure, outdatedForecastAtMs }: SourceReport) {
  return {
    name,
    state: SOURCE_STATES[state],
    since: timestampFromMs(sinceMs),
    ...(lastFailure && {
      lastFailure: { kind: lastFailure.kind, at: timestampFromMs(lastFailure.atMs) },
    }),
    ...(outdatedForecastAtMs !== undefined && {
      outdatedForecastAt: timestampFromMs(outdatedForecastAtMs),
    }),
  };
}

/**
 * A sidecar's status is its core's. If the core does not answer, but reports that it is serving, the state is `degraded`: it
 * is overloaded or of an earlier version.
 */
export function createCoreStatus(options: {
  core: {
    ask(
      call: { readonly method: DescMethodUnary; readonly message: Message; readonly head: object },
      options: { readonly timeoutMs: number },
    ): Promise<{ readonly message: Message }>;
    ping(): Promise<void>;
  };
  clock: Clock;
}): ServiceStatus {
  const { core, clock } = options;
  const { getStatus } = StatusService.method;
  return cached(clock, async () => {
    try {
      const call = { method: getStatus, message: create(getStatus.input), head: {} };
      return (await core.ask(call, { timeoutMs: WAIT_MS_MAX })).message as GetStatusResponse;
    } catch {
      const isUp = await isAnswered(core.ping);
      return create(GetStatusResponseSchema, {
        asOf: timestampFromMs(clock.nowMs()),
        state: isUp ? ServiceState.DEGRADED : ServiceState.DOWN,
      });
    }
  });
}

function isAnswered(ping: () => Promise<void>): Promise<boolean> {
  const answered = ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, delay(WAIT_MS_MAX, false, { ref: false })]);
}

/** Short compared with the 30 s for which callers may cache a status. */
const CACHED_MS = 5_000;

/** Calls `ask` at most every five seconds, because anybody may request the answer without a key. */
function cached(clock: Clock, ask: ServiceStatus): ServiceStatus {
  let last: { readonly atMs: number; readonly answer: ReturnType<ServiceStatus> } | undefined;
  return () => {
    const nowMs = clock.elapsedMs();
    if (last === undefined || nowMs - last.atMs >= CACHED_MS) {
      last = { atMs: nowMs, answer: ask() };
    }
    return last.answer;
  };
}
