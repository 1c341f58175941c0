import { GetBookingConfidenceRequestSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { createHourTables } from "../api/answering/hour-tables.ts";
import { createApiParts } from "../api/api-parts.ts";
import { METHODS, openMethods, UNCOUNTED_METHODS } from "../api/methods.ts";
import { createServiceStatus, type ServiceStatus } from "../api/status/service-status.ts";
import { createAnswerCall } from "../call/answer-call.ts";
import type { AnswerCall, RefusalOf } from "../call/call.ts";
import { createPublicFault } from "../call/interceptors/faults.ts";
import { createFindCaller, createRefusalOf } from "../call/interceptors/key.ts";
import { createRecentCalls } from "../call/interceptors/recent-calls.ts";
import { createWrongKeyThrottle } from "../call/interceptors/wrong-key-throttle.ts";
import type { WhenCounted } from "../call/operation.ts";
import { compileRules } from "../call/rules.ts";
import type { Config } from "./settings/core-config.ts";
import type { CallListener } from "./module.ts";
import type { ProcessParts } from "../observability/process-parts.ts";
import type { Dependency } from "../observability/readiness.ts";
import { createOdds } from "../scoring/odds/odds.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import { openAccounts } from "./open-accounts.ts";
import { openCoreParts } from "./open-core-parts.ts";
import { openWeather } from "./open-weather.ts";
import { KEYED_METHODS } from "./served-methods.ts";
import type { Accounts } from "./store.ts";

/** What the doors call: the checks and operations in this process, or a core elsewhere. */
export interface Core {
  readonly answerCall: AnswerCall;
  readonly refusalOf: RefusalOf;
  readonly dependency: Dependency;
  readonly status: ServiceStatus;
}

/** Opens the checks and operations with everything they need. */
export async function openCore(
  config: Config,
  parts: ProcessParts,
  opened: AsyncDisposableStack,
  listeners: readonly CallListener[],
): Promise<Core & Accounts> {
  const { sharedSports, callTimeoutMs, corsOrigins, odds } = config;
  const { support } = config.brand;
  parts.metrics.beginMethods(KEYED_METHODS.map(({ name }) => name));
  const { store, plans, dependency } = await openAccounts(config, parts, opened);
  const { outage } = dependency;
  const ofModules = await openCoreParts(config, { ...parts, store, outage }, opened);
  const { onFetched } = ofModules;
  const weather = await openWeather(config, { ...parts, store, outage, onFetched }, opened);
  const { forecasts } = weather;
  const findCaller = createFindCaller({ ...parts, store, throttle: createWrongKeyThrottle(parts) });
  const limits = { freeMethods: UNCOUNTED_METHODS, callTimeoutMs };
  const recentCalls = createRecentCalls({ ...parts, ...limits });
  const ping = () => store.ping();
  const status = createServiceStatus({ ...parts, ...weather, ping, recentCalls });
  const methods = openMethods(
    [...METHODS, ...ofModules.methods],
    createApiParts({
      ...parts,
      weather: forecasts,
      hourTables: openHourTables(config, weather, parts),
      oddsOf: createOdds(odds),
      findCorrection: ofModules.findCorrection,
      oftenChanges: odds.safe_often_changes ?? {},
      sharedSports,
      problemsOfBooking: compileRules(GetBookingConfidenceRequestSchema),
      explained: createPublicFault({ ...parts, outage, support }),
      store,
      plans,
      status,
    }),
  );
  const heard = listeners.map(({ whenOver }) => whenOver({ store, plans, callTimeoutMs }));
  const answerCall = createAnswerCall({
    ...parts,
    methods,
    store,
    outage,
    findCaller,
    callTimeoutMs,
    plans,
    corsOrigins,
    isStoreStalled: store.isSpendStalled,
    support,
    whenCounted: [noteToForecasts(forecasts), ...ofModules.whenCounted],
    whenOver: [...heard, recentCalls.note],
  });
  return { answerCall, refusalOf: createRefusalOf(findCaller), dependency, status, store, plans };
}

function noteToForecasts(forecasts: Forecasts): WhenCounted {
  return ({ fetchOwner }, facts) => {
    for (const { forecast } of facts) forecasts.noteCounted(forecast, fetchOwner);
  };
}

/** Hour tables get the memory that forecasts leave: at least a sixteenth and, being on the heap, at most a quarter. */
function openHourTables(
  { forecastCacheBytes: bytesMax }: Config,
  { cachedBytes }: { readonly cachedBytes: () => number },
  { metrics }: ProcessParts,
) {
  const room = () => Math.min(bytesMax / 4, Math.max(bytesMax / 16, bytesMax - cachedBytes()));
  const hourTables = createHourTables({ room });
  metrics.watchForecastMemory({ forecasts: cachedBytes, hour_tables: () => hourTables.bytes });
  return hourTables;
}
