import { GetBookingConfidenceRequestSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import type { ProcessParts } from "../ops/process-parts.ts";
import { createMethods } from "../api/methods.ts";
import type { Config } from "../config/config.ts";
import { createHourTables } from "../api/answering/hour-tables.ts";
import { createGetUsage } from "../api/usage/answer.ts";
import { createAnswerCall, createAnswerKeyless } from "../call/answer-call.ts";
import type { AnswerCall, JsonAnswer } from "../call/call.ts";
import { compileRules } from "../call/rules.ts";
import { createFindCaller, createRefusalOf } from "../call/interceptors/key.ts";
import { createWrongKeyThrottle } from "../call/interceptors/wrong-key-throttle.ts";
import { createWriteAnswer } from "../doors/rest/write-answer.ts";
import { servedMethod } from "../api/served-method.ts";
import { createRecentCalls } from "../call/interceptors/recent-calls.ts";
import { createServiceStatus, type ServiceStatus } from "../api/status/service-status.ts";
import { type Accounts, openAccounts } from "./open-accounts.ts";
import { openWeather } from "./open-weather.ts";
import { openTrackRecord } from "./open-track-record.ts";
import { createOdds } from "../scoring/odds/odds.ts";
import { type Backend, FREE_METHODS, METHOD_NAMES, METHODS } from "./backend.ts";

/** Opens the checks and operations with everything they need. */
export async function openCore(
  config: Config,
  parts: ProcessParts,
  opened: AsyncDisposableStack,
): Promise<Backend & Accounts> {
  const { sharedSports, callTimeoutMs, corsOrigins } = config;
  parts.metrics.beginMethods(METHOD_NAMES);
  const { store, plans, dependency } = await openAccounts(config, parts, opened);
  const { outage } = dependency;
  const trackRecord = openTrackRecord(config, { ...parts, store, outage }, opened);
  const onFetched = trackRecord?.noteFetched;
  const weather = openWeather(config, { ...parts, store, outage, onFetched }, opened);
  const hourTables = openHourTables(config, weather, parts);
  const throttle = createWrongKeyThrottle(parts);
  const findCaller = createFindCaller({ ...parts, store, throttle });
  const { getUsage } = UsageService.method;
  const ping = () => store.ping();
  const limits = { freeMethods: FREE_METHODS, callTimeoutMs };
  const recentCalls = createRecentCalls({ ...parts, ...limits });
  const status = createServiceStatus({ ...parts, ...weather, ping, recentCalls });
  const answerCall = createAnswerCall({
    ...parts,
    methods: [
      ...createMethods({
        ...parts,
        weather: weather.forecasts,
        oddsOf: createOdds(config.odds),
        oftenChanges: config.odds.safe_often_changes ?? {},
        sharedSports,
        hourTables,
        recordStore: store.trackRecord,
        noteAsked: trackRecord?.noteAsked ?? (() => undefined),
        problemsOfBooking: compileRules(GetBookingConfidenceRequestSchema),
      }),
      servedMethod(getUsage, createGetUsage({ ...parts, store, plans })),
    ],
    store,
    outage,
    findCaller,
    ...limits,
    plans,
    corsOrigins,
    recentCalls,
    isStoreStalled: store.isSpendStalled,
    support: config.brand.support,
  });
  const refusalOf = createRefusalOf(findCaller);
  return {
    ...withKeyless(answerCall, config, { ...parts, status }),
    refusalOf,
    dependency,
    status,
    store,
    plans,
  };
}

/** Adds the method that needs no key, and answers in JSON. */
function withKeyless(
  answerKeyed: AnswerCall,
  { callTimeoutMs }: Config,
  parts: ProcessParts & { readonly status: ServiceStatus },
): Pick<Backend, "answerCall" | "answerInJson"> {
  const { getStatus } = StatusService.method;
  const served = servedMethod(getStatus, parts.status);
  const answerKeyless = createAnswerKeyless({ ...parts, callTimeoutMs, served });
  const writeAnswer = createWriteAnswer([...METHODS, getStatus]);
  const answerCall: AnswerCall = (call) =>
    call.method === getStatus ? answerKeyless(call) : answerKeyed(call);
  const answerInJson: AnswerCall<JsonAnswer> = (call) =>
    answerCall(call).then((answer) => writeAnswer(call, answer));
  return { answerCall, answerInJson };
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
